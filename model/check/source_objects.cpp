#include "model/check/source_objects.h"

#include <fmt/format.h>

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
    const GltfAnimation& there = at(facts.animations, animation);
    if (there.document_clip >= 0) return subject.clip(there.document_clip);
    return Subject::named("clip", there.name.empty() ? fmt::format("animation {}", animation) : there.name);
}

Object file_skin(const GltfFacts& facts, int skin) {
    const std::string& name = at(facts.skins, skin).name;
    return Subject::named("skin", name.empty() ? fmt::format("skin {}", skin) : name);
}

Object file_mesh(const Subject& subject, const GltfFacts& facts, int mesh) {
    const GltfMesh& there = at(facts.meshes, mesh);
    Object out = there.document_mesh >= 0 ? subject.mesh(there.document_mesh) : Subject::named("mesh", {});
    out.name = !there.name.empty() || there.node < 0 ? there.name : at(facts.nodes, there.node).name;
    if (out.name.empty()) out.name = fmt::format("mesh {}", mesh);
    return out;
}

}  // namespace vitruvian::check
