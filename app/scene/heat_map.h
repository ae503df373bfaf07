// Numbers as colours: an even scale from dark to bright, and skins painted with their weights.
#pragma once

#include "model/document/document.h"

#include <memory>
#include <span>

namespace vitruvian {

/// Viridis at `t` (clamped to 0..1), sRGB: equal steps look equally far apart, also to the colour-blind.
[[nodiscard]] vec3 heat_color(float t);

/// The instance's mesh with vertex colours: the weight of `node` where that is not -1, else a colour for the
/// node that moves the vertex most. Vertices that nothing moves are magenta. Asked for again, it is the same mesh.
[[nodiscard]] std::shared_ptr<const Mesh> weight_colored(const MeshInstance& instance, int node);

/// The node whose share of the instance is asked for where `selected` is selected: of a rigid part its own, if the
/// selected joint carries it without another one between.
[[nodiscard]] int weighed_node(const Document& document, const MeshInstance& instance, int selected);

/// The mesh with vertex colours: heat_color of each vertex's value.
[[nodiscard]] std::shared_ptr<const Mesh> heat_colored(const Mesh& mesh, std::span<const float> values);

/// What such a mesh is drawn with: its vertex colours alone.
[[nodiscard]] Material heat_map_material();

}  // namespace vitruvian
