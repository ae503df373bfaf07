// Commands that remap joints: detect the bone map, and rename by a convention.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/naming.h"
#include "model/figure/bone_map.h"
#include "model/figure/bone_slots.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

Result<void> map_bones(const MapBones& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    const FoundBones found = find_bones(document, edit.humanoid.index);
    if (std::all_of(found.bones.node.begin(), found.bones.node.end(), [](int node) { return node < 0; })) {
        return fail("edit-no-bones",
                    found.doubt.empty()
                        ? "Neither the joints' names nor the skeleton's shape identify the bones."
                        : found.doubt);
    }
    Humanoid& humanoid = at(document.humanoids, edit.humanoid.index);
    humanoid.bones = found.bones;
    humanoid.bone_evidence = found.evidence;
    return {};
}

Result<void> rename_joints(const RenameJoints& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    const std::optional<NamingScheme> scheme = naming_scheme_from_string(edit.scheme);
    if (!scheme) {
        std::string known;
        for (const NamingScheme one : naming_schemes)
            known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(one));
        return fail("edit-bad-scheme",
                    fmt::format("There is no naming scheme \"{}\"; there are {}.", edit.scheme, known));
    }
    const auto renames = renames_to(document, edit.humanoid.index, *scheme);
    for (const auto& [item, name] : renames) {
        if (item.kind == ItemKind::segment) {
            at(at(document.humanoids, item.humanoid).segments, item.index).name = name;
        } else {
            at(document.nodes, node_of(document, item)).name = name;
        }
    }
    return {};
}

}  // namespace

std::vector<CommandKind> mapping_commands() {
    return {
        command_kind<MapBones, map_bones>(
            "map-bones", "Map bones",
            "Detects again which joints are the humanoid's bones, by their names and the skeleton's shape.",
            {command_field<&MapBones::humanoid>("humanoid", "", "whose", {ItemKind::humanoid})}),
        command_kind<RenameJoints, rename_joints>(
            "rename-joints", "Rename joints as {scheme}",
            "Names joints as a convention does, H-Anim's segments and sites too; what it has no name for "
            "keeps its own.",
            {command_field<&RenameJoints::humanoid>("humanoid", "", "whose", {ItemKind::humanoid}),
             command_field<&RenameJoints::scheme>("scheme", "",
                                                  "hanim-1.1, hanim-2.0, vrm, mixamo or unity")}),
    };
}

}  // namespace vitruvian
