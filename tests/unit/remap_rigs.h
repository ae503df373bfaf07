// Random humanoid rigs and clips for the tests of remapping: arbitrary axes, proportions and roots.
#pragma once

#include "model/remap/remap.h"
#include "tests/unit/random_rig.h"

namespace vitruvian::test {

struct RigStyle {
    bool conforms = false;       // bones have the axes of EXT_skeleton_humanoid; otherwise arbitrary ones
    bool varies = true;          // proportions differ from rig to rig
    float missing = 0.0F;        // probability that an optional bone is missing
    bool intermediates = false;  // nodes between bones
    Transform root;              // of the parent of the hips
    HumanoidKind kind = HumanoidKind::ext_skeleton_humanoid;
};

/// A figure in T-pose facing +Z (before `root`), on the ground, without meshes: the reference is its rest.
/// Every document is valid.
[[nodiscard]] Document make_rig(Random& random, const RigStyle& style);

/// Rotations for every bone (linear, cubic or step) and a translation of the hips, on bones.
[[nodiscard]] std::shared_ptr<const Clip> make_bone_clip(Random& random);

/// World matrices of all nodes while `clip` (of node channels) plays.
[[nodiscard]] std::vector<mat4> posed_world(const Document& document, const Clip& clip, double seconds);

}  // namespace vitruvian::test
