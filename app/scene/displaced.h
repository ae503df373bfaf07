// How far displacers move the skin: as its colours, and as arrows from where vertices rest to where they go.
#pragma once

#include "app/scene/frame.h"

#include <memory>
#include <vector>

namespace vitruvian {

/// The targets of a mesh that are to be shown: those of the selected displacer, else all where the layer is on.
[[nodiscard]] std::vector<std::size_t> shown_targets(const Figure& figure, const MeshInstance& mesh,
                                                     const ViewSettings& view);

/// Of the skin that a displacer without offsets points out (sRGB).
constexpr vec3 feature_color{0.98F, 0.45F, 0.62F};

/// The mesh with vertex colours: heat_color of the length of the longest offset of `targets` against the longest
/// of all vertices, feature_color where they only point out what belongs together, and grey elsewhere. Null where
/// they do neither. The same mesh and targets give the same result again.
[[nodiscard]] std::shared_ptr<const Mesh> displacement_colored(const std::shared_ptr<const Mesh>& mesh,
                                                               const std::vector<std::size_t>& targets);

/// Where the vertices are that a displacer moves, in the pose at hand, with some air; empty where it moves none.
[[nodiscard]] Bounds displacer_bounds(const Figure& figure, std::span<const mat4> world, int displacer);

/// Arrows from where a target's vertices are without it to where they are with its whole weight, in the pose at
/// hand; of very many only some. `world`: the figure's nodes where it stands in the scene.
void add_displacement_arrows(const Figure& figure, std::span<const mat4> world, const MeshInstance& mesh,
                             std::size_t target, float pixel_scale, RenderScene& scene);

}  // namespace vitruvian
