// Recommended anatomical limits for H-Anim's joints. Constants only, independent of figures.
#pragma once

#include "model/core/transform.h"
#include "model/standard/hanim_joints.h"

#include <optional>

namespace vitruvian {

/// In the axes of the limit frame, which for most joints is that of the standing humanoid: +X its left, +Y
/// up, +Z front. Radians.
struct AnatomicalLimits {
    vec3 lower{0.0F};
    vec3 upper{0.0F};
    quat orientation = identity_quat;
};

/// Returns limits for a figure of that level of articulation: with fewer joints each has a larger range.
/// nullopt for joints without data, and for the root, which is free.
[[nodiscard]] std::optional<AnatomicalLimits> anatomical_limits(const HanimJointName& joint, int level);

}  // namespace vitruvian
