#include "model/formats/gltf/write/vrm_source.h"

#include "model/core/at.h"
#include "model/formats/gltf/read/source_json.h"
#include "model/io/source.h"

#include <utility>

namespace vitruvian::gltf {

const Json& VrmSource::object(const Json& owner, const char* key) {
    static const Json none = Json::object();
    const Json* found = member(owner, key);
    return found != nullptr && found->is_object() ? *found : none;
}

int VrmSource::node(int of_source) const {
    const auto found = file_node.find(of_source);
    return found == file_node.end() ? -1 : found->second;
}

const std::set<int>& VrmSource::nodes_of_mesh_at(int of_source) const {
    static const std::set<int> none;
    const Json& nodes = list_of(root, "nodes");
    if (of_source < 0 || static_cast<std::size_t>(of_source) >= nodes.size()) return none;
    const auto found = mesh_nodes.find(int_or(at(nodes, of_source), "mesh", -1));
    return found == mesh_nodes.end() ? none : found->second;
}

int VrmSource::image(const Writing& writing, int texture) const {
    const Json& textures = list_of(root, "textures");
    if (texture < 0 || static_cast<std::size_t>(texture) >= textures.size()) return -1;
    const Json& json = at(textures, texture);
    int image = int_or(json, "source", -1);
    if (const Json* webp = extension(json, "EXT_texture_webp"); image < 0 && webp != nullptr)
        image = int_or(*webp, "source", -1);
    const bool is_there = image >= 0 && static_cast<std::size_t>(image) < writing.image.size();
    return is_there ? at(writing.image, image) : -1;
}

std::optional<VrmSource> open_vrm(const Writing& writing, HumanoidKind version) {
    const Document& document = writing.document;
    if (document.source == nullptr || document.humanoids.empty() ||
        document.humanoids.front().kind != version)
        return std::nullopt;
    std::optional<Json> root = source_json(*document.source);
    if (!root) return std::nullopt;
    VrmSource out;
    out.root = std::move(*root);
    const Json* vrm = extension(out.root, version == HumanoidKind::vrm0 ? "VRM" : "VRMC_vrm");
    if (vrm == nullptr || !vrm->is_object()) return std::nullopt;
    out.vrm = *vrm;
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        if (document.nodes[n].source_index >= 0)
            out.file_node.emplace(document.nodes[n].source_index, writing.file_node[n]);
    }
    const Json& nodes = list_of(out.root, "nodes");
    for (const PrimitiveOut& primitive : writing.primitives) {
        const int node = document.meshes[primitive.instance].node;
        if (node < 0) continue;
        const int source = at(document.nodes, node).source_index;
        if (source < 0 || static_cast<std::size_t>(source) >= nodes.size()) continue;
        out.mesh_nodes[int_or(at(nodes, source), "mesh", -1)].insert(primitive.node);
    }
    return out;
}

vec3 vrm0_vector(const Json& owner, const char* key) {
    const Json& json = VrmSource::object(owner, key);
    return {float_or(json, "x", 0.0F), float_or(json, "y", 0.0F), 0.0F - float_or(json, "z", 0.0F)};
}

}  // namespace vitruvian::gltf
