// Commands that add and delete displacers.
#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace vitruvian {
namespace {

using Weights = std::vector<std::pair<Item, float>>;

/// Of each displacer how far it is in the mixture.
std::vector<float> mixture_of(const Weights& from, const Document& document) {
    std::vector<float> out(document.displacers.size(), 0.0F);
    if (from.empty()) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = document.displacers[i].weight;
    }
    for (const auto& [item, weight] : from) at(out, item.index) += weight;
    return out;
}

/// The targets of a mesh together, each times the weight of its displacer.
MorphTarget mixed_target(const Mesh& mesh, const std::vector<int>& displacers,
                         const std::vector<float>& mixture, const std::string& name) {
    struct Offset {
        vec3 position{0.0F};
        vec3 normal{0.0F};
    };
    std::map<std::uint32_t, Offset> offsets;
    bool has_normals = false;
    for (std::size_t t = 0; t < mesh.targets.size(); ++t) {
        const MorphTarget& target = mesh.targets[t];
        const float weight = at(mixture, displacers[t]);
        if (weight == 0.0F) continue;
        has_normals = has_normals || !target.normals.empty();
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            Offset& offset = offsets[target.vertices[i]];
            if (!target.positions.empty()) offset.position += weight * target.positions[i];
            if (!target.normals.empty()) offset.normal += weight * target.normals[i];
        }
    }
    MorphTarget out;
    out.name = name;
    for (const auto& [vertex, offset] : offsets) {
        out.vertices.push_back(vertex);
        out.positions.push_back(offset.position);
        if (has_normals) out.normals.push_back(offset.normal);
    }
    return out;
}

/// H-Anim's kinds are what names end in (H-Anim 1.1, Displacer).
DisplacerKind kind_of_mixture(const std::string& name, DisplacerKind like) {
    if (like == DisplacerKind::morph) return like;
    if (name.ends_with("_feature")) return DisplacerKind::feature;
    if (name.ends_with("_config")) return DisplacerKind::config;
    return DisplacerKind::action;
}

/// The new displacer but for its targets, of what all that are mixed have in common.
Result<Displacer> common_displacer(const std::string& name, const std::vector<float>& mixture,
                                   const Document& document) {
    const Displacer* first = nullptr;
    for (std::size_t i = 0; i < mixture.size(); ++i) {
        if (mixture[i] == 0.0F) continue;
        const Displacer& one = document.displacers[i];
        if (first == nullptr) first = &one;
        if (one.humanoid != first->humanoid || one.segment != first->segment) {
            return fail("edit-several-segments",
                        fmt::format("{} and {} are not on the same segment: make a displacer for each.",
                                    first->name, one.name));
        }
    }
    if (first == nullptr)
        return fail("edit-no-mixture", "No displacer is applied: say which, as {\"weights\": {\"a\": 1}}.");
    return Displacer{name, kind_of_mixture(name, first->kind), first->humanoid, first->segment, 0.0F, false};
}

Result<void> add_displacer(const AddDisplacer& edit, Document& document) {
    for (const auto& [item, weight] : edit.from) {
        if (!is_there(document, item, ItemKind::displacer)) return no_such_thing(item, ItemKind::displacer);
        if (!std::isfinite(weight)) return fail("edit-not-finite", "A weight must be finite.");
    }
    const Result<void> is_free = expect_free_name(document, ItemKind::displacer, -1, edit.name);
    if (!is_free) return is_free;
    const std::vector<float> mixture = mixture_of(edit.from, document);
    Result<Displacer> displacer = common_displacer(edit.name, mixture, document);
    if (!displacer) return tl::unexpected(displacer.error());
    Document changed = document;
    const auto index = static_cast<int>(changed.displacers.size());
    insert_displacer(changed, index, std::move(*displacer));
    std::map<std::pair<const Mesh*, std::vector<int>>, std::shared_ptr<const Mesh>> made;
    for (MeshInstance& instance : changed.meshes) {
        const bool is_in = std::any_of(instance.displacers.begin(), instance.displacers.end(),
                                       [&](int d) { return at(mixture, d) != 0.0F; });
        if (!is_in) continue;
        std::shared_ptr<const Mesh>& with = made[{instance.mesh.get(), instance.displacers}];
        if (!with) {
            auto copy = std::make_shared<Mesh>(*instance.mesh);
            copy->targets.push_back(mixed_target(*copy, instance.displacers, mixture, edit.name));
            with = std::move(copy);
        }
        instance.mesh = with;
        instance.displacers.push_back(index);
    }
    return keep_if_valid(std::move(changed), document, MeshNumbers::unproved);
}

Result<void> delete_displacer(const DeleteDisplacer& edit, Document& document) {
    if (!is_there(document, edit.displacer, ItemKind::displacer))
        return no_such_thing(edit.displacer, ItemKind::displacer);
    return remove_item(document, edit.displacer);
}

}  // namespace

std::vector<CommandKind> displacer_commands() {
    return {
        command_kind<AddDisplacer, add_displacer>(
            "add-displacer", "Add displacer {name}",
            "Adds a displacer, or morph target, that does what others do together.",
            {command_field<&AddDisplacer::name>(
                 "name", "", "what it is called; _feature or _config at its end says its kind"),
             may_be_absent(command_field<&AddDisplacer::from>(
                 "from", "", "an object {\"weights\": {NAME: NUMBER}}; left out: as far as each is applied",
                 {ItemKind::displacer}))}),
        command_kind<DeleteDisplacer, delete_displacer>(
            "delete-displacer", "Delete {displacer}",
            "Deletes a displacer or morph target, with what moves it.",
            {command_field<&DeleteDisplacer::displacer>("displacer", "", "the displacer or morph target",
                                                        {ItemKind::displacer})}),
    };
}

}  // namespace vitruvian
