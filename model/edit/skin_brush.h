// A brush on skin weights as pure functions: what a ray hits, which vertices lie under the brush and how much, and what
// weights a dab or a mirror gives them. Places are in the world, in the document's units. Knows no pointer and no window.
#pragma once

#include "model/document/document.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian {

/// The skin's entry for a node; -1: it has none.
[[nodiscard]] int skin_entry(const Skin& skin, int node);

/// The file's number of a vertex, and how many the file has (Mesh::source_vertex).
[[nodiscard]] std::uint32_t file_vertex(const Mesh& mesh, std::uint32_t vertex);
[[nodiscard]] std::size_t file_vertex_count(const Mesh& mesh);

/// Whether an edit of the weights of one is one of the other's: in a world file all shapes of a humanoid's skin, whatever
/// they are called, have their vertices, and weights, in one list.
[[nodiscard]] bool share_vertices(const Document& document, const MeshInstance& a, const MeshInstance& b);

/// How far the entry of the skin moves a vertex, 0..1.
[[nodiscard]] float weight_of(const Mesh& mesh, std::uint32_t vertex, int entry);

struct SurfaceHit {
    float distance = 0.0F;  // along the ray
    vec3 point{0.0F};
    std::uint32_t vertex = 0;  // the triangle's nearest
};
/// The first triangle, from either side, of a mesh whose vertices are at `places` that the ray from `origin` along
/// `direction` (unit) meets.
[[nodiscard]] std::optional<SurfaceHit> hit_surface(const Mesh& mesh, std::span<const vec3> places,
                                                    const vec3& origin, const vec3& direction);

/// 1 in the middle, 0 at the rim and beyond, smooth at both.
[[nodiscard]] float brush_falloff(float distance, float radius);

struct Dab {
    std::uint32_t vertex = 0;
    float amount = 0.0F;  // 0..1: falloff times strength
};
[[nodiscard]] std::vector<Dab> dab_at(std::span<const vec3> places, const vec3& centre, float radius,
                                      float strength);

enum class BrushMode { add, take_away, smooth };

/// Adds a dab to a stroke: of each vertex the largest amount counts, so that a slow hand does not paint more.
void add_to_stroke(std::vector<float>& stroke, std::span<const Dab> dab);

/// The entry's weights (the file's vertex, 0..1) after a stroke (an amount for each vertex of the mesh as it was before
/// the stroke). `smooth` moves each towards the mean of its neighbours'.
[[nodiscard]] std::vector<std::pair<int, float>> stroke_weights(const Mesh& mesh, int entry, BrushMode mode,
                                                                std::span<const float> stroke);

/// Of each vertex the one at the mirrored place, `flip` taking places at rest across the figure's middle; -1 where none
/// is within `tolerance`.
[[nodiscard]] std::vector<int> mirrored_vertices(std::span<const vec3> places, const mat4& flip,
                                                 float tolerance);

/// The weights that `entry` has, on the mirrored vertices: for its counterpart on the other side.
[[nodiscard]] std::vector<std::pair<int, float>> mirrored_weights(const Mesh& mesh, int entry,
                                                                  std::span<const int> mirrored);

}  // namespace vitruvian
