// The invariants of every mesh: attributes of equal length, indices in range, finite numbers, weights that
// sum to one.
#include "model/document/valid_parts.h"

#include <fmt/format.h>

namespace vitruvian::valid {
namespace {

template <class T>
bool fits(const std::vector<T>& attribute, const Mesh& mesh) {
    return attribute.empty() || attribute.size() == mesh.positions.size();
}

std::size_t corners(Topology topology) {
    switch (topology) {
        case Topology::triangles:
            return 3;
        case Topology::lines:
            return 2;
        case Topology::points:
            return 1;
    }
    return 1;
}

/// Whether the influences are a list for each vertex, as far as that can be seen without going through them.
Broken influence_sizes_problem(const Mesh& mesh) {
    const auto& begin = mesh.influence_begin;
    if (mesh.influence_joint.size() != mesh.influence_weight.size()) return "has influences without weights";
    if (begin.empty()) {
        return mesh.influence_joint.empty() ? std::nullopt : Broken("has influences without rows");
    }
    if (begin.size() != mesh.positions.size() + 1) return "has a wrong number of influence rows";
    if (begin.front() != 0 || begin.back() != mesh.influence_joint.size())
        return "has influences outside its rows";
    return std::nullopt;
}

Broken influences_problem(const Mesh& mesh) {
    const auto& begin = mesh.influence_begin;
    if (!std::is_sorted(begin.begin(), begin.end())) return "has influence rows that do not ascend";
    for (std::size_t v = 0; v + 1 < begin.size(); ++v) {
        double sum = 0.0;
        for (std::uint32_t i = begin[v]; i < begin[v + 1]; ++i) {
            const float weight = mesh.influence_weight[i];
            if (!finite(weight) || weight < 0.0F) return fmt::format("has weight {} at vertex {}", weight, v);
            sum += static_cast<double>(weight);
        }
        if (begin[v] != begin[v + 1] && std::abs(sum - 1.0) > 1e-3) {
            return fmt::format("has weights that sum to {} at vertex {}", sum, v);
        }
    }
    return std::nullopt;
}

Broken target_problem(const MorphTarget& target, std::size_t vertex_count) {
    const auto fits_target = [&target](const std::vector<vec3>& offsets) {
        return offsets.empty() || offsets.size() == target.vertices.size();
    };
    if (!fits_target(target.positions) || !fits_target(target.normals))
        return "has offsets of a wrong length";
    if (!all_below(target.vertices, vertex_count)) return "has a vertex out of range";
    if (!all_finite(target.positions) || !all_finite(target.normals))
        return "has an offset that is not finite";
    return std::nullopt;
}

Broken numbers_problem(const Mesh& mesh) {
    if (!all_finite(mesh.positions) || !all_finite(mesh.normals) || !all_finite(mesh.tangents) ||
        !all_finite(mesh.uv0) || !all_finite(mesh.uv1) || !all_finite(mesh.colors)) {
        return "has a number that is not finite";
    }
    if (!all_below(mesh.indices, mesh.positions.size())) return "has an index out of range";
    return std::nullopt;
}

}  // namespace

Broken mesh_problem(const Mesh& mesh, MeshNumbers numbers) {
    if (!fits(mesh.normals, mesh) || !fits(mesh.tangents, mesh) || !fits(mesh.uv0, mesh) ||
        !fits(mesh.uv1, mesh) || !fits(mesh.colors, mesh) || !fits(mesh.source_vertex, mesh)) {
        return "has an attribute of a wrong length";
    }
    if (mesh.indices.size() % corners(mesh.topology) != 0) return "has an incomplete primitive";
    if (Broken problem = influence_sizes_problem(mesh)) return problem;
    if (numbers == MeshNumbers::unproved) {
        if (Broken problem = numbers_problem(mesh)) return problem;
        if (Broken problem = influences_problem(mesh)) return problem;
    }
    if (!all_below(mesh.source_vertex, mesh.source_vertex_count)) return "has a source vertex out of range";
    for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
        if (const Broken problem = target_problem(mesh.targets[t], mesh.positions.size())) {
            return fmt::format("targets[{}] {}", t, *problem);
        }
    }
    return std::nullopt;
}

}  // namespace vitruvian::valid
