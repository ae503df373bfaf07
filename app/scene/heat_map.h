// Maps numbers to colours: a perceptually uniform scale, and skins coloured by weights.
#pragma once

#include "model/document/document.h"

#include <memory>
#include <span>

namespace vitruvian {

/// Returns Viridis at `t` (clamped to 0..1), sRGB: perceptually uniform, also for colour-blind viewers.
[[nodiscard]] vec3 heat_color(float t);

/// Returns the instance's mesh with vertex colours: the weight of `node` unless that is -1, else a colour for
/// the node with the largest weight. Vertices without weights are magenta. Results are cached.
[[nodiscard]] std::shared_ptr<const Mesh> weight_colored(const MeshInstance& instance, int node);

/// Returns the node whose weights on the instance to show when `selected` is selected: for a rigid part its
/// own node, if the selected joint is its nearest joint.
[[nodiscard]] int weighed_node(const Document& document, const MeshInstance& instance, int selected);

/// Returns the mesh with vertex colours: heat_color of each vertex's value.
[[nodiscard]] std::shared_ptr<const Mesh> heat_colored(const Mesh& mesh, std::span<const float> values);

/// Returns the material of such meshes: vertex colours only.
[[nodiscard]] Material heat_map_material();

}  // namespace vitruvian
