// The parts of a figure that bones_by_shape has found where to look for: limbs and hands. Only the files
// bone_shape*.cpp see it. Joints go by their place in the JointTree.
#pragma once

#include "model/figure/joint_tree.h"

#include <array>
#include <optional>

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

/// Two like subtrees on one joint: legs, arms, or twin tails.
struct LimbPair {
    int on = -1;
    int a = -1, b = -1;
    float reach = 0.0F;
    LimbShape limb_a, limb_b;
};

/// Legs and arms that make a figure.
struct FigureFrame {
    LimbPair legs, arms;
    int hips = -1;
    vec3 up{0.0F};
    vec3 side{0.0F};  // from one leg to the other
    float score = 0.0F;
};

/// A zero vector where `v` has no direction.
[[nodiscard]] vec3 unit_or_zero(const vec3& v);

/// Where the longest way outwards from `joint` ends.
[[nodiscard]] vec3 tip_of(const JointTree& tree, int joint);

/// The best of all legs and arms. Pairs that hang on the trunk further down go before those on the head: long
/// hair is not an arm.
[[nodiscard]] std::optional<FigureFrame> find_figure_frame(const JointTree& tree);

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
