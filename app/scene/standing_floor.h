// The floor height: at the soles of the standing figure, independent of its file's pose and props.
#pragma once

#include "model/figure/stance.h"
#include "model/pose/pose.h"

#include <optional>
#include <span>

namespace vitruvian {

/// Returns the height along `stance.up`, in world units, of the soles of humanoid `humanoid`: in the file's
/// pose if it stands on both legs there, else in the pose that its skin was bound in, else in its T-pose.
/// `file_pose_world` is of the file's pose. nullopt if it has no legs, or no skin on them.
[[nodiscard]] std::optional<float> standing_level(const Document& document, const Skeleton& skeleton,
                                                  std::span<const mat4> file_pose_world, const Stance& stance,
                                                  int humanoid);

}  // namespace vitruvian
