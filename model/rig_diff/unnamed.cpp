#include "model/rig_diff/unnamed.h"

#include "model/core/at.h"

#include <fmt/format.h>

namespace vitruvian::rig_diff {
namespace {

/// " of the mesh Body", " of mesh #1"; empty for a material that no mesh wears.
std::string wearer_in_words(const Document& document, int material) {
    const Item mesh = wearer_of(document, material);
    if (mesh.kind == ItemKind::none) return {};
    const std::string name = name_of(document, mesh);
    return name.empty() ? fmt::format(" of mesh #{}", mesh.index) : fmt::format(" of the mesh {}", name);
}

}  // namespace

std::string unnamed_in_words(const Document& document, const Item& item) {
    if (!exists(document, item)) return {};
    std::string out = fmt::format("#{}", item.index);
    if (item.kind == ItemKind::material) return out + wearer_in_words(document, item.index);
    const int node = node_of(document, item);
    if (node < 0) return out;
    if (item.kind == ItemKind::joint) {
        const auto bone = at(document.humanoids, item.humanoid).bones.bone_of(node);
        if (bone) out += fmt::format(" ({})", to_string(*bone));
    }
    // Segments and the like are placed at the node of their joint.
    const bool is_own = item.kind == ItemKind::joint || item.kind == ItemKind::node;
    int above = is_own ? at(document.nodes, node).parent : node;
    while (above >= 0 && at(document.nodes, above).name.empty()) above = at(document.nodes, above).parent;
    return above < 0 ? out : out + fmt::format(" below {}", at(document.nodes, above).name);
}

std::string unnamed_in_words(const Document& document, int node) {
    for (int h = 0; h < static_cast<int>(document.humanoids.size()); ++h) {
        const int joint = joint_at(at(document.humanoids, h), node);
        if (joint >= 0) return unnamed_in_words(document, joint_item(h, joint));
    }
    return unnamed_in_words(document, Item{ItemKind::node, -1, node});
}

}  // namespace vitruvian::rig_diff
