// The table of checks of scales, mirrors and rotations of joints.
#include "model/check/transform_checks.h"

namespace vitruvian::check {
namespace {

constexpr CheckInfo transform_table[] = {
    {"TR01", "Non-uniform scale", "largest difference of a joint's scale along its axes", "", 1e-3, "",
     Level::error, AppliesTo::both, false, "Roblox frozen; saturday06/VRM-Addon-for-Blender validator",
     check_uneven_scale},
    {"TR02", "Negative scale / mirror", "whether a joint is mirrored", "", 0.0, "determinant", Level::error,
     AppliesTo::both, false, "saturday06/VRM-Addon-for-Blender validator (VRM1); Maya/HumanIK public help",
     check_mirrored},
    {"TR03", "Non-unit scale", "how far a joint's scale is from 1", "", 1e-3, "", Level::warning,
     AppliesTo::both, false, "vrm-c/UniVRM HumanoidValidator; Roblox", check_unit_scale},
    {"TR04", "Non-zero rest rotation", "rotation and translation of joints at rest", "", 1e-4, "rad, m",
     Level::warning, AppliesTo::both, true, "vrm-c/UniVRM HumanoidValidator; H-Anim 1.1",
     check_rest_rotation},
    {"TR05", "Shear", "cosine between the axes of a joint", "", 1e-4, "", Level::error, AppliesTo::both,
     false, "own rule; Maya/HumanIK public help", check_shear},
    {"TR06", "Quaternion not unit", "length of quaternions as written", "", 0.00769, "", Level::error,
     AppliesTo::gltf, false,
     "KhronosGroup/glTF-Validator ISSUES.md ROTATION_NON_UNIT, "
     "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION",
     check_quaternions},
    {"TR07", "Matrix not TRS", "whether a node's matrix is translation, rotation and scale", "", 1e-4, "",
     Level::error, AppliesTo::gltf, false, "KhronosGroup/glTF-Validator ISSUES.md NODE_MATRIX_NON_TRS",
     check_node_matrices},
    {"TR08", "HIK 16 numbers", "whether each joint's 16 numbers are a right-handed frame", "", 1e-5, "",
     Level::error, AppliesTo::both, false, "HumanIK transform matrices", check_sixteen_numbers},
    {"TR09", "HIK round trip", "a pose written as matrices and read again, against itself", "", 1e-5,
     "of the height", Level::error, AppliesTo::both, false, "own rule", check_round_trip},
};

}  // namespace

std::span<const CheckInfo> transform_checks() {
    return transform_table;
}

}  // namespace vitruvian::check
