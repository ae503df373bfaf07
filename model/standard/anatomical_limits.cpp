#include "model/standard/anatomical_limits.h"

namespace vitruvian {
namespace {

constexpr std::array<AnatomicalLimits, 111> rows{{
    {"l_hip", LimitContext::any, {-2.0944F, -0.6981F, -0.5236F}, {0.5236F, 0.7854F, 0.7854F}},
    {"r_hip", LimitContext::any, {-2.0944F, -0.7854F, -0.7854F}, {0.5236F, 0.6981F, 0.5236F}},
    {"l_knee", LimitContext::any, {-0.0873F, -0.1745F, 0.0000F}, {2.4435F, 0.3491F, 0.0000F}},
    {"r_knee", LimitContext::any, {-0.0873F, -0.3491F, 0.0000F}, {2.4435F, 0.1745F, 0.0000F}},
    {"l_ankle", LimitContext::any, {-0.3491F, -0.2618F, -0.1745F}, {0.8727F, 0.2618F, 0.1745F}},
    {"r_ankle", LimitContext::any, {-0.3491F, -0.2618F, -0.1745F}, {0.8727F, 0.2618F, 0.1745F}},
    {"l_ankle", LimitContext::loa1, {-0.3491F, -0.4363F, -0.6109F}, {0.8727F, 0.4363F, 0.3491F}},
    {"r_ankle", LimitContext::loa1, {-0.3491F, -0.4363F, -0.3491F}, {0.8727F, 0.4363F, 0.6109F}},
    {"l_subtalar", LimitContext::any, {-0.0873F, -0.1745F, -0.6109F}, {0.0873F, 0.1745F, 0.3491F}},
    {"r_subtalar", LimitContext::any, {-0.0873F, -0.1745F, -0.3491F}, {0.0873F, 0.1745F, 0.6109F}},
    {"l_midtarsal", LimitContext::any, {-0.1745F, -0.1745F, -0.1745F}, {0.2618F, 0.1745F, 0.1745F}},
    {"r_midtarsal", LimitContext::any, {-0.1745F, -0.1745F, -0.1745F}, {0.2618F, 0.1745F, 0.1745F}},
    {"l_midtarsal", LimitContext::loa1, {-1.2217F, -0.0873F, -0.0873F}, {0.6981F, 0.0873F, 0.0873F}},
    {"r_midtarsal", LimitContext::loa1, {-1.2217F, -0.0873F, -0.0873F}, {0.6981F, 0.0873F, 0.0873F}},
    {"l_metatarsal", LimitContext::any, {-1.2217F, -0.0873F, -0.0873F}, {0.6981F, 0.0873F, 0.0873F}},
    {"r_metatarsal", LimitContext::any, {-1.2217F, -0.0873F, -0.0873F}, {0.6981F, 0.0873F, 0.0873F}},
    {"l_sternoclavicular", LimitContext::any, {-0.7854F, -0.2618F, -0.1745F}, {0.0873F, 0.2618F, 0.7854F}},
    {"r_sternoclavicular", LimitContext::any, {-0.7854F, -0.2618F, -0.7854F}, {0.0873F, 0.2618F, 0.1745F}},
    {"l_acromioclavicular", LimitContext::any, {-0.4363F, -0.4363F, -0.3491F}, {0.4363F, 0.4363F, 0.4363F}},
    {"r_acromioclavicular", LimitContext::any, {-0.4363F, -0.4363F, -0.4363F}, {0.4363F, 0.4363F, 0.3491F}},
    {"l_shoulder", LimitContext::loa2_up, {-2.0944F, -1.3090F, -0.5236F}, {0.8727F, 1.4835F, 2.0944F}},
    {"r_shoulder", LimitContext::loa2_up, {-2.0944F, -1.4835F, -2.0944F}, {0.8727F, 1.3090F, 0.5236F}},
    {"l_shoulder", LimitContext::loa1, {-3.1416F, -1.3090F, -0.7854F}, {1.0472F, 1.5708F, 3.1416F}},
    {"r_shoulder", LimitContext::loa1, {-3.1416F, -1.5708F, -3.1416F}, {1.0472F, 1.3090F, 0.7854F}},
    {"l_elbow", LimitContext::any, {-2.6180F, 0.0000F, 0.0000F}, {0.0873F, 0.0000F, 0.0000F}},
    {"r_elbow", LimitContext::any, {-2.6180F, 0.0000F, 0.0000F}, {0.0873F, 0.0000F, 0.0000F}},
    {"l_wrist", LimitContext::any, {-0.3491F, -1.3963F, -1.3090F}, {0.6109F, 1.4835F, 1.2217F}},
    {"r_wrist", LimitContext::any, {-0.3491F, -1.4835F, -1.2217F}, {0.6109F, 1.3963F, 1.3090F}},
    {"l_thumb1", LimitContext::any, {-0.3491F, -0.3491F, -1.2217F}, {0.2618F, 0.3491F, 0.0873F}},
    {"r_thumb1", LimitContext::any, {-0.3491F, -0.3491F, -0.0873F}, {0.2618F, 0.3491F, 1.2217F}},
    {"l_thumb2", LimitContext::any, {-0.1745F, 0.0000F, -0.1745F}, {1.0472F, 0.0000F, 0.1745F}},
    {"r_thumb2", LimitContext::any, {-0.1745F, 0.0000F, -0.1745F}, {1.0472F, 0.0000F, 0.1745F}},
    {"l_thumb3", LimitContext::any, {-0.2618F, 0.0000F, 0.0000F}, {1.3963F, 0.0000F, 0.0000F}},
    {"r_thumb3", LimitContext::any, {-0.2618F, 0.0000F, 0.0000F}, {1.3963F, 0.0000F, 0.0000F}},
    {"l_index0", LimitContext::any, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.0349F}},
    {"r_index0", LimitContext::any, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.0349F}},
    {"l_index1", LimitContext::any, {-0.3491F, -0.0873F, -1.5708F}, {0.2618F, 0.0873F, 0.6981F}},
    {"r_index1", LimitContext::any, {-0.3491F, -0.0873F, -0.6981F}, {0.2618F, 0.0873F, 1.5708F}},
    {"l_index2", LimitContext::any, {0.0000F, 0.0000F, -1.8326F}, {0.0000F, 0.0000F, 0.0873F}},
    {"r_index2", LimitContext::any, {0.0000F, 0.0000F, -0.0873F}, {0.0000F, 0.0000F, 1.8326F}},
    {"l_index3", LimitContext::any, {0.0000F, 0.0000F, -1.3963F}, {0.0000F, 0.0000F, 0.1745F}},
    {"r_index3", LimitContext::any, {0.0000F, 0.0000F, -0.1745F}, {0.0000F, 0.0000F, 1.3963F}},
    {"l_middle0", LimitContext::any, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.0349F}},
    {"r_middle0", LimitContext::any, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.0349F}},
    {"l_middle1", LimitContext::any, {-0.1745F, -0.0873F, -1.5708F}, {0.1745F, 0.0873F, 0.6981F}},
    {"r_middle1", LimitContext::any, {-0.1745F, -0.0873F, -0.6981F}, {0.1745F, 0.0873F, 1.5708F}},
    {"l_middle2", LimitContext::any, {0.0000F, 0.0000F, -1.8326F}, {0.0000F, 0.0000F, 0.0873F}},
    {"r_middle2", LimitContext::any, {0.0000F, 0.0000F, -0.0873F}, {0.0000F, 0.0000F, 1.8326F}},
    {"l_middle3", LimitContext::any, {0.0000F, 0.0000F, -1.3963F}, {0.0000F, 0.0000F, 0.1745F}},
    {"r_middle3", LimitContext::any, {0.0000F, 0.0000F, -0.1745F}, {0.0000F, 0.0000F, 1.3963F}},
    {"l_ring0", LimitContext::any, {-0.0349F, -0.0349F, -0.0873F}, {0.0349F, 0.0349F, 0.0349F}},
    {"r_ring0", LimitContext::any, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.0873F}},
    {"l_ring1", LimitContext::any, {-0.1745F, -0.0873F, -1.5708F}, {0.2618F, 0.0873F, 0.6981F}},
    {"r_ring1", LimitContext::any, {-0.1745F, -0.0873F, -0.6981F}, {0.2618F, 0.0873F, 1.5708F}},
    {"l_ring2", LimitContext::any, {0.0000F, 0.0000F, -1.8326F}, {0.0000F, 0.0000F, 0.0873F}},
    {"r_ring2", LimitContext::any, {0.0000F, 0.0000F, -0.0873F}, {0.0000F, 0.0000F, 1.8326F}},
    {"l_ring3", LimitContext::any, {0.0000F, 0.0000F, -1.3963F}, {0.0000F, 0.0000F, 0.1745F}},
    {"r_ring3", LimitContext::any, {0.0000F, 0.0000F, -0.1745F}, {0.0000F, 0.0000F, 1.3963F}},
    {"l_pinky0", LimitContext::any, {-0.0349F, -0.0349F, -0.1745F}, {0.0349F, 0.0349F, 0.0349F}},
    {"r_pinky0", LimitContext::any, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.1745F}},
    {"l_pinky1", LimitContext::any, {-0.2618F, -0.0873F, -1.5708F}, {0.4363F, 0.0873F, 0.6981F}},
    {"r_pinky1", LimitContext::any, {-0.2618F, -0.0873F, -0.6981F}, {0.4363F, 0.0873F, 1.5708F}},
    {"l_pinky2", LimitContext::any, {0.0000F, 0.0000F, -1.8326F}, {0.0000F, 0.0000F, 0.0873F}},
    {"r_pinky2", LimitContext::any, {0.0000F, 0.0000F, -0.0873F}, {0.0000F, 0.0000F, 1.8326F}},
    {"l_pinky3", LimitContext::any, {0.0000F, 0.0000F, -1.3963F}, {0.0000F, 0.0000F, 0.1745F}},
    {"r_pinky3", LimitContext::any, {0.0000F, 0.0000F, -0.1745F}, {0.0000F, 0.0000F, 1.3963F}},
    {"vl5", LimitContext::loa3, {-0.0995F, -0.0192F, -0.0454F}, {0.2199F, 0.0192F, 0.0454F}},
    {"vl4", LimitContext::loa3, {-0.0942F, -0.0384F, -0.0908F}, {0.2077F, 0.0384F, 0.0908F}},
    {"vl3", LimitContext::loa3, {-0.0890F, -0.0384F, -0.1204F}, {0.1937F, 0.0384F, 0.1204F}},
    {"vl2", LimitContext::loa3, {-0.0820F, -0.0384F, -0.0908F}, {0.1815F, 0.0384F, 0.0908F}},
    {"vl1", LimitContext::loa3, {-0.0716F, -0.0384F, -0.0908F}, {0.1553F, 0.0384F, 0.0908F}},
    {"vt12", LimitContext::loa3, {-0.0559F, -0.0175F, -0.0559F}, {0.0820F, 0.0175F, 0.0559F}},
    {"vt11", LimitContext::loa3, {-0.0559F, -0.0175F, -0.0628F}, {0.0820F, 0.0175F, 0.0628F}},
    {"vt10", LimitContext::loa3, {-0.0419F, -0.0175F, -0.0489F}, {0.0628F, 0.0175F, 0.0489F}},
    {"vt9", LimitContext::loa3, {-0.0279F, -0.0349F, -0.0419F}, {0.0419F, 0.0349F, 0.0419F}},
    {"vt8", LimitContext::loa3, {-0.0279F, -0.0524F, -0.0419F}, {0.0419F, 0.0524F, 0.0419F}},
    {"vt7", LimitContext::loa3, {-0.0279F, -0.0524F, -0.0419F}, {0.0419F, 0.0524F, 0.0419F}},
    {"vt6", LimitContext::loa3, {-0.0227F, -0.0611F, -0.0419F}, {0.0349F, 0.0611F, 0.0419F}},
    {"vt5", LimitContext::loa3, {-0.0192F, -0.0698F, -0.0419F}, {0.0279F, 0.0698F, 0.0419F}},
    {"vt4", LimitContext::loa3, {-0.0192F, -0.0698F, -0.0419F}, {0.0279F, 0.0698F, 0.0419F}},
    {"vt3", LimitContext::loa3, {-0.0192F, -0.0698F, -0.0349F}, {0.0279F, 0.0698F, 0.0349F}},
    {"vt2", LimitContext::loa3, {-0.0192F, -0.0698F, -0.0419F}, {0.0279F, 0.0698F, 0.0419F}},
    {"vt1", LimitContext::loa3, {-0.0192F, -0.0785F, -0.0349F}, {0.0279F, 0.0785F, 0.0349F}},
    {"vc7", LimitContext::loa3, {-0.0698F, -0.0332F, -0.0524F}, {0.0576F, 0.0332F, 0.0524F}},
    {"vc6", LimitContext::loa3, {-0.1309F, -0.1012F, -0.0908F}, {0.1082F, 0.1012F, 0.0908F}},
    {"vc5", LimitContext::loa3, {-0.1536F, -0.1187F, -0.1030F}, {0.1292F, 0.1187F, 0.1030F}},
    {"vc4", LimitContext::loa3, {-0.1536F, -0.1187F, -0.1414F}, {0.1292F, 0.1187F, 0.1414F}},
    {"vc3", LimitContext::loa3, {-0.1152F, -0.1187F, -0.1414F}, {0.0960F, 0.1187F, 0.1414F}},
    {"vc2", LimitContext::loa3, {-0.0768F, -0.0506F, -0.1292F}, {0.0646F, 0.0506F, 0.1292F}},
    {"vc1", LimitContext::loa3, {-0.1536F, -0.6807F, -0.0646F}, {0.1292F, 0.6807F, 0.0646F}},
    {"skullbase", LimitContext::loa3, {-0.1920F, -0.0855F, -0.0646F}, {0.1606F, 0.0855F, 0.0646F}},
    {"vl5", LimitContext::loa2, {-0.1937F, -0.0576F, -0.1361F}, {0.4276F, 0.0576F, 0.1361F}},
    {"vl3", LimitContext::loa2, {-0.1710F, -0.0768F, -0.2112F}, {0.3770F, 0.0768F, 0.2112F}},
    {"vl1", LimitContext::loa2, {-0.1815F, -0.0733F, -0.2077F}, {0.3211F, 0.0733F, 0.2077F}},
    {"vt10", LimitContext::loa2, {-0.1239F, -0.1571F, -0.1728F}, {0.1868F, 0.1571F, 0.1728F}},
    {"vt6", LimitContext::loa2, {-0.0960F, -0.3403F, -0.1990F}, {0.1449F, 0.3403F, 0.1990F}},
    {"vt1", LimitContext::loa2, {-0.3718F, -0.3334F, -0.2793F}, {0.3229F, 0.3334F, 0.2793F}},
    {"vc4", LimitContext::loa2, {-0.2688F, -0.2374F, -0.2827F}, {0.2251F, 0.2374F, 0.2827F}},
    {"vc2", LimitContext::loa2, {-0.2304F, -0.7313F, -0.1937F}, {0.1920F, 0.7313F, 0.1937F}},
    {"skullbase", LimitContext::loa2, {-0.1920F, -0.0855F, -0.0646F}, {0.1606F, 0.0855F, 0.0646F}},
    {"vl5", LimitContext::loa1, {-0.7854F, -0.7854F, -0.9599F}, {1.4835F, 0.7854F, 0.9599F}},
    {"skullbase", LimitContext::loa1, {-1.0472F, -1.3090F, -0.7854F}, {0.8727F, 1.3090F, 0.7854F}},
    {"sacroiliac", LimitContext::any, {-0.0524F, -0.0175F, -0.0175F}, {0.0524F, 0.0175F, 0.0175F}},
    {"HumanoidRoot", LimitContext::any, {-3.1416F, -3.1416F, -3.1416F}, {3.1416F, 3.1416F, 3.1416F}},
    {"l_eyeball_joint", LimitContext::any, {-0.6109F, -0.7854F, -0.0873F}, {0.7854F, 0.7854F, 0.0873F}},
    {"r_eyeball_joint", LimitContext::any, {-0.6109F, -0.7854F, -0.0873F}, {0.7854F, 0.7854F, 0.0873F}},
    {"l_eyelid_joint", LimitContext::any, {0.0000F, 0.0000F, 0.0000F}, {3.1416F, 0.0000F, 0.0000F}},
    {"r_eyelid_joint", LimitContext::any, {0.0000F, 0.0000F, 0.0000F}, {3.1416F, 0.0000F, 0.0000F}},
    {"l_eyebrow_joint", LimitContext::any, {0.0000F, 0.0000F, -0.3491F}, {0.0000F, 0.0000F, 0.3491F}},
    {"r_eyebrow_joint", LimitContext::any, {0.0000F, 0.0000F, -0.3491F}, {0.0000F, 0.0000F, 0.3491F}},
    {"temporomandibular", LimitContext::any, {0.0000F, -0.1745F, -0.0524F}, {0.5236F, 0.1745F, 0.0524F}},
}};

}  // namespace

std::span<const AnatomicalLimits> anatomical_limits() {
    return rows;
}

bool counts_at(LimitContext context, int level) {
    switch (context) {
        case LimitContext::any:
            return true;
        case LimitContext::loa1:
            return level <= 1;
        case LimitContext::loa2:
            return level == 2;
        case LimitContext::loa2_up:
            return level >= 2;
        case LimitContext::loa3:
            return level >= 3;
    }
    return false;
}

}  // namespace vitruvian
