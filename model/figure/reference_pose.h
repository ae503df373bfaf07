// The reference pose of a humanoid: the pose that counts as "no rotation" when motion is retargeted.
// Three are known: the skin's bind pose, the nodes' rest, and a T-pose computed from the nearer of the two.
//
// EXT_skeleton_humanoid takes the bind pose, and leaves open how. Settled here:
//  - A bone's parent is its node parent, since what is wanted is a node's local rotation. Nodes between bones
//    keep their rest, joints or not.
//  - bindLocal = inverse(rest of the nodes between) * inverseBind(ancestor) * inverse(inverseBind(bone)), the
//    ancestor being the nearest one in the same skin. Of several skins, the one with the nearest ancestor.
//  - A bone without an ancestor in its skin (hips under an armature), without a skin, or whose skin has no
//    inverse bind matrices (all identity) takes its node's rest rotation.
//  - Where the figure would then lean, since its nodes rest in some frame of a motion, and the hips' bind
//  world in the
//    scene would have it upright, that is taken for the hips.
//  - Only the rotation is taken: proportions stay those of the nodes, so that nothing moves that is not
//  animated.
//  - Bind and rest differ in a quarter of real files. The default is the one whose limbs are nearer the
//    T-pose; where even that one is over 20 degrees off (A-pose, I-pose), or any of its limbs over 15 (mocap
//    skeletons with splayed legs), it is the computed T-pose. VRM files promise a T-pose at rest, and always
//    use that; of EXT_skeleton_humanoid's bind pose only the mean counts. A T-pose that the file gives
//    (KHR_character_reference_pose) goes before all that is not asked for by name.
//  - Motion files that rest in no stance at all begin from one found in their motion (standing_pose.h).
#pragma once

#include "model/figure/body_frame.h"
#include "model/figure/t_pose.h"
#include "model/pose/pose.h"

#include <vector>

namespace vitruvian {

enum class ReferenceKind { automatic, bind, rest, tpose };
/// "auto", "bind", "rest" and "tpose", as the command line has them.
[[nodiscard]] std::optional<ReferenceKind> reference_kind_from_string(std::string_view name);
[[nodiscard]] std::string_view to_string(ReferenceKind kind);

struct ReferencePose {
    ReferenceKind kind = ReferenceKind::rest;  // which one it is; never automatic
    Pose pose;                                 // bones at the reference, all other nodes where they rest
    Pose natural;                              // what a computed T-pose began from; else the same
    bool from_motion = false;                  // that was found in the motion: the rest shows no stance
    std::vector<mat4> world;                   // of `pose`
    BodyFrame body;
    TPoseScore score;
};

/// Where nodes are that nothing moves: joints at rest, the nodes around a figure where the file puts them.
[[nodiscard]] Pose base_pose(const Document& document, const Skeleton& skeleton);

/// True for the kinds whose specification says that they stand in a T-pose, and how a clip is to be applied.
[[nodiscard]] bool promises_t_pose(HumanoidKind kind);

/// `humanoid` is an index into Document::humanoids.
[[nodiscard]] ReferencePose make_reference_pose(const Document& document, int humanoid, ReferenceKind kind);

/// The three reference poses side by side.
struct ReferenceComparison {
    ReferenceKind used = ReferenceKind::rest;  // the one that `automatic` takes
    ReferencePose bind;
    ReferencePose rest;
    ReferencePose tpose;

    [[nodiscard]] const ReferencePose& of(ReferenceKind kind) const;
};
[[nodiscard]] ReferenceComparison compare_references(const Document& document, int humanoid);

}  // namespace vitruvian
