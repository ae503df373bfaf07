#include "model/edit/document_bytes.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

template <class T>
std::size_t of_list(const std::vector<T>& list) {
    return list.size() * sizeof(T);
}

/// Short strings are stored in the string object itself.
std::size_t of_text(const std::string& text) {
    return text.size() < sizeof(std::string) / 2 ? 0 : text.size();
}

std::size_t of(const Mesh& mesh) {
    std::size_t out = sizeof(Mesh) + of_list(mesh.positions) + of_list(mesh.normals) +
                      of_list(mesh.tangents) + of_list(mesh.uv0) + of_list(mesh.uv1) + of_list(mesh.colors) +
                      of_list(mesh.indices) + of_list(mesh.influence_begin) + of_list(mesh.influence_joint) +
                      of_list(mesh.influence_weight) + of_list(mesh.targets) + of_list(mesh.source_vertex);
    for (const MorphTarget& target : mesh.targets)
        out += of_list(target.vertices) + of_list(target.positions) + of_list(target.normals);
    return out;
}

std::size_t of(const Skin& skin) {
    return sizeof(Skin) + of_list(skin.nodes) + of_list(skin.inverse_bind);
}

std::size_t of(const Clip& clip) {
    std::size_t out = sizeof(Clip) + of_list(clip.channels);
    for (const Channel& channel : clip.channels) out += of_list(channel.times) + of_list(channel.values);
    return out;
}

std::size_t of(const ImageSource& image) {
    return sizeof(ImageSource) + of_list(image.encoded);
}

std::size_t of(const Humanoid& humanoid) {
    std::size_t out = sizeof(Humanoid) + of_list(humanoid.info) + of_list(humanoid.joints) +
                      of_list(humanoid.segments) + of_list(humanoid.sites) + of_list(humanoid.bone_evidence) +
                      of_list(humanoid.expressions);
    for (const auto& [tag, value] : humanoid.info) out += of_text(tag) + of_text(value);
    for (const BoneEvidence& evidence : humanoid.bone_evidence) out += of_text(evidence.reason);
    for (const Expression& expression : humanoid.expressions) out += of_list(expression.binds);
    return out;
}

/// Sums the parts of one kind, as given by `part(document, i)`, that the other document does not share. Most
/// are at the same index in both.
template <class PartOf>
std::size_t beyond(std::size_t count, std::size_t other_count, const PartOf& part, const PartOf& other) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto* mine = part(i);
        if (mine == nullptr || (i < other_count && other(i) == mine)) continue;
        bool is_shared = false;
        for (std::size_t j = 0; j < other_count && !is_shared; ++j) is_shared = other(j) == mine;
        for (std::size_t j = 0; j < i && !is_shared; ++j) is_shared = part(j) == mine;
        if (!is_shared) out += of(*mine);
    }
    return out;
}

template <class Part>
struct PartOf {
    const Document* document;
    const Part* (*get)(const Document&, std::size_t);
    const Part* operator()(std::size_t i) const { return get(*document, i); }
};

template <class Part>
std::size_t beyond(const Document& document, const Document& other, std::size_t count,
                   std::size_t other_count, const Part* (*get)(const Document&, std::size_t)) {
    return beyond(count, other_count, PartOf<Part>{&document, get}, PartOf<Part>{&other, get});
}

}  // namespace

std::size_t bytes_beyond(const Document& document, const Document& other) {
    const Document& d = document;
    std::size_t out = sizeof(Document) + of_list(d.nodes) + of_list(d.meshes) + of_list(d.displacers) +
                      of_list(d.viewpoints) + of_list(d.lights) + of_list(d.materials) + of_list(d.variants) +
                      of_list(d.images) + of_list(d.clips) + of_list(d.diagnostics.list());
    for (const Node& node : d.nodes) out += of_text(node.name);
    for (const Humanoid& humanoid : d.humanoids) out += of(humanoid);
    for (const MeshInstance& mesh : d.meshes)
        out += of_text(mesh.name) + of_list(mesh.displacers) + of_list(mesh.variant_materials);
    for (const Displacer& displacer : d.displacers)
        out += of_text(displacer.name) + of_list(displacer.changes);
    for (const Diagnostic& said : d.diagnostics.list()) out += of_text(said.message);
    out += beyond<Mesh>(
        d, other, d.meshes.size(), other.meshes.size(),
        [](const Document& of, std::size_t i) -> const Mesh* { return of.meshes[i].mesh.get(); });
    out += beyond<Skin>(
        d, other, d.meshes.size(), other.meshes.size(),
        [](const Document& of, std::size_t i) -> const Skin* { return of.meshes[i].skin.get(); });
    out += beyond<Clip>(d, other, d.clips.size(), other.clips.size(),
                        [](const Document& of, std::size_t i) -> const Clip* { return of.clips[i].get(); });
    out += beyond<ImageSource>(
        d, other, d.images.size(), other.images.size(),
        [](const Document& of, std::size_t i) -> const ImageSource* { return of.images[i].get(); });
    return out;
}

}  // namespace vitruvian
