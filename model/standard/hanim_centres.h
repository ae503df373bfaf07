// Joint centres of the 1.75 m tall example figure of the H-Anim standard. Constants only.
#pragma once

#include "model/core/transform.h"
#include "model/standard/hanim_joints.h"

#include <optional>

namespace vitruvian {

/// The height of that figure, in metres.
inline constexpr float default_height = 1.75F;

/// Returns the joint's centre in the humanoid's frame (ISO/IEC 19774, Annex A), mirrored for the other side.
/// nullopt: the standard gives none (the joints added in version 2.0).
[[nodiscard]] std::optional<vec3> default_centre(const HanimJointName& joint);

}  // namespace vitruvian
