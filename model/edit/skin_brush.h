// A brush for skin weights as pure functions: ray hits, the vertices under the brush with their amounts, and
// the weights that result from a stroke or mirroring. Positions are in world space, in the document's units.
// Independent of input devices and windows.
#pragma once

#include "model/document/document.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian {

/// Returns the skin's entry for a node; -1: none.
[[nodiscard]] int skin_entry(const Skin& skin, int node);

/// Returns the file's index of a vertex, and the file's vertex count (Mesh::source_vertex).
[[nodiscard]] std::uint32_t file_vertex(const Mesh& mesh, std::uint32_t vertex);
[[nodiscard]] std::size_t file_vertex_count(const Mesh& mesh);

/// Returns the vertices of the file that are one point of the skin: in the place of `vertex`, with its weights. A
/// file splits a vertex where a normal or texture coordinates change; moved apart, the skin would tear there.
[[nodiscard]] std::vector<int> vertices_at(const Mesh& mesh, std::uint32_t vertex);

/// Returns an instance of one vertex of a skinned mesh alone, which is posed as it is in the whole.
[[nodiscard]] MeshInstance vertex_alone(const MeshInstance& instance, std::uint32_t vertex);

/// True if editing the weights of one mesh also edits those of the other: in VRML/X3D files all shapes of a
/// humanoid's skin, whatever their names, share one list of vertices and weights.
[[nodiscard]] bool share_vertices(const Document& document, const MeshInstance& a, const MeshInstance& b);

/// Returns the weight of the skin's entry on a vertex, 0..1.
[[nodiscard]] float weight_of(const Mesh& mesh, std::uint32_t vertex, int entry);

struct SurfaceHit {
    float distance = 0.0F;  // along the ray
    vec3 point{0.0F};
    std::uint32_t vertex = 0;  // nearest one of the triangle
};
/// Returns the first triangle, from either side, that the ray from `origin` along `direction` (unit) hits, of
/// a mesh with vertex positions `places`.
[[nodiscard]] std::optional<SurfaceHit> hit_surface(const Mesh& mesh, std::span<const vec3> places,
                                                    const vec3& origin, const vec3& direction);

/// 1 at the centre, 0 at the radius and beyond, smooth at both.
[[nodiscard]] float brush_falloff(float distance, float radius);

struct Dab {
    std::uint32_t vertex = 0;
    float amount = 0.0F;  // 0..1: falloff times strength
};
[[nodiscard]] std::vector<Dab> dab_at(std::span<const vec3> places, const vec3& centre, float radius,
                                      float strength);

enum class BrushMode { add, take_away, smooth };

/// Adds a dab to a stroke: each vertex keeps its largest amount, so that the speed of the stroke does not
/// matter.
void add_to_stroke(std::vector<float>& stroke, std::span<const Dab> dab);

/// Returns the entry's weights (the file's vertex, 0..1) after a stroke (an amount for each vertex of the
/// mesh before the stroke). `smooth` moves each towards the mean of its neighbours.
[[nodiscard]] std::vector<std::pair<int, float>> stroke_weights(const Mesh& mesh, int entry, BrushMode mode,
                                                                std::span<const float> stroke);

/// Returns for each vertex the one at the mirrored position, where `flip` mirrors rest positions at the
/// figure's middle; -1 if none is within `tolerance`.
[[nodiscard]] std::vector<int> mirrored_vertices(std::span<const vec3> places, const mat4& flip,
                                                 float tolerance);

/// Returns the weights of `entry`, assigned to the mirrored vertices: for its counterpart on the other side.
[[nodiscard]] std::vector<std::pair<int, float>> mirrored_weights(const Mesh& mesh, int entry,
                                                                  std::span<const int> mirrored);

}  // namespace vitruvian
