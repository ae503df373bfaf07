// Deviation of a posed figure from the T-pose of EXT_skeleton_humanoid per bone, and conversion to that pose.
#pragma once

#include "model/figure/body_frame.h"
#include "model/pose/pose.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

/// Angles in radians to the extension's rules for its reference pose.
struct TPoseError {
    Bone bone = Bone::hips;
    /// Between the bone's direction (to its next bone) and the required one: arms and fingers along X, thumbs
    /// 45 degrees between X and Z, legs down, toes to the front (their slope is ignored), spine up. nullopt
    /// if there is no next bone.
    std::optional<float> direction;
    /// Between the bone's axes and those of t_pose_frame, which `spec` retargeting assumes to be 0.
    float axes = 0.0F;
    /// For hands with fingers: rotation of the palm from facing down, about the hand's own direction.
    std::optional<float> palm;
};

struct TPoseScore {
    std::vector<TPoseError> bones;  // the mapped ones, in Bone order
    float limbs = 0.0F;             // weighted mean of `direction` over arms, hands, legs and feet
    float worst_limb = 0.0F;        // the largest of them
    float facing = 0.0F;            // between the figure's front and +Z, with its up at +Y
};

/// Scores a humanoid with nodes at `world` and axes `body`.
[[nodiscard]] TPoseScore score_t_pose(const Humanoid& humanoid, std::span<const mat4> world,
                                      const BodyFrame& body);

/// Returns `start` with arms, hands, fingers, thumbs, legs and feet rotated minimally into the T-pose, and
/// hands rotated until the palms face down; spine, neck, head and shoulders keep their natural curve.
/// H-Anim's I-pose results in the published description of the stance: shoulders rotated by 90 degrees about
/// Z.
[[nodiscard]] Pose turned_into_t_pose(const Document& document, const Humanoid& humanoid, const Pose& start,
                                      std::span<const mat4> world, const BodyFrame& body);

}  // namespace vitruvian
