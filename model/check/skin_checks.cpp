// The table of checks of how meshes follow joints.
#include "model/check/skin_checks.h"

#include "model/check/world_checks.h"

namespace vitruvian::check {
namespace {

constexpr CheckInfo skin_table[] = {
    {"SK01", "Inverse bind mismatch",
     "whether each joint's rest and inverse bind matrix agree with the others'", "m", 1e-4,
     "1e-4 m or 0.1 deg", Level::warning, AppliesTo::gltf, false,
     "EXT_skeleton_humanoid (reference pose comes from IBM); own rule", check_inverse_bind},
    {"SK02", "Invalid IBM", "each skin's inverse bind matrices: last row, numbers, count", "", 0.0, "",
     Level::error, AppliesTo::gltf, false,
     "KhronosGroup/glTF-Validator ISSUES.md INVALID_IBM, INVALID_IBM_ACCESSOR_COUNT",
     check_inverse_bind_numbers},
    {"SK03", "Weights not normalised", "sum of each vertex's weights", "", 1e-3,
     "quantised: exactly 255 or 65535", Level::error, AppliesTo::both, true,
     "KhronosGroup/glTF-Validator ISSUES.md ACCESSOR_WEIGHTS_NON_NORMALIZED; Ready Player Me docs",
     check_weight_sums},
    {"SK04", "Negative weight", "weights below 0", "", 0.0, "", Level::error, AppliesTo::both, true,
     "KhronosGroup/glTF-Validator ISSUES.md ACCESSOR_WEIGHTS_NEGATIVE", check_negative_weights},
    {"SK05", "Joint index out of range", "influences of joints that the skin does not have", "", 0.0, "",
     Level::error, AppliesTo::both, true, "KhronosGroup/glTF-Validator ISSUES.md ACCESSOR_JOINTS_INDEX_OOB",
     check_joint_range},
    {"SK06", "Same joint twice in a vertex", "vertices that name one joint twice", "", 0.0, "", Level::error,
     AppliesTo::gltf, true, "KhronosGroup/glTF-Validator ISSUES.md ACCESSOR_JOINTS_INDEX_DUPLICATE",
     check_repeated_joints},
    {"SK07", "Joint with zero weight", "joints named with weight 0", "", 0.0, "", Level::warning,
     AppliesTo::gltf, true, "KhronosGroup/glTF-Validator ISSUES.md ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
     check_idle_joints},
    {"SK08", "More than 4 influences", "vertices with more than 4 weights", "", 4.0, "", Level::warning,
     AppliesTo::both, false, "saturday06/VRM-Addon-for-Blender validator; Ready Player Me docs; Roblox",
     check_influence_count},
    {"SK09", "Unweighted vertices", "vertices that nothing moves", "", 0.0, "", Level::error, AppliesTo::both,
     false, "saturday06/VRM-Addon-for-Blender validator", check_unweighted},
    {"SK10", "Joint used without weight", "bones that move no vertex", "", 0.0, "", Level::info,
     AppliesTo::both, false, "Blender cleanup habit; own rule", check_idle_bones},
    {"SK11", "Weight on far joint", "distance of vertices from the bones that move them", "m", 0.3,
     "0.3 m in a figure of 1.75 m, weight over 0.05", Level::warning, AppliesTo::both, false, "own rule",
     check_far_weights},
    {"SK12", "Left vertex on right joint", "weights of one side on vertices of the other", "", 0.05,
     "2 cm beside the middle", Level::warning, AppliesTo::both, false, "own rule", check_wrong_side},
    {"SK13", "Mirror weight asymmetry", "difference of the weights of mirrored vertices", "", 0.02,
     "mean over pairs", Level::info, AppliesTo::both, false, "own rule", check_weight_symmetry},
    {"SK14", "Joints/weights set mismatch", "whether each JOINTS_n has its WEIGHTS_n", "", 0.0, "",
     Level::error, AppliesTo::gltf, false,
     "KhronosGroup/glTF-Validator ISSUES.md MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", check_influence_sets},
    {"SK15", "Skin with unskinned mesh / mesh without skin",
     "skins on meshes without weights, weights without a skin", "", 0.0,
     "skin without weights error, weights without skin warning", Level::error, AppliesTo::gltf, false,
     "KhronosGroup/glTF-Validator ISSUES.md NODE_SKIN_WITH_NON_SKINNED_MESH, NODE_SKINNED_MESH_WITHOUT_SKIN",
     check_skin_and_mesh},
    {"SK16", "Skinned mesh node transform", "whether the node of a skinned mesh is placed at all", "", 1e-5,
     "", Level::warning, AppliesTo::gltf, false,
     "KhronosGroup/glTF-Validator ISSUES.md NODE_SKINNED_MESH_LOCAL_TRANSFORMS, NODE_SKINNED_MESH_NON_ROOT",
     check_skinned_node},
    {"SK17", "H-Anim 2 skinCoordWeight",
     "lengths of skinCoordIndex and skinCoordWeight, indices within skinCoord", "", 0.0, "", Level::error,
     AppliesTo::hanim, true, "X_ITE HAnimJoint; FreeWRL", check_skin_coord_weights},
    {"SK18", "skinCoord USE", "whether the geometry of the skin uses skinCoord itself", "", 0.0, "",
     Level::error, AppliesTo::hanim, false, "castle-model-viewer#108", check_skin_coord_use},
    {"SK19", "Volume collapse at twist", "loss of cross section at a joint that twists by 90 degrees", "",
     0.4, "", Level::info, AppliesTo::both, false, "own rule", check_twist},
};

}  // namespace

std::span<const CheckInfo> skin_checks() {
    return skin_table;
}

}  // namespace vitruvian::check
