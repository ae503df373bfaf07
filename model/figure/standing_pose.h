// An upright pose of a rig, found in its motion if its rest pose shows none. Motion capture files rest in the
// pose in which all joint angles are zero: with each bone along its joint's X axis, lying on the side, or
// without any sensible shape. Up, front and left, and the bending direction of elbows and knees, are then
// derived from the motion and the file's convention. Independent of T-poses.
#pragma once

#include "model/figure/body_frame.h"
#include "model/pose/pose.h"

#include <optional>

namespace vitruvian {

/// A start pose, and the figure's axes in it.
struct StandingPose {
    Pose pose;
    BodyFrame body;
};

/// For a rig whose rest pose `rest` is not standing: the trunk in its average orientation over the motion,
/// the limbs as in the frame closest to standing, the whole upright along the motion's up axis (+Y or +Z),
/// facing as in the convention of BVH and glTF (+Z, or -Y if Z is up). If only limbs are misplaced, the rest
/// is kept except for these. A rest that stands, but is a moment of the motion (leaning, turned off the axes, or with
/// hips and shoulders turned against each other) is turned and untwisted. nullopt if the rest is standing, or nothing
/// better is found. Only for figures without meshes: the rest of a skinned figure is intentional.
[[nodiscard]] std::optional<StandingPose> find_standing_pose(const Document& document,
                                                             const Humanoid& humanoid,
                                                             const Skeleton& skeleton, const Pose& rest);

/// Returns how far the root must move along the unit vector `up` for the feet in `pose` to touch the ground
/// of the motion, which is below the feet, or below whatever else the figure stands, sits or lies on; 0 for rigs
/// with meshes or without motion.
[[nodiscard]] float height_above_ground(const Document& document, const Humanoid& humanoid,
                                        const Skeleton& skeleton, const Pose& pose, const vec3& up);

}  // namespace vitruvian
