#include "model/standard/anatomical_limits.h"

#include <array>

namespace vitruvian {
namespace {

struct Row {
    std::string_view joint;  // name in version 1.1, without l_; for the left side if sided
    int level;               // from which level of articulation; 0: all
    vec3 lower;              // radians
    vec3 upper;
    float turned;  // rotation of the limit frame about X
};

// From tables of clinical ranges of motion, measured from H-Anim's standing pose. The trunk's rows divide the
// range of the whole back, or neck, among the joints that a level has.
const std::array<Row, 74> rows{{
    {"hip", 0, {-2.0944F, -0.6981F, -0.5236F}, {0.5236F, 0.7854F, 0.7854F}, 0.0F},
    {"knee", 0, {-0.0873F, -0.1745F, 0.0F}, {2.4435F, 0.3491F, 0.0F}, 0.0F},
    {"ankle", 2, {-0.3491F, -0.2618F, -0.1745F}, {0.8727F, 0.2618F, 0.1745F}, 0.0F},
    {"ankle", 1, {-0.3491F, -0.4363F, -0.6109F}, {0.8727F, 0.4363F, 0.3491F}, 0.0F},
    {"subtalar", 0, {-0.0873F, -0.1745F, -0.6109F}, {0.0873F, 0.1745F, 0.3491F}, 0.0F},
    {"midtarsal", 2, {-0.1745F, -0.1745F, -0.1745F}, {0.2618F, 0.1745F, 0.1745F}, 0.0F},
    {"midtarsal", 1, {-1.2217F, -0.0873F, -0.0873F}, {0.6981F, 0.0873F, 0.0873F}, 0.0F},
    {"metatarsal", 0, {-1.2217F, -0.0873F, -0.0873F}, {0.6981F, 0.0873F, 0.0873F}, 0.0F},
    {"sternoclavicular", 0, {-0.7854F, -0.2618F, -0.1745F}, {0.0873F, 0.2618F, 0.7854F}, 0.0F},
    {"acromioclavicular", 0, {-0.4363F, -0.4363F, -0.3491F}, {0.4363F, 0.4363F, 0.4363F}, 0.0F},
    {"shoulder", 2, {-2.0944F, -1.309F, -0.5236F}, {0.8727F, 1.4835F, 2.0944F}, 0.0F},
    {"shoulder", 1, {-3.1416F, -1.309F, -0.7854F}, {1.0472F, 1.5708F, 3.1416F}, 0.0F},
    {"elbow", 0, {-2.618F, 0.0F, 0.0F}, {0.0873F, 0.0F, 0.0F}, 0.0F},
    {"wrist", 0, {-0.3491F, -1.3963F, -1.309F}, {0.6109F, 1.4835F, 1.2217F}, 0.0F},
    {"thumb1", 0, {-0.3491F, -0.3491F, -1.2217F}, {0.2618F, 0.3491F, 0.0873F}, -0.7854F},
    {"thumb2", 0, {-0.1745F, 0.0F, -0.1745F}, {1.0472F, 0.0F, 0.1745F}, -0.7854F},
    {"thumb3", 0, {-0.2618F, 0.0F, 0.0F}, {1.3963F, 0.0F, 0.0F}, -0.7854F},
    {"index0", 0, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.0349F}, 0.0F},
    {"index1", 0, {-0.3491F, -0.0873F, -1.5708F}, {0.2618F, 0.0873F, 0.6981F}, 0.0F},
    {"index2", 0, {0.0F, 0.0F, -1.8326F}, {0.0F, 0.0F, 0.0873F}, 0.0F},
    {"index3", 0, {0.0F, 0.0F, -1.3963F}, {0.0F, 0.0F, 0.1745F}, 0.0F},
    {"middle0", 0, {-0.0349F, -0.0349F, -0.0349F}, {0.0349F, 0.0349F, 0.0349F}, 0.0F},
    {"middle1", 0, {-0.1745F, -0.0873F, -1.5708F}, {0.1745F, 0.0873F, 0.6981F}, 0.0F},
    {"middle2", 0, {0.0F, 0.0F, -1.8326F}, {0.0F, 0.0F, 0.0873F}, 0.0F},
    {"middle3", 0, {0.0F, 0.0F, -1.3963F}, {0.0F, 0.0F, 0.1745F}, 0.0F},
    {"ring0", 0, {-0.0349F, -0.0349F, -0.0873F}, {0.0349F, 0.0349F, 0.0349F}, 0.0F},
    {"ring1", 0, {-0.1745F, -0.0873F, -1.5708F}, {0.2618F, 0.0873F, 0.6981F}, 0.0F},
    {"ring2", 0, {0.0F, 0.0F, -1.8326F}, {0.0F, 0.0F, 0.0873F}, 0.0F},
    {"ring3", 0, {0.0F, 0.0F, -1.3963F}, {0.0F, 0.0F, 0.1745F}, 0.0F},
    {"pinky0", 0, {-0.0349F, -0.0349F, -0.1745F}, {0.0349F, 0.0349F, 0.0349F}, 0.0F},
    {"pinky1", 0, {-0.2618F, -0.0873F, -1.5708F}, {0.4363F, 0.0873F, 0.6981F}, 0.0F},
    {"pinky2", 0, {0.0F, 0.0F, -1.8326F}, {0.0F, 0.0F, 0.0873F}, 0.0F},
    {"pinky3", 0, {0.0F, 0.0F, -1.3963F}, {0.0F, 0.0F, 0.1745F}, 0.0F},
    {"vl5", 3, {-0.0995F, -0.0192F, -0.0454F}, {0.2199F, 0.0192F, 0.0454F}, 0.0F},
    {"vl4", 3, {-0.0942F, -0.0384F, -0.0908F}, {0.2077F, 0.0384F, 0.0908F}, 0.0F},
    {"vl3", 3, {-0.089F, -0.0384F, -0.1204F}, {0.1937F, 0.0384F, 0.1204F}, 0.0F},
    {"vl2", 3, {-0.082F, -0.0384F, -0.0908F}, {0.1815F, 0.0384F, 0.0908F}, 0.0F},
    {"vl1", 3, {-0.0716F, -0.0384F, -0.0908F}, {0.1553F, 0.0384F, 0.0908F}, 0.0F},
    {"vt12", 3, {-0.0559F, -0.0175F, -0.0559F}, {0.082F, 0.0175F, 0.0559F}, 0.0F},
    {"vt11", 3, {-0.0559F, -0.0175F, -0.0628F}, {0.082F, 0.0175F, 0.0628F}, 0.0F},
    {"vt10", 3, {-0.0419F, -0.0175F, -0.0489F}, {0.0628F, 0.0175F, 0.0489F}, 0.0F},
    {"vt9", 3, {-0.0279F, -0.0349F, -0.0419F}, {0.0419F, 0.0349F, 0.0419F}, 0.0F},
    {"vt8", 3, {-0.0279F, -0.0524F, -0.0419F}, {0.0419F, 0.0524F, 0.0419F}, 0.0F},
    {"vt7", 3, {-0.0279F, -0.0524F, -0.0419F}, {0.0419F, 0.0524F, 0.0419F}, 0.0F},
    {"vt6", 3, {-0.0227F, -0.0611F, -0.0419F}, {0.0349F, 0.0611F, 0.0419F}, 0.0F},
    {"vt5", 3, {-0.0192F, -0.0698F, -0.0419F}, {0.0279F, 0.0698F, 0.0419F}, 0.0F},
    {"vt4", 3, {-0.0192F, -0.0698F, -0.0419F}, {0.0279F, 0.0698F, 0.0419F}, 0.0F},
    {"vt3", 3, {-0.0192F, -0.0698F, -0.0349F}, {0.0279F, 0.0698F, 0.0349F}, 0.0F},
    {"vt2", 3, {-0.0192F, -0.0698F, -0.0419F}, {0.0279F, 0.0698F, 0.0419F}, 0.0F},
    {"vt1", 3, {-0.0192F, -0.0785F, -0.0349F}, {0.0279F, 0.0785F, 0.0349F}, 0.0F},
    {"vc7", 3, {-0.0698F, -0.0332F, -0.0524F}, {0.0576F, 0.0332F, 0.0524F}, 0.0F},
    {"vc6", 3, {-0.1309F, -0.1012F, -0.0908F}, {0.1082F, 0.1012F, 0.0908F}, 0.0F},
    {"vc5", 3, {-0.1536F, -0.1187F, -0.103F}, {0.1292F, 0.1187F, 0.103F}, 0.0F},
    {"vc4", 3, {-0.1536F, -0.1187F, -0.1414F}, {0.1292F, 0.1187F, 0.1414F}, 0.0F},
    {"vc3", 3, {-0.1152F, -0.1187F, -0.1414F}, {0.096F, 0.1187F, 0.1414F}, 0.0F},
    {"vc2", 3, {-0.0768F, -0.0506F, -0.1292F}, {0.0646F, 0.0506F, 0.1292F}, 0.0F},
    {"vc1", 3, {-0.1536F, -0.6807F, -0.0646F}, {0.1292F, 0.6807F, 0.0646F}, 0.0F},
    {"skullbase", 3, {-0.192F, -0.0855F, -0.0646F}, {0.1606F, 0.0855F, 0.0646F}, 0.0F},
    {"vl5", 2, {-0.1937F, -0.0576F, -0.1361F}, {0.4276F, 0.0576F, 0.1361F}, 0.0F},
    {"vl3", 2, {-0.171F, -0.0768F, -0.2112F}, {0.377F, 0.0768F, 0.2112F}, 0.0F},
    {"vl1", 2, {-0.1815F, -0.0733F, -0.2077F}, {0.3211F, 0.0733F, 0.2077F}, 0.0F},
    {"vt10", 2, {-0.1239F, -0.1571F, -0.1728F}, {0.1868F, 0.1571F, 0.1728F}, 0.0F},
    {"vt6", 2, {-0.096F, -0.3403F, -0.199F}, {0.1449F, 0.3403F, 0.199F}, 0.0F},
    {"vt1", 2, {-0.3718F, -0.3334F, -0.2793F}, {0.3229F, 0.3334F, 0.2793F}, 0.0F},
    {"vc4", 2, {-0.2688F, -0.2374F, -0.2827F}, {0.2251F, 0.2374F, 0.2827F}, 0.0F},
    {"vc2", 2, {-0.2304F, -0.7313F, -0.1937F}, {0.192F, 0.7313F, 0.1937F}, 0.0F},
    {"skullbase", 2, {-0.192F, -0.0855F, -0.0646F}, {0.1606F, 0.0855F, 0.0646F}, 0.0F},
    {"vl5", 1, {-0.7854F, -0.7854F, -0.9599F}, {1.4835F, 0.7854F, 0.9599F}, 0.0F},
    {"skullbase", 1, {-1.0472F, -1.309F, -0.7854F}, {0.8727F, 1.309F, 0.7854F}, 0.0F},
    {"sacroiliac", 0, {-0.0524F, -0.0175F, -0.0175F}, {0.0524F, 0.0175F, 0.0175F}, 0.0F},
    {"eyeball_joint", 0, {-0.6109F, -0.7854F, -0.0873F}, {0.7854F, 0.7854F, 0.0873F}, 0.0F},
    {"eyelid_joint", 0, {0.0F, 0.0F, 0.0F}, {3.1416F, 0.0F, 0.0F}, 0.0F},
    {"eyebrow_joint", 0, {0.0F, 0.0F, -0.3491F}, {0.0F, 0.0F, 0.3491F}, 0.0F},
    {"temporomandibular", 0, {0.0F, -0.1745F, -0.0524F}, {0.5236F, 0.1745F, 0.0524F}, 0.0F},
}};

const Row* row_of(std::string_view joint, int level) {
    const Row* out = nullptr;
    for (const Row& row : rows) {
        if (row.joint != joint) continue;
        const bool fits = row.level <= level;
        const bool better = out == nullptr || (fits ? row.level > out->level || out->level > level
                                                    : out->level > level && row.level < out->level);
        if (better) out = &row;
    }
    return out;
}

}  // namespace

std::optional<AnatomicalLimits> anatomical_limits(const HanimJointName& joint, int level) {
    const HanimJointFact& fact = hanim_joint_facts()[joint.fact];
    const Row* const row = row_of(fact.name_1_1, level);
    if (row == nullptr || fact.name_1_1.empty()) return std::nullopt;
    AnatomicalLimits out{row->lower, row->upper, axis_angle(vec3(1.0F, 0.0F, 0.0F), row->turned)};
    if (row->turned == 0.0F) out.orientation = identity_quat;
    if (joint.side != Side::right) return out;
    // Rotations about Y and Z are reversed on the other side.
    out.lower = {row->lower.x, -row->upper.y, -row->upper.z};
    out.upper = {row->upper.x, -row->lower.y, -row->lower.z};
    return out;
}

}  // namespace vitruvian
