// Which way a joint's bone goes, for what is drawn on it: limits, and findings about them.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// True for a site at the end of a joint's last bone: by the names of H-Anim (`_tip`) and of BVH End Sites.
[[nodiscard]] bool ends_bone(const Node& site);

/// Returns the directions of the bones of all joints of a humanoid: to the centre of its child joints and tips, or
/// continuing from its parent joint. Unit length; zero if undefined. In the space of the node matrices `world`.
[[nodiscard]] std::vector<vec3> bone_directions(const Document& document, std::span<const mat4> world,
                                                const Humanoid& humanoid);

}  // namespace vitruvian
