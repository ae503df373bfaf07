#include "model/rom/body_surface.h"

#include "model/core/at.h"
#include "model/pose/skinning.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

namespace vitruvian {
namespace {

/// For each node the humanoid's joint that carries it, at or above it; itself where there is none.
std::vector<int> carriers(const Document& document, int humanoid) {
    std::vector<int> out(document.nodes.size());
    std::iota(out.begin(), out.end(), 0);
    std::vector<char> is_carried(document.nodes.size(), 0);
    for (const Joint& joint : at(document.humanoids, humanoid).joints) at(is_carried, joint.node) = 1;
    for (std::size_t n = 0; n < out.size(); ++n) {
        const int parent = document.nodes[n].parent;
        if (is_carried[n] != 0 || parent < 0 || at(is_carried, parent) == 0) continue;
        out[n] = at(out, parent);
        is_carried[n] = 1;
    }
    return out;
}

void add_weights(const MeshInstance& instance, const std::vector<int>& carrier, BodySurface& out) {
    const Mesh& mesh = *instance.mesh;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        if (mesh.is_skinned()) {
            for (std::uint32_t k = mesh.influence_begin[v]; k < mesh.influence_begin[v + 1]; ++k) {
                out.weight_node.push_back(at(carrier, instance.skin->nodes[mesh.influence_joint[k]]));
                out.weight.push_back(mesh.influence_weight[k]);
            }
        } else {
            out.weight_node.push_back(at(carrier, instance.skin->nodes.front()));
            out.weight.push_back(1.0F);
        }
        out.weight_begin.push_back(static_cast<std::uint32_t>(out.weight.size()));
    }
}

/// Whether two vertices have the same influences, in any order.
bool is_moved_alike(const BodySurface& surface, std::uint32_t a, std::uint32_t b) {
    const auto covers = [&](std::uint32_t from, std::uint32_t in) {
        for (std::uint32_t i = surface.weight_begin[from]; i < surface.weight_begin[from + 1]; ++i) {
            float there = 0.0F;
            for (std::uint32_t k = surface.weight_begin[in]; k < surface.weight_begin[in + 1]; ++k)
                there += surface.weight_node[k] == surface.weight_node[i] ? surface.weight[k] : 0.0F;
            if (std::abs(there - surface.weight[i]) > 1e-3F) return false;
        }
        return true;
    };
    return covers(a, b) && covers(b, a);
}

/// Merges vertices at the same position: sorted by position, they are adjacent.
void weld(BodySurface& surface) {
    const float grain = std::max(surface.size * 1e-6F, 1e-12F);
    std::vector<vec3> cell;
    cell.reserve(surface.rest.size());
    for (const vec3& point : surface.rest) cell.push_back(glm::round(point / grain));
    const auto key = [&](std::uint32_t v) { return std::tuple(cell[v].x, cell[v].y, cell[v].z, v); };
    surface.same.resize(surface.rest.size());
    std::iota(surface.same.begin(), surface.same.end(), 0U);
    std::vector<std::uint32_t> order;
    for (std::uint32_t v = 0; v < surface.rest.size(); ++v) {
        if (is_finite(surface.rest[v])) order.push_back(v);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    constexpr std::size_t max_at_a_place = 64;  // comparing all with all takes quadratic time
    for (std::size_t i = 1; i < order.size(); ++i) {
        const std::size_t back = std::min(i, max_at_a_place);
        for (std::size_t k = 1; k <= back && cell[order[i - k]] == cell[order[i]]; ++k) {
            const std::uint32_t other = surface.same[order[i - k]];
            if (!is_moved_alike(surface, other, order[i])) continue;
            surface.same[order[i]] = other;
            break;
        }
    }
}

}  // namespace

BodySurface make_body_surface(const Document& document, int humanoid, const Skeleton& skeleton,
                              const Pose& rest) {
    BodySurface out;
    out.weight_begin.push_back(0);
    const std::vector<int> carrier = carriers(document, humanoid);
    std::uint32_t count = 0;
    for (int i = 0; i < static_cast<int>(document.meshes.size()); ++i) {
        const MeshInstance& instance = at(document.meshes, i);
        if (instance.humanoid != humanoid || instance.mesh->topology != Topology::triangles ||
            instance.mesh->indices.size() < 3)
            continue;
        out.parts.push_back({i, count});
        count += static_cast<std::uint32_t>(instance.mesh->positions.size());
        add_weights(instance, carrier, out);
    }
    out.rest = posed_surface(document, out, skeleton, rest);
    Bounds bounds;
    for (const vec3& point : out.rest) {
        if (is_finite(point)) bounds.add(point);
    }
    out.size = bounds.empty() ? 0.0F : glm::length(bounds.size());
    weld(out);
    for (const BodySurface::Part& part : out.parts) {
        const std::vector<std::uint32_t>& indices = at(document.meshes, part.mesh).mesh->indices;
        for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
            const auto corner = [&](std::size_t k) { return out.same[part.first + indices[t + k]]; };
            const Corners corners{corner(0), corner(1), corner(2)};
            const bool is_flat =
                corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
            const bool is_placed = std::all_of(corners.begin(), corners.end(),
                                               [&](std::uint32_t v) { return is_finite(out.rest[v]); });
            if (!is_flat && is_placed) out.triangles.push_back(corners);
        }
    }
    return out;
}

std::vector<vec3> posed_surface(const Document& document, const BodySurface& surface,
                                const Skeleton& skeleton, const Pose& pose) {
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    std::vector<vec3> out;
    for (const BodySurface::Part& part : surface.parts) {
        const MeshInstance& instance = at(document.meshes, part.mesh);
        out.resize(part.first + instance.mesh->positions.size());
        skin_positions(instance, world, pose.weights, std::span(out).subspan(part.first), 1);
    }
    return out;
}

float weight_on(const BodySurface& surface, std::uint32_t vertex, const std::vector<char>& is_counted) {
    float sum = 0.0F;
    for (std::uint32_t i = surface.weight_begin[vertex]; i < surface.weight_begin[vertex + 1]; ++i)
        sum += at(is_counted, surface.weight_node[i]) != 0 ? surface.weight[i] : 0.0F;
    return sum;
}

}  // namespace vitruvian
