// How the 55 bones stand in the reference pose that EXT_skeleton_humanoid asks for: the T-pose's axes.
// Facts only; it knows no figure.
#pragma once

#include "model/core/transform.h"
#include "model/standard/bone.h"

namespace vitruvian {

/// Rotation from the bone's axes to those of the figure (+X its left, +Y up, +Z front) in the T-pose: +Y
/// along the bone, +X bends it as a muscle contracts (EXT_skeleton_humanoid, "Reference pose"). The extension
/// leaves the axes of leaf bones open; they are those of Godot's SkeletonProfileHumanoid. Thumbs lie 45
/// degrees between X and Z as the extension says, not 35.3 as Godot has them.
[[nodiscard]] quat t_pose_frame(Bone bone);

/// The bone that the frame's +Y points to; nullopt for leaves and for the hips, whose +Y is the figure's.
[[nodiscard]] std::optional<Bone> pointed_bone(Bone bone);

enum class BoneSide { middle, left, right };
[[nodiscard]] BoneSide side_of(Bone bone);
/// leftHand for rightHand and the other way round; the bone itself in the middle.
[[nodiscard]] Bone mirrored_bone(Bone bone);

}  // namespace vitruvian
