#include "model/edit/naming.h"

#include "model/core/at.h"
#include "model/standard/hanim_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace vitruvian {
namespace {

std::optional<HanimVersion> version_of(NamingScheme scheme) {
    if (scheme == NamingScheme::hanim_1_1) return HanimVersion::v1_1;
    if (scheme == NamingScheme::hanim_2_0) return HanimVersion::v2_0;
    return std::nullopt;
}

/// By the joint's standard name; nullopt where it has none, or the version lacks the joint.
std::optional<std::string> by_hanim_name(std::string_view name, HanimVersion version) {
    const std::optional<HanimJointName> known = hanim_joint_from_name(name);
    if (!known) return std::nullopt;
    const HanimJointFact& fact = hanim_joint_facts()[known->fact];
    if (version == HanimVersion::v1_1 && fact.name_1_1.empty()) return std::nullopt;
    return hanim_joint_name(*known, version);
}

std::optional<std::string> joint_name(const Document& document, const Humanoid& humanoid, int node,
                                      NamingScheme scheme) {
    const std::optional<HanimVersion> version = version_of(scheme);
    const std::optional<Bone> bone = humanoid.bones.bone_of(node);
    const std::optional<std::string> by_bone = bone ? bone_name(*bone, scheme) : std::nullopt;
    if (!version) return by_bone;
    const bool names_first = humanoid.kind == HumanoidKind::hanim;
    const std::optional<std::string> by_name = by_hanim_name(at(document.nodes, node).name, *version);
    if (names_first || !by_bone) return by_name ? by_name : by_bone;
    return by_bone;
}

using Renames = std::vector<std::pair<Item, std::string>>;

/// Removes renames that would give two elements of a list the same name, until there are none.
void keep_unique(const Document& document, const std::vector<Item>& list, Renames& renames) {
    for (bool changed = true; changed;) {
        changed = false;
        std::map<std::string, const Item*> taken;
        for (const Item& item : list) {
            const bool renamed = std::any_of(renames.begin(), renames.end(),
                                             [&](const auto& pair) { return pair.first == item; });
            if (!renamed) taken.emplace(name_of(document, item), &item);
        }
        Renames kept;
        for (auto& [item, name] : renames) {
            if (taken.emplace(name, &item).second) {
                kept.emplace_back(item, name);
            } else {
                changed = true;
            }
        }
        renames = std::move(kept);
    }
}

template <class NewName>
void add_list(const Document& document, ItemKind kind, int humanoid, const NewName& new_name, Renames& out) {
    const std::vector<Item> list = items_of(document, kind, humanoid);
    Renames renames;
    for (const Item& item : list) {
        const std::string old = name_of(document, item);
        std::optional<std::string> name = new_name(item, old);
        if (name && *name != old && !name->empty()) renames.emplace_back(item, std::move(*name));
    }
    keep_unique(document, list, renames);
    out.insert(out.end(), renames.begin(), renames.end());
}

}  // namespace

std::vector<std::pair<Item, std::string>> renames_to(const Document& document, int humanoid,
                                                     NamingScheme scheme) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    Renames out;
    add_list(
        document, ItemKind::joint, humanoid,
        [&](const Item& item, const std::string&) {
            return joint_name(document, figure, node_of(document, item), scheme);
        },
        out);
    const std::optional<HanimVersion> version = version_of(scheme);
    if (!version || figure.kind != HumanoidKind::hanim) return out;
    const auto standard = [](VersionedName name) {
        return name.has_counterpart ? std::optional(std::move(name.name)) : std::nullopt;
    };
    add_list(
        document, ItemKind::segment, humanoid,
        [&](const Item&, const std::string& old) { return standard(hanim_segment_name(old, *version)); },
        out);
    add_list(
        document, ItemKind::site, humanoid,
        [&](const Item&, const std::string& old) { return standard(hanim_site_name(old, *version)); }, out);
    return out;
}

}  // namespace vitruvian
