#include "model/formats/gltf/write/own_vertices.h"

#include <algorithm>
#include <map>
#include <utility>

namespace vitruvian::gltf {
namespace {

constexpr std::uint32_t unused = 0xFFFFFFFFU;

/// Returns the new index of each vertex, in the old order; empty where little would be saved.
std::vector<std::uint32_t> new_numbers(const Mesh& mesh) {
    std::vector<std::uint32_t> out(mesh.positions.size(), unused);
    std::size_t used = 0;
    for (const std::uint32_t v : mesh.indices) {
        if (out[v] == unused) ++used;
        out[v] = 0;
    }
    if (used == 0 || used * 4 > out.size() * 3) return {};
    std::uint32_t next = 0;
    for (std::uint32_t& number : out) {
        if (number != unused) number = next++;
    }
    return out;
}

template <class T>
std::vector<T> kept(const std::vector<T>& values, const std::vector<std::uint32_t>& number) {
    std::vector<T> out;
    if (values.empty()) return out;
    for (std::size_t v = 0; v < values.size(); ++v) {
        if (number[v] != unused) out.push_back(values[v]);
    }
    return out;
}

MorphTarget kept(const MorphTarget& target, const std::vector<std::uint32_t>& number) {
    MorphTarget out;
    out.name = target.name;
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
        const std::uint32_t vertex = number[target.vertices[i]];
        if (vertex == unused) continue;
        out.vertices.push_back(vertex);
        if (!target.positions.empty()) out.positions.push_back(target.positions[i]);
        if (!target.normals.empty()) out.normals.push_back(target.normals[i]);
    }
    return out;
}

Mesh kept(const Mesh& mesh, const std::vector<std::uint32_t>& number) {
    Mesh out;
    out.name = mesh.name;
    out.topology = mesh.topology;
    out.positions = kept(mesh.positions, number);
    out.normals = kept(mesh.normals, number);
    out.tangents = kept(mesh.tangents, number);
    out.uv0 = kept(mesh.uv0, number);
    out.uv1 = kept(mesh.uv1, number);
    out.colors = kept(mesh.colors, number);
    for (const std::uint32_t v : mesh.indices) out.indices.push_back(number[v]);
    out.influence_begin.push_back(0);
    for (std::size_t v = 0; v < number.size(); ++v) {
        if (number[v] == unused) continue;
        for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
            out.influence_joint.push_back(mesh.influence_joint[i]);
            out.influence_weight.push_back(mesh.influence_weight[i]);
        }
        out.influence_begin.push_back(static_cast<std::uint32_t>(out.influence_joint.size()));
    }
    return out;
}

/// A mesh with only its own vertices, and which of its targets it keeps.
struct Made {
    std::shared_ptr<const Mesh> mesh;
    std::vector<std::size_t> targets;
};

Made made_of(const std::shared_ptr<const Mesh>& mesh) {
    Made out{mesh, {}};
    const std::vector<std::uint32_t> number =
        mesh->is_skinned() ? new_numbers(*mesh) : std::vector<std::uint32_t>();
    if (number.empty()) return out;
    auto copy = std::make_shared<Mesh>(kept(*mesh, number));
    for (std::size_t t = 0; t < mesh->targets.size(); ++t) {
        MorphTarget target = kept(mesh->targets[t], number);
        if (target.vertices.empty()) continue;
        copy->targets.push_back(std::move(target));
        out.targets.push_back(t);
    }
    out.mesh = std::move(copy);
    return out;
}

}  // namespace

Document with_own_vertices(const Document& document) {
    Document out = document;
    std::map<const Mesh*, Made> known;
    for (std::size_t m = 0; m < out.meshes.size(); ++m) {
        const std::shared_ptr<const Mesh>& mesh = document.meshes[m].mesh;
        auto entry = known.find(mesh.get());
        if (entry == known.end()) entry = known.emplace(mesh.get(), made_of(mesh)).first;
        const Made& made = entry->second;
        if (made.mesh == mesh) continue;
        MeshInstance& instance = out.meshes[m];
        instance.mesh = made.mesh;
        instance.displacers.clear();
        for (const std::size_t target : made.targets)
            instance.displacers.push_back(document.meshes[m].displacers[target]);
    }
    return out;
}

}  // namespace vitruvian::gltf
