#include "model/formats/vrml/write/points.h"

#include <algorithm>

namespace vitruvian::vrml {
namespace {

using Influences = std::vector<std::vector<std::pair<int, float>>>;

/// Whether all vertices of each source vertex have the same position and the same influences.
bool source_is_consistent(const Mesh& mesh, const std::vector<vec3>& places, const Influences& influences) {
    if (mesh.source_vertex.size() != places.size()) return false;
    constexpr std::uint32_t nobody = 0xFFFFFFFFU;
    std::vector<std::uint32_t> first(mesh.source_vertex_count, nobody);
    for (std::uint32_t v = 0; v < places.size(); ++v) {
        std::uint32_t& owner = first[mesh.source_vertex[v]];
        if (owner == nobody) owner = v;
        const bool same =
            places[v] == places[owner] && (influences.empty() || influences[v] == influences[owner]);
        if (!same) return false;
    }
    return true;
}

}  // namespace

MeshPoints make_points(const MeshInstance& instance, const std::vector<vec3>& places,
                       const glm::dmat3& offset_turn, const Influences& influences) {
    const Mesh& mesh = *instance.mesh;
    MeshPoints out;
    const bool by_source = source_is_consistent(mesh, places, influences);
    const std::size_t count = by_source ? mesh.source_vertex_count : places.size();
    out.of_vertex.resize(places.size());
    out.places.assign(count, vec3(0.0F));
    out.used.assign(count, 0);
    if (!influences.empty()) out.influences.resize(count);
    for (std::uint32_t v = 0; v < places.size(); ++v) {
        const std::uint32_t point = by_source ? mesh.source_vertex[v] : v;
        out.of_vertex[v] = point;
        out.places[point] = places[v];
        out.used[point] = 1;
        if (!influences.empty()) out.influences[point] = influences[v];
    }
    for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
        const MorphTarget& target = mesh.targets[t];
        MeshPoints::Offsets& offsets = out.displacers[instance.displacers[t]];
        offsets.moves = offsets.moves || !target.positions.empty();
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            const vec3 offset = target.positions.empty() ? vec3(0.0F) : target.positions[i];
            const bool as_is = offset_turn == glm::dmat3(1.0);
            offsets.by_point[out.of_vertex[target.vertices[i]]] =
                as_is ? offset : vec3(offset_turn * glm::dvec3(offset));
        }
    }
    return out;
}

bool PointPool::fits(const MeshPoints& points, std::uint32_t base) const {
    for (std::uint32_t p = 0; p < points.places.size(); ++p) {
        if (points.used[p] == 0 || all_.used[base + p] == 0) continue;
        if (points.places[p] != all_.places[base + p]) return false;
        const bool skinned = !points.influences.empty();
        if (skinned && points.influences[p] != all_.influences[base + p]) return false;
        for (const auto& [displacer, offsets] : points.displacers) {
            const auto known = all_.displacers.find(displacer);
            const auto own = offsets.by_point.find(p);
            const bool there = known != all_.displacers.end() && known->second.by_point.contains(base + p);
            if (there != (own != offsets.by_point.end())) return false;
            if (there && known->second.by_point.at(base + p) != own->second) return false;
        }
    }
    return true;
}

void PointPool::merge(const MeshPoints& points, std::uint32_t base) {
    for (std::uint32_t p = 0; p < points.places.size(); ++p) {
        if (points.used[p] == 0) continue;
        all_.places[base + p] = points.places[p];
        all_.used[base + p] = 1;
        if (!points.influences.empty()) all_.influences[base + p] = points.influences[p];
    }
    for (const auto& [displacer, offsets] : points.displacers) {
        MeshPoints::Offsets& known = all_.displacers[displacer];
        known.moves = known.moves || offsets.moves;
        for (const auto& [point, offset] : offsets.by_point) known.by_point[base + point] = offset;
    }
}

std::uint32_t PointPool::add(const MeshPoints& points) {
    // Meshes that share points are adjacent; many meshes that do not share any must not take quadratic time.
    constexpr std::size_t max_compared = 32;
    for (std::size_t i = blocks_.size() > max_compared ? blocks_.size() - max_compared : 0;
         i < blocks_.size(); ++i) {
        const auto [base, count] = blocks_[i];
        if (count != points.places.size() || !fits(points, base)) continue;
        merge(points, base);
        return base;
    }
    const auto base = static_cast<std::uint32_t>(all_.places.size());
    const std::size_t count = points.places.size();
    blocks_.emplace_back(base, count);
    all_.places.resize(base + count, vec3(0.0F));
    all_.used.resize(base + count, 0);
    all_.influences.resize(base + count);
    merge(points, base);
    return base;
}

}  // namespace vitruvian::vrml
