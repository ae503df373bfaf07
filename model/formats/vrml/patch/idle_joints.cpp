#include "model/formats/vrml/patch/idle_joints.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace vitruvian::vrml {
namespace {

void drop_idle_skin_joints(const Skin& found, MeshInstance& instance) {
    const Skin& skin = *instance.skin;
    const Mesh& mesh = *instance.mesh;
    std::vector<bool> is_busy(skin.nodes.size(), false);
    for (const std::uint32_t joint : mesh.influence_joint) is_busy[joint] = true;
    auto kept = std::make_shared<Skin>(skin);
    kept->nodes.clear();
    kept->inverse_bind.clear();
    std::vector<std::uint32_t> place(skin.nodes.size(), 0);
    for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
        const bool is_found =
            std::find(found.nodes.begin(), found.nodes.end(), skin.nodes[i]) != found.nodes.end();
        place[i] = static_cast<std::uint32_t>(kept->nodes.size());
        if (!is_busy[i] && !is_found) continue;
        kept->nodes.push_back(skin.nodes[i]);
        kept->inverse_bind.push_back(skin.inverse_bind[i]);
    }
    if (kept->nodes.size() == skin.nodes.size()) return;
    auto renumbered = std::make_shared<Mesh>(mesh);
    for (std::uint32_t& joint : renumbered->influence_joint) joint = place[joint];
    instance.mesh = std::move(renumbered);
    instance.skin = std::move(kept);
}

}  // namespace

void drop_idle_joints(const Document& found, Document& document) {
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        MeshInstance& instance = document.meshes[m];
        if (instance.mesh->is_skinned() && found.meshes[m].mesh->is_skinned())
            drop_idle_skin_joints(*found.meshes[m].skin, instance);
    }
}

}  // namespace vitruvian::vrml
