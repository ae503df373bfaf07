#include "model/edit/skin_brush.h"

#include "model/core/at.h"
#include "model/document/file_format.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

namespace vitruvian {
namespace {

/// Returns the distance along the ray to a triangle from either side (Moeller and Trumbore); nullopt where it
/// misses.
std::optional<float> hit_triangle(const vec3& origin, const vec3& direction, const vec3& a, const vec3& b,
                                  const vec3& c) {
    const vec3 ab = b - a;
    const vec3 ac = c - a;
    const vec3 p = glm::cross(direction, ac);
    const float determinant = glm::dot(ab, p);
    if (determinant == 0.0F) return std::nullopt;
    const vec3 from_a = origin - a;
    const float u = glm::dot(from_a, p) / determinant;
    const vec3 q = glm::cross(from_a, ab);
    const float v = glm::dot(direction, q) / determinant;
    const float t = glm::dot(ac, q) / determinant;
    const bool hits = u >= 0.0F && v >= 0.0F && u + v <= 1.0F && t > 0.0F && std::isfinite(t);
    return hits ? std::optional(t) : std::nullopt;
}

/// A place by the bits of its numbers: of vertices that are split there, for a normal or texture coordinates.
struct PlaceHash {
    std::size_t operator()(const vec3& place) const {
        std::size_t out = 0;
        for (int i = 0; i < 3; ++i) out = out * 1'000'003U + std::hash<float>()(place[i]);
        return out;
    }
};
using MeanAtPlace = std::unordered_map<vec3, float, PlaceHash>;

/// For the places of the stroke, the mean weight of the vertices that share a triangle with one there.
MeanAtPlace neighbour_means(const Mesh& mesh, int entry, std::span<const float> stroke) {
    std::unordered_map<vec3, std::pair<float, int>, PlaceHash> sums;
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = mesh.indices[i + corner];
            if (stroke[vertex] <= 0.0F) continue;
            auto& [sum, count] = sums[mesh.positions[vertex]];
            for (std::size_t step = 1; step < 3; ++step) {
                sum += weight_of(mesh, mesh.indices[i + (corner + step) % 3], entry);
                ++count;
            }
        }
    }
    MeanAtPlace out;
    for (const auto& [place, sum] : sums) out[place] = sum.first / static_cast<float>(sum.second);
    return out;
}

struct Cell {
    int x, y, z;
    bool operator==(const Cell&) const = default;
};
struct CellHash {
    std::size_t operator()(const Cell& cell) const {
        const auto mix = [](int value) { return static_cast<std::size_t>(static_cast<unsigned>(value)); };
        return mix(cell.x) * 73856093U ^ mix(cell.y) * 19349663U ^ mix(cell.z) * 83492791U;
    }
};

}  // namespace

int skin_entry(const Skin& skin, int node) {
    const auto found = std::find(skin.nodes.begin(), skin.nodes.end(), node);
    return found == skin.nodes.end() ? -1 : static_cast<int>(found - skin.nodes.begin());
}

std::uint32_t file_vertex(const Mesh& mesh, std::uint32_t vertex) {
    return mesh.source_vertex.empty() ? vertex : mesh.source_vertex[vertex];
}

std::size_t file_vertex_count(const Mesh& mesh) {
    return mesh.source_vertex.empty() ? mesh.positions.size() : mesh.source_vertex_count;
}

std::vector<int> vertices_at(const Mesh& mesh, std::uint32_t vertex) {
    const auto influences_of = [&](std::uint32_t v) {
        std::map<std::uint32_t, float> out;
        for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i)
            out[mesh.influence_joint[i]] = mesh.influence_weight[i];
        return out;
    };
    const auto own = influences_of(vertex);
    std::set<int> out;
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        if (mesh.positions[v] == mesh.positions[vertex] && influences_of(v) == own)
            out.insert(static_cast<int>(file_vertex(mesh, v)));
    }
    return {out.begin(), out.end()};
}

MeshInstance vertex_alone(const MeshInstance& instance, std::uint32_t vertex) {
    const Mesh& whole = *instance.mesh;
    const std::uint32_t begin = whole.influence_begin[vertex];
    const std::uint32_t end = whole.influence_begin[vertex + 1];
    Mesh one;
    one.positions = {whole.positions[vertex]};
    one.influence_begin = {0, end - begin};
    one.influence_joint.assign(whole.influence_joint.begin() + begin, whole.influence_joint.begin() + end);
    one.influence_weight.assign(whole.influence_weight.begin() + begin, whole.influence_weight.begin() + end);
    for (const MorphTarget& target : whole.targets) {
        MorphTarget& part = one.targets.emplace_back();
        const auto found = std::find(target.vertices.begin(), target.vertices.end(), vertex);
        if (found == target.vertices.end() || target.positions.empty()) continue;
        part.vertices = {0};
        part.positions = {target.positions[static_cast<std::size_t>(found - target.vertices.begin())]};
    }
    MeshInstance out = instance;
    out.mesh = std::make_shared<const Mesh>(std::move(one));
    return out;
}

bool share_vertices(const Document& document, const MeshInstance& a, const MeshInstance& b) {
    if (a.mesh == b.mesh) return true;
    return is_world(document.format) && b.mesh->is_skinned() && a.humanoid == b.humanoid &&
           a.skin->nodes == b.skin->nodes && file_vertex_count(*a.mesh) == file_vertex_count(*b.mesh);
}

float weight_of(const Mesh& mesh, std::uint32_t vertex, int entry) {
    float out = 0.0F;
    if (!mesh.is_skinned()) return out;
    for (std::uint32_t i = mesh.influence_begin[vertex]; i < mesh.influence_begin[vertex + 1]; ++i) {
        if (static_cast<int>(mesh.influence_joint[i]) == entry) out += mesh.influence_weight[i];
    }
    return out;
}

std::optional<SurfaceHit> hit_surface(const Mesh& mesh, std::span<const vec3> places, const vec3& origin,
                                      const vec3& direction) {
    std::optional<SurfaceHit> out;
    if (mesh.topology != Topology::triangles) return out;
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const std::uint32_t* const corner = mesh.indices.data() + i;
        const auto t =
            hit_triangle(origin, direction, places[corner[0]], places[corner[1]], places[corner[2]]);
        if (!t || (out && *t >= out->distance)) continue;
        out = SurfaceHit{*t, origin + *t * direction, corner[0]};
        for (std::size_t c = 1; c < 3; ++c) {
            if (glm::distance(places[corner[c]], out->point) < glm::distance(places[out->vertex], out->point))
                out->vertex = corner[c];
        }
    }
    return out;
}

float brush_falloff(float distance, float radius) {
    if (!(distance < radius)) return 0.0F;
    const float t = 1.0F - distance / radius;
    return t * t * (3.0F - 2.0F * t);
}

std::vector<Dab> dab_at(std::span<const vec3> places, const vec3& centre, float radius, float strength) {
    std::vector<Dab> out;
    for (std::size_t v = 0; v < places.size(); ++v) {
        const float amount = strength * brush_falloff(glm::distance(places[v], centre), radius);
        if (amount > 0.0F) out.push_back({static_cast<std::uint32_t>(v), std::min(amount, 1.0F)});
    }
    return out;
}

void add_to_stroke(std::vector<float>& stroke, std::span<const Dab> dab) {
    for (const Dab& one : dab) {
        if (one.vertex < stroke.size()) stroke[one.vertex] = std::max(stroke[one.vertex], one.amount);
    }
}

std::vector<std::pair<int, float>> stroke_weights(const Mesh& mesh, int entry, BrushMode mode,
                                                  std::span<const float> stroke) {
    MeanAtPlace means;
    if (mode == BrushMode::smooth) means = neighbour_means(mesh, entry, stroke);
    std::map<int, float> out;
    for (std::uint32_t v = 0; v < stroke.size(); ++v) {
        if (stroke[v] <= 0.0F) continue;
        const float before = weight_of(mesh, v, entry);
        float after = before;
        if (mode == BrushMode::add) after += stroke[v];
        if (mode == BrushMode::take_away) after -= stroke[v];
        if (mode == BrushMode::smooth) {
            const auto mean = means.find(mesh.positions[v]);
            if (mean != means.end()) after += stroke[v] * (mean->second - before);
        }
        after = std::clamp(after, 0.0F, 1.0F);
        if (after != before) out[static_cast<int>(file_vertex(mesh, v))] = after;
    }
    return {out.begin(), out.end()};
}

std::vector<int> mirrored_vertices(std::span<const vec3> places, const mat4& flip, float tolerance) {
    const auto cell_of = [tolerance](const vec3& place) {
        const vec3 scaled = place / tolerance;
        const auto floor_of = [](float value) {
            return static_cast<int>(std::floor(std::clamp(value, -1e9F, 1e9F)));
        };
        return Cell{floor_of(scaled.x), floor_of(scaled.y), floor_of(scaled.z)};
    };
    std::unordered_multimap<Cell, int, CellHash> grid;
    for (std::size_t v = 0; v < places.size(); ++v) grid.emplace(cell_of(places[v]), static_cast<int>(v));
    std::vector<int> out(places.size(), -1);
    for (std::size_t v = 0; v < places.size(); ++v) {
        const vec3 wanted(flip * vec4(places[v], 1.0F));
        const Cell middle = cell_of(wanted);
        float best = tolerance;
        for (int i = 0; i < 27; ++i) {
            const Cell cell{middle.x + i % 3 - 1, middle.y + i / 3 % 3 - 1, middle.z + i / 9 - 1};
            const auto [from, to] = grid.equal_range(cell);
            for (auto near = from; near != to; ++near) {
                const float distance = glm::distance(at(places, near->second), wanted);
                if (distance > best) continue;
                best = distance;
                out[v] = near->second;
            }
        }
    }
    return out;
}

std::vector<std::pair<int, float>> mirrored_weights(const Mesh& mesh, int entry,
                                                    std::span<const int> mirrored) {
    std::map<int, float> out;
    for (std::uint32_t v = 0; v < mirrored.size(); ++v) {
        if (mirrored[v] < 0) continue;
        out[static_cast<int>(file_vertex(mesh, static_cast<std::uint32_t>(mirrored[v])))] =
            weight_of(mesh, v, entry);
    }
    return {out.begin(), out.end()};
}

}  // namespace vitruvian
