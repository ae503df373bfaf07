// The parts of a figure that bones_by_shape has found where to look for: limbs and hands. Only the files
// bone_shape*.cpp see it. Joints go by their place in the JointTree.
#pragma once

#include "model/figure/joint_tree.h"

#include <array>
#include <vector>

namespace vitruvian {

/// A limb from the trunk outwards; -1: not there.
struct LimbShape {
    int shoulder = -1;  // what comes before the upper bone: a collar bone, a hip's helper
    int upper = -1;
    int lower = -1;
    int end = -1;           // hand or foot
    int after = -1;         // the next on the way: a knuckle, the toes
    float likeness = 0.0F;  // of upper and lower bone: 1 where they are equally long
    bool fans_out = false;  // `end` has several chains
};

/// True where `root` and its `twin` of the other side begin near the middle, and lead with a short bone to where the
/// limbs begin.
[[nodiscard]] bool is_collar(const JointTree& tree, int root, int twin);

/// The way from `root`, a child of the trunk, outwards: the upper and the lower bone are the two longest of
/// like length, after the collar if there is one.
[[nodiscard]] LimbShape find_limb(const JointTree& tree, int root, bool has_collar);

/// A finger's joints from the palm outwards, -1 where it has fewer.
using FingerShape = std::array<int, 3>;
struct HandShape {
    std::array<FingerShape, 5> fingers;  // thumb .. little
    int found = 0;
};

/// Fingers are the chains below `hand`; the thumb is the outer one that starts nearest to the wrist and goes
/// its own way, towards `front` (zero: not known). `arm_direction` is a unit vector from the elbow to the
/// hand. What the other hand (`twin`, -1: none) has not as well is a thing that it holds.
[[nodiscard]] HandShape find_fingers(const JointTree& tree, int hand, int twin, const vec3& arm_direction,
                                     const vec3& front);

}  // namespace vitruvian
