// Axes of the 55 bones in the T-pose, the reference pose of EXT_skeleton_humanoid. Constants only,
// independent of figures.
#pragma once

#include "model/core/transform.h"
#include "model/standard/bone.h"

namespace vitruvian {

/// Returns the rotation from the bone's axes to those of the figure (+X its left, +Y up, +Z front) in the
/// T-pose: +Y along the bone, positive rotation about +X bends it as a muscle contracts
/// (EXT_skeleton_humanoid, "Reference pose"). The extension does not define the axes of leaf bones; they are
/// those of Godot's SkeletonProfileHumanoid. Thumbs are at 45 degrees between X and Z as in the extension,
/// not at 35.3 as in Godot.
[[nodiscard]] quat t_pose_frame(Bone bone);

/// Returns the bone that the frame's +Y points to; nullopt for leaves and for the hips, whose +Y is the
/// figure's.
[[nodiscard]] std::optional<Bone> pointed_bone(Bone bone);

enum class BoneSide { middle, left, right };
[[nodiscard]] BoneSide side_of(Bone bone);
/// leftHand for rightHand and vice versa; the bone itself in the middle.
[[nodiscard]] Bone mirrored_bone(Bone bone);

}  // namespace vitruvian
