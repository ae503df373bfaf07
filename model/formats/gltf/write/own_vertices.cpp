#include "model/formats/gltf/write/own_vertices.h"

#include "model/document/kept_vertices.h"

#include <map>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Returns the vertices that the mesh's indices use, in the old order; none where little would be saved.
KeptVertices used_vertices(const Mesh& mesh) {
    KeptVertices out;
    out.place.assign(mesh.positions.size(), KeptVertices::unused);
    for (const std::uint32_t v : mesh.indices) out.place[v] = 0;
    for (std::uint32_t v = 0; v < out.place.size(); ++v) {
        if (out.place[v] == KeptVertices::unused) continue;
        out.place[v] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(v);
    }
    return out.vertices.size() * 4 > out.place.size() * 3 ? KeptVertices() : out;
}

/// A mesh with only its own vertices, and which of its targets it keeps.
struct Made {
    std::shared_ptr<const Mesh> mesh;
    std::vector<std::size_t> targets;
};

Made made_of(const std::shared_ptr<const Mesh>& mesh) {
    Made out{mesh, {}};
    const KeptVertices kept = mesh->is_skinned() ? used_vertices(*mesh) : KeptVertices();
    if (kept.vertices.empty()) return out;
    auto copy = std::make_shared<Mesh>(with_vertices(*mesh, kept));
    for (const std::uint32_t v : mesh->indices) copy->indices.push_back(kept.place[v]);
    for (std::size_t t = 0; t < mesh->targets.size(); ++t) {
        MorphTarget target = with_vertices(mesh->targets[t], kept);
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
