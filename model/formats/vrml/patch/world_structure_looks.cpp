// Merges materials: the shapes of the others USE the Appearance of the first.
#include "model/core/at.h"
#include "model/formats/vrml/patch/world_structure.h"

#include <algorithm>

namespace vitruvian::vrml {
namespace {

/// Per material of the earlier document: the one that its meshes use in the later; -1: none.
std::vector<int> later_materials(const Document& from, const Document& to) {
    std::vector<int> out(from.materials.size(), -1);
    for (std::size_t m = 0; m < from.meshes.size(); ++m) {
        const int before = from.meshes[m].material;
        const int after = to.meshes[m].material;
        if (before >= 0 && after >= 0) at(out, before) = after;
    }
    return out;
}

}  // namespace

Result<void> WorldStructure::merge_materials() {
    if (from().meshes.size() != to_->meshes.size() || from().materials.size() <= to_->materials.size())
        return {};
    const std::vector<int> later = later_materials(from(), *to_);
    std::map<int, std::set<NodeId>> nodes;  // by the remaining material
    for (std::size_t m = 0; m < later.size(); ++m) {
        const NodeRef appearance = opened_->built.materials[m].appearance;
        if (later[m] < 0 || !appearance.valid()) continue;
        const Result<NodeId> id = own(appearance);
        if (!id) return tl::unexpected(id.error());
        nodes[later[m]].insert(*id);
    }
    for (const auto& [material, all] : nodes) {
        if (all.size() < 2) continue;
        // Nodes that define a Material are kept in preference to those that only use one.
        const auto only_uses = [&](NodeId id) {
            const std::span<const NodeId> held = nodes_of(syntax(id), "material");
            return !held.empty() && syntax(held.front()).is_use;
        };
        const auto is_earlier = [&](NodeId a, NodeId b) {
            if (only_uses(a) != only_uses(b)) return only_uses(b);
            return syntax(a).range.begin < syntax(b).range.begin;
        };
        const NodeId first = *std::min_element(all.begin(), all.end(), is_earlier);
        const Result<std::string> def =
            def_of({opened_->root, first}, at(to_->materials, material).name + "_look");
        if (!def) return tl::unexpected(def.error());
        for (std::size_t n = 0; n < tree().nodes.size(); ++n) {
            const auto id = static_cast<NodeId>(n);
            const NodeId meant = syntax(id).is_use ? syntax(id).use_of : id;
            if (meant == first || !all.contains(meant)) continue;
            if (syntax(id).scope != syntax(first).scope)
                return refuse("surfaces in a PROTO and outside that became one");
            if (Result<void> done = statements_.use_instead(id, *def); !done) return done;
        }
    }
    return {};
}

}  // namespace vitruvian::vrml
