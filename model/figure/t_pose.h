// How far a posed figure is from the T-pose of EXT_skeleton_humanoid, bone by bone, and how to bring it
// there.
#pragma once

#include "model/figure/body_frame.h"
#include "model/pose/pose.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

/// Angles in radians against the extension's rules for its reference pose.
struct TPoseError {
    Bone bone = Bone::hips;
    /// Between where the bone points (to its next bone) and where it should: arms along X, fingers too,
    /// thumbs 45 degrees between X and Z, legs down, toes to the front (their slope does not count), spine
    /// up. nullopt where there is no next bone.
    std::optional<float> direction;
    /// Between the bone's axes and those of t_pose_frame: what `spec` remapping takes to be 0.
    float axes = 0.0F;
    /// Of hands with fingers: how far the palm is turned from facing down, about the hand's own direction.
    std::optional<float> palm;
};

struct TPoseScore {
    std::vector<TPoseError> bones;  // those that the figure has, in Bone order
    float limbs = 0.0F;             // weighted mean of `direction` over arms, hands, legs and feet
    float worst_limb = 0.0F;        // the largest of them
    float facing = 0.0F;            // between the figure's front and +Z, with its up at +Y
};

/// Of a humanoid whose nodes are at `world` and whose axes are `body`.
[[nodiscard]] TPoseScore score_t_pose(const Humanoid& humanoid, std::span<const mat4> world,
                                      const BodyFrame& body);

/// `start` with arms, hands, fingers, thumbs, legs and feet turned into the T-pose by the least rotations,
/// hands turned until the palms face down; spine, neck, head and shoulders keep their natural curve. H-Anim's
/// I-pose comes out as in the public description of the stance: shoulders turned by 90 degrees about Z.
[[nodiscard]] Pose turned_into_t_pose(const Document& document, const Humanoid& humanoid, const Pose& start,
                                      std::span<const mat4> world, const BodyFrame& body);

}  // namespace vitruvian
