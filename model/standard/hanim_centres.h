// Where H-Anim's joints stand in the figure of 1.75 m that the standard gives as its example. Facts only.
#pragma once

#include "model/core/transform.h"
#include "model/standard/hanim_joints.h"

#include <optional>

namespace vitruvian {

/// The height of that figure, in metres.
inline constexpr float default_height = 1.75F;

/// The joint's centre in the humanoid's frame (ISO/IEC 19774, Annex A), both sides mirror images. nullopt: the
/// standard gives none (the joints that version 2.0 adds).
[[nodiscard]] std::optional<vec3> default_centre(const HanimJointName& joint);

}  // namespace vitruvian
