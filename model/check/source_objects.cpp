#include "model/check/source_objects.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::check {

const GltfFacts* gltf_facts_or_skip(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = subject.gltf_facts();
    if (facts == nullptr)
        findings.skip("only what was read from a glTF file, and is not edited since, can be looked at");
    return facts;
}

Object file_node(const Subject& subject, const GltfFacts& facts, int node) {
    const GltfNode& there = at(facts.nodes, node);
    Object out =
        there.document_node >= 0 ? subject.node(there.document_node) : Subject::named("node", there.name);
    out.name = there.name.empty() ? fmt::format("node {}", node) : there.name;
    return out;
}

Object file_clip(const Subject& subject, const GltfFacts& facts, int animation) {
    std::string name = at(facts.animations, animation).name;
    if (name.empty()) name = fmt::format("animation {}", animation);
    const auto& clips = subject.document().clips;
    const auto found =
        std::find_if(clips.begin(), clips.end(), [&](const auto& clip) { return clip->name == name; });
    return found == clips.end() ? Subject::named("clip", name)
                                : subject.clip(static_cast<int>(found - clips.begin()));
}

Object file_skin(const GltfFacts& facts, int skin) {
    const std::string& name = at(facts.skins, skin).name;
    return Subject::named("skin", name.empty() ? fmt::format("skin {}", skin) : name);
}

Object file_mesh(const Subject& subject, const GltfFacts& facts, int mesh) {
    const auto user = std::find_if(facts.nodes.begin(), facts.nodes.end(),
                                   [mesh](const GltfNode& node) { return node.mesh == mesh; });
    std::string name = at(facts.meshes, mesh).name;
    if (name.empty() && user != facts.nodes.end()) name = user->name;
    if (name.empty()) name = fmt::format("mesh {}", mesh);
    Object out = Subject::named("mesh", name);
    if (user == facts.nodes.end() || user->document_node < 0) return out;
    const auto& meshes = subject.document().meshes;
    const auto shown = std::find_if(meshes.begin(), meshes.end(), [&](const MeshInstance& instance) {
        return instance.node == user->document_node;
    });
    if (shown == meshes.end()) return out;
    out = subject.mesh(static_cast<int>(shown - meshes.begin()));
    out.name = name;
    return out;
}

}  // namespace vitruvian::check
