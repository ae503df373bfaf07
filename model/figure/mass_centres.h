// Positions of the segments' centres of mass in a pose.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

/// Returns for each segment of a humanoid with nodes at `world` its centre of mass there; nullopt if it has
/// no mass or no joint. H-Anim defines it in the humanoid's frame at rest, other formats in the joint's.
[[nodiscard]] std::vector<std::optional<vec3>> mass_centres(const Document& document, int humanoid,
                                                            std::span<const mat4> world);

}  // namespace vitruvian
