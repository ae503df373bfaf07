// Where the masses of a figure's segments are in a pose.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

/// Of each segment of a humanoid whose nodes are at `world` its centre of mass there; nullopt where it has no mass or
/// is on no joint. H-Anim gives it in the humanoid's frame at rest, others in the joint's.
[[nodiscard]] std::vector<std::optional<vec3>> mass_centres(const Document& document, int humanoid,
                                                            std::span<const mat4> world);

}  // namespace vitruvian
