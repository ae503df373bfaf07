// The reference pose of a humanoid: the pose that means "no rotation" in retargeting. There are three: the
// skin's bind pose, the nodes' rest pose, and a T-pose computed from the closer of the two.
//
// EXT_skeleton_humanoid uses the bind pose without defining its computation. Defined here as:
//  - A bone's parent is its node parent, since the result is a node's local rotation. Nodes between bones
//    keep their rest, joints or not.
//  - bindLocal = inverse(rest of the nodes between) * inverseBind(ancestor) * inverse(inverseBind(bone)), where
//    ancestor is the nearest one in the same skin. Of several skins, the one with the nearest ancestor is used.
//  - A joint that moves no vertex and whose matrix is the identity is not in the skin, where one above it is: that
//    is what exporters write who know of no bind pose for it.
//  - A bone without an ancestor in its skin (hips under an armature), without a skin, or whose skin has no
//    inverse bind matrices (all identity) uses its node's rest rotation.
//  - If the figure would lean or turn, since its nodes rest in some frame of a motion, and the hips' bind world matrix
//    in the scene would make it upright, the hips use that; or the joints above them where these are bound by another
//    matrix than the identity, with their places. Where no skin has the hips, since they are above several roots
//    that one has, the roots use theirs in the same way, also if that brings the limbs nearer to the T-pose.
//  - Only the rotation is used: proportions stay those of the nodes, so that nothing moves that is not
//    animated.
//  - Bind and rest differ in a quarter of real files. The default is the one whose limbs are closer to the
//    T-pose; if even that one is over 20 degrees off (A-pose, I-pose), or any of its limbs over 15 (mocap
//    skeletons with splayed legs), it is the computed T-pose. VRM files guarantee a T-pose at rest, and always
//    use that; for EXT_skeleton_humanoid's bind pose only the mean is tested. A T-pose defined in the file
//    (KHR_character_reference_pose) takes precedence unless a kind is requested explicitly.
//  - Motion files without a stance at rest start from one found in their motion (standing_pose.h).
#pragma once

#include "model/figure/body_frame.h"
#include "model/figure/t_pose.h"
#include "model/pose/pose.h"

#include <vector>

namespace vitruvian {

enum class ReferenceKind { automatic, bind, rest, tpose };
/// "auto", "bind", "rest" and "tpose", as on the command line.
[[nodiscard]] std::optional<ReferenceKind> reference_kind_from_string(std::string_view name);
[[nodiscard]] std::string_view to_string(ReferenceKind kind);

struct ReferencePose {
    ReferenceKind kind = ReferenceKind::rest;  // the kind that was used; never automatic
    Pose pose;                                 // bones in the reference pose, all other nodes at rest
    Pose natural;                              // the pose from which a T-pose was computed; else the same
    /// How much higher the hips have to be in a T-pose for the feet to be as high as before it, of H-Anim figures at
    /// rest: straight legs are longer. `pose` does not have it, since clips are relative to the hips at rest.
    float lift = 0.0F;
    bool from_motion = false;  // that pose was found in the motion: the rest shows no stance
    std::vector<mat4> world;   // of `pose`
    BodyFrame body;
    TPoseScore score;
};

/// Returns the base of animation: joints at rest, other nodes as in the file.
[[nodiscard]] Pose base_pose(const Document& document, const Skeleton& skeleton);

/// True for the kinds whose specification requires a T-pose, and defines how a clip is applied.
[[nodiscard]] bool promises_t_pose(HumanoidKind kind);

/// `humanoid` is an index into Document::humanoids.
[[nodiscard]] ReferencePose make_reference_pose(const Document& document, int humanoid, ReferenceKind kind);

/// Returns the pose that the file's nodes are in. Of an H-Anim figure in a VRM this is VRM's T-pose; its joints
/// are at rest elsewhere.
[[nodiscard]] ReferencePose stored_pose(const Document& document, int humanoid);

/// Comparison of the three reference poses.
struct ReferenceComparison {
    ReferenceKind used = ReferenceKind::rest;  // the one that `automatic` selects
    ReferencePose bind;
    ReferencePose rest;
    ReferencePose tpose;

    [[nodiscard]] const ReferencePose& of(ReferenceKind kind) const;
};
[[nodiscard]] ReferenceComparison compare_references(const Document& document, int humanoid);

}  // namespace vitruvian
