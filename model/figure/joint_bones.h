// Which joint a node is, and which way its bone goes: for what is drawn on it.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Returns for each node of the document the index of the humanoid's joint it is, or -1.
[[nodiscard]] std::vector<int> joints_of_nodes(const Document& document, const Humanoid& humanoid);
/// Returns the nearest ancestor joint of a node; -1: none.
[[nodiscard]] int parent_joint(const Document& document, const std::vector<int>& joint_of, int node);

/// True for a site at the end of a joint's last bone: by the names of H-Anim (`_tip`) and of BVH End Sites.
[[nodiscard]] bool ends_bone(const Node& site);

/// Returns the directions of the bones of all joints of a humanoid: to the centre of its child joints and tips, or
/// continuing from its parent joint. Unit length; zero if undefined. In the space of the node matrices `world`.
[[nodiscard]] std::vector<vec3> bone_directions(const Document& document, std::span<const mat4> world,
                                                const Humanoid& humanoid);

}  // namespace vitruvian
