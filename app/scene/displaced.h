// Shows how far displacers move the skin: as vertex colours, and as arrows from rest to displaced positions.
#pragma once

#include "app/scene/frame.h"

#include <memory>
#include <vector>

namespace vitruvian {

/// Returns the targets of a mesh to show: those of the selected displacer, else all if the layer is on.
[[nodiscard]] std::vector<std::size_t> shown_targets(const Figure& figure, const MeshInstance& mesh,
                                                     const ViewSettings& view);

/// Colour (sRGB) of skin marked by a displacer without offsets.
constexpr vec3 feature_color{0.98F, 0.45F, 0.62F};

/// Returns the mesh with vertex colours: heat_color of the length of the longest offset of `targets` relative
/// to the longest of all vertices, feature_color where they mark vertices without moving them, and grey
/// elsewhere. Null if they do neither. The same mesh and targets give the same (cached) result.
[[nodiscard]] std::shared_ptr<const Mesh> displacement_colored(const std::shared_ptr<const Mesh>& mesh,
                                                               const std::vector<std::size_t>& targets);

/// Returns the bounds, with a margin, of the vertices that a displacer moves, in the current pose; empty if
/// it moves none.
[[nodiscard]] Bounds displacer_bounds(const Figure& figure, std::span<const mat4> world, int displacer);

/// Adds arrows from a target's vertices at weight 0 to weight 1, in the current pose; of very many vertices
/// only some. `world`: the figure's node matrices in the scene.
void add_displacement_arrows(const Figure& figure, std::span<const mat4> world, const MeshInstance& mesh,
                             std::size_t target, float pixel_scale, RenderScene& scene);

}  // namespace vitruvian
