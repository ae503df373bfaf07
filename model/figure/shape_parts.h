// Limbs and hands of a figure, as bones_by_shape finds them. Used only by bone_shape*.cpp. Joints are indices
// of the JointTree.
#pragma once

#include "model/figure/joint_tree.h"

#include <array>
#include <optional>
#include <vector>

namespace vitruvian {

/// A limb from the trunk outwards; -1: missing.
struct LimbShape {
    int shoulder = -1;  // the joint before the upper bone: a collar bone, a hip's helper
    int upper = -1;
    int lower = -1;
    int end = -1;           // hand or foot
    int after = -1;         // the next joint: a knuckle, the toes
    float likeness = 0.0F;  // length ratio of upper and lower bone: 1 if equal
    bool fans_out = false;  // `end` has several child chains
};

/// Whether `middle` halves the straight bone between two joints: a twist joint.
[[nodiscard]] bool is_halved(const JointTree& tree, int from, int middle, int to);

/// True if `root` and its `twin` on the other side start near the middle, and a short bone leads to the start
/// of the limbs.
[[nodiscard]] bool is_collar(const JointTree& tree, int root, int twin);

/// Finds the limb from `root`, a child of the trunk, outwards: the upper and the lower bone are the two
/// longest of similar length, after the collar if there is one. It has at most `max_joints` joints: what follows
/// is held.
[[nodiscard]] LimbShape find_limb(const JointTree& tree, int root, bool has_collar, int max_joints);

/// Finds the limb from `root` whose two long bones are as long as those of `twin`, the limb of the other side: among
/// more joints than that has. Returns `otherwise` if there is none.
[[nodiscard]] LimbShape find_limb_like(const JointTree& tree, int root, const LimbShape& twin,
                                       const LimbShape& otherwise);

/// Two similar subtrees of one joint: legs, arms, or twin tails.
struct LimbPair {
    int on = -1;
    int a = -1, b = -1;
    float reach = 0.0F;
    LimbShape limb_a, limb_b;
    bool has_strand = false;  // one is a row of many equal bones
};

/// Legs and arms that form a figure.
struct FigureFrame {
    LimbPair legs, arms;
    int hips = -1;
    int chest = -1;  // the trunk's joint next to the arms: which they hang on, as a rule
    vec3 up{0.0F};
    vec3 side{0.0F};  // from one leg to the other
    float score = 0.0F;
};

/// Returns the tree with hands and feet on their limbs that hang elsewhere, where it is unmistakable that they end two
/// limbs that are each other's mirror image; nothing if none does. `within`: a limb may go on from a joint before its
/// last, what follows being twist joints or worn.
[[nodiscard]] std::optional<JointTree> with_ends_joined(const JointTree& tree, bool within);

/// Whether the smaller of two lengths is at least this share of the larger.
[[nodiscard]] bool is_alike(float a, float b, float tolerance);

/// Returns a zero vector if `v` has no direction.
[[nodiscard]] vec3 unit_or_zero(const vec3& v);

/// Returns the end of the longest path from `joint`.
[[nodiscard]] vec3 tip_of(const JointTree& tree, int joint);

/// Returns the middle between where the long bones of two limbs begin.
[[nodiscard]] vec3 middle_of(const JointTree& tree, const LimbPair& pair);

/// Finds hips and chest, given legs, arms, `up` and `side`. False: there is no trunk between the limbs.
[[nodiscard]] bool find_trunk(const JointTree& tree, FigureFrame& frame);

/// Returns the trunk's joints above the hips, up to the chest.
[[nodiscard]] std::vector<int> joints_of_trunk(const JointTree& tree, const FigureFrame& frame);

/// Returns the best combination of legs and arms. Pairs attached lower on the trunk are preferred to those on
/// the head, so that long hair is not taken for arms.
[[nodiscard]] std::optional<FigureFrame> find_figure_frame(const JointTree& tree);

/// -1: missing.
struct NeckShape {
    int neck = -1;
    int head = -1;
};

/// Finds the head on the chain of joints that rises from the chest: at skull height above
/// the shoulders, and with vertices if any joint there has some. A joint at the top of the head, or the start of
/// hair on it, is not the head. `ends_are_joints`: the figure's limbs have such a joint at their ends.
[[nodiscard]] NeckShape find_neck(const JointTree& tree, const FigureFrame& frame, bool ends_are_joints);

/// A finger's joints from the palm outwards, -1 where it has fewer.
using FingerShape = std::array<int, 3>;
struct HandShape {
    std::array<FingerShape, 5> fingers;  // thumb .. little
    int found = 0;
};

/// Fingers are the chains below `hand`; the thumb is the outer one that starts closest to the wrist and
/// diverges, towards `front` (zero: unknown). `arm_direction` is a unit vector from the elbow to the hand.
/// Chains that the other hand (`twin`, -1: none) lacks are held objects.
[[nodiscard]] HandShape find_fingers(const JointTree& tree, int hand, int twin, const vec3& arm_direction,
                                     const vec3& front);

}  // namespace vitruvian
