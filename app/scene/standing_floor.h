// Where the floor belongs: under the soles of the figure as it stands, whatever its file's pose or its props do.
#pragma once

#include "model/figure/stance.h"
#include "model/pose/pose.h"

#include <optional>
#include <span>

namespace vitruvian {

/// The height along `stance.up`, in world units, of the soles of humanoid `humanoid`: in the file's pose where
/// that stands on both legs, else in the pose that its skin was bound in, else in its T-pose. `file_pose_world`
/// is of the file's pose. nullopt where it has no legs, or no skin on them.
[[nodiscard]] std::optional<float> standing_level(const Document& document, const Skeleton& skeleton,
                                                  std::span<const mat4> file_pose_world, const Stance& stance,
                                                  int humanoid);

}  // namespace vitruvian
