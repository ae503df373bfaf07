// Commands on names, info tags and bones.
#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/segment_name.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

using InfoTags = std::vector<std::pair<std::string, std::string>>;

/// Returns where the name of an existing item is stored; null for kinds that cannot be renamed.
std::string* name_to_change(Document& document, const Item& item) {
    const auto of_node = [&document](int node) { return &at(document.nodes, node).name; };
    switch (item.kind) {
        case ItemKind::humanoid:
            return &at(document.humanoids, item.index).name;
        case ItemKind::joint:
        case ItemKind::site:
        case ItemKind::node:
            return of_node(node_of(document, item));
        case ItemKind::segment:
            return &at(at(document.humanoids, item.humanoid).segments, item.index).name;
        case ItemKind::displacer:
            return &at(document.displacers, item.index).name;
        case ItemKind::material:
            return &at(document.materials, item.index).name;
        default:
            return nullptr;
    }
}

/// Renames meshes to the names they get when the file is read back.
void rename_meshes_of(Document& document, const Item& segment, const std::string& name) {
    if (!is_world(document.format)) return;
    for (MeshInstance& mesh : document.meshes) {
        if (mesh.humanoid == segment.humanoid && mesh.segment == segment.index &&
            is_called_after_segment(document, mesh))
            mesh.name = name;
    }
}

/// A glTF figure without a name in an extension is named after its joints' parent, if that has a name.
void rename_node_above(Document& document, const Humanoid& humanoid, const std::string& name) {
    const bool is_named =
        humanoid.kind != HumanoidKind::inferred && humanoid.kind != HumanoidKind::khr_character;
    if (!is_gltf(document.format) || is_named || humanoid.joints.empty()) return;
    const int parent = at(document.nodes, humanoid.joints.front().node).parent;
    if (parent >= 0 && at(document.nodes, parent).name == humanoid.name)
        at(document.nodes, parent).name = name;
}

Result<void> rename(const Rename& edit, Document& document) {
    std::string* const target = exists(document, edit.thing) ? name_to_change(document, edit.thing) : nullptr;
    const bool is_clip = is_there(document, edit.thing, ItemKind::clip);
    if (target == nullptr && !is_clip)
        return fail("edit-no-such-thing", "There is nothing to rename at that place.");
    Result<void> is_free =
        expect_free_name(document, edit.thing.kind, edit.thing.humanoid, edit.name, edit.thing);
    if (!is_free) return is_free;
    if (is_clip) {
        std::shared_ptr<const Clip>& clip = at(document.clips, edit.thing.index);
        auto renamed = std::make_shared<Clip>(*clip);
        renamed->name = edit.name;
        clip = std::move(renamed);
    } else {
        if (edit.thing.kind == ItemKind::segment) rename_meshes_of(document, edit.thing, edit.name);
        if (edit.thing.kind == ItemKind::humanoid)
            rename_node_above(document, at(document.humanoids, edit.thing.index), edit.name);
        *target = edit.name;
    }
    return {};
}

/// Returns where a new tag goes: one that the file has, among its neighbours there; any other at the end.
InfoTags::iterator place_of_tag(Document& document, int humanoid, const std::string& name) {
    InfoTags& info = at(document.humanoids, humanoid).info;
    const DocumentSource* source = document.source.get();
    if (source == nullptr || static_cast<std::size_t>(humanoid) >= source->as_read.humanoids.size())
        return info.end();
    const InfoTags& in_file = at(source->as_read.humanoids, humanoid).info;
    const auto is_named = [](const std::string& tag) {
        return [&tag](const auto& pair) { return pair.first == tag; };
    };
    const auto own = std::find_if(in_file.begin(), in_file.end(), is_named(name));
    if (own == in_file.end()) return info.end();
    for (auto before = own; before != in_file.begin();) {
        --before;
        const auto found = std::find_if(info.begin(), info.end(), is_named(before->first));
        if (found != info.end()) return found + 1;
    }
    return info.begin();
}

/// In files, tags are separated from their values by the first "=".
Result<void> set_info(const SetInfo& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    if (edit.name.empty() || !is_text(edit.name) || edit.name.find('=') != std::string::npos) {
        return fail(
            "edit-bad-name",
            "A tag's name must be UTF-8, not be empty and hold neither \"=\" nor control characters.");
    }
    if (edit.value && !is_text(*edit.value))
        return fail("edit-bad-text", "A tag's value must be UTF-8 and hold no control characters.");
    auto& info = at(document.humanoids, edit.humanoid.index).info;
    const auto is_it = [&](const auto& pair) { return pair.first == edit.name; };
    const auto found = std::find_if(info.begin(), info.end(), is_it);
    if (!edit.value) {
        if (found == info.end())
            return fail("edit-no-such-tag", fmt::format("The humanoid has no tag {}.", edit.name));
        std::erase_if(info, is_it);
    } else if (found == info.end()) {
        info.insert(place_of_tag(document, edit.humanoid.index, edit.name), {edit.name, *edit.value});
    } else {
        found->second = *edit.value;
    }
    return {};
}

Result<void> set_bone(const SetBone& edit, Document& document) {
    if (!is_there(document, edit.bone, ItemKind::bone)) return no_such_thing(edit.bone, ItemKind::bone);
    Humanoid& humanoid = at(document.humanoids, edit.bone.humanoid);
    const auto bone = static_cast<std::size_t>(edit.bone.index);
    const auto set = [&humanoid](std::size_t which, int node, BoneEvidence evidence) {
        humanoid.bones.node[which] = node;
        if (!humanoid.bone_evidence.empty()) humanoid.bone_evidence[which] = std::move(evidence);
    };
    if (!edit.joint) {
        set(bone, -1, {0.0F, "taken away by hand"});
        return {};
    }
    const Joint* const joint = find_joint(document, *edit.joint);
    if (joint == nullptr) return no_such_thing(*edit.joint, ItemKind::joint);
    if (edit.joint->humanoid != edit.bone.humanoid)
        return fail("edit-other-humanoid", "The joint is another humanoid's.");
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (i != bone && humanoid.bones.node[i] == joint->node)
            set(i, -1, {0.0F, "its joint was given to another bone by hand"});
    }
    set(bone, joint->node, {1.0F, "given by hand"});
    return {};
}

}  // namespace

std::vector<CommandKind> naming_commands() {
    return {
        command_kind<Rename, rename>(
            "rename", "Rename to {to}", "Gives a thing another name, which no other of its kind has.",
            {command_field<&Rename::thing>(
                 "name", "", "what is renamed",
                 {ItemKind::joint, ItemKind::segment, ItemKind::site, ItemKind::displacer, ItemKind::humanoid,
                  ItemKind::clip, ItemKind::material, ItemKind::node}),
             command_field<&Rename::name>("to", "", "its new name")}),
        command_kind<SetInfo, set_info>(
            "set-info", "Set {name}", "Sets a humanoid's metadata, such as its author or licence.",
            {command_field<&SetInfo::humanoid>("humanoid", "", "whose", {ItemKind::humanoid}),
             command_field<&SetInfo::name>("name", "", "the tag, as \"authorName\""),
             command_field<&SetInfo::value>("value", "", "its value; null: delete the tag")}),
        command_kind<SetBone, set_bone>(
            "set-bone", "Map {bone}",
            "Maps a humanoid bone to a joint; another bone that had the joint loses it.",
            {command_field<&SetBone::bone>("bone", "", "the bone, as \"leftHand\"", {ItemKind::bone}),
             command_field<&SetBone::joint>("joint", "", "the joint; null: none", {ItemKind::joint})}),
    };
}

}  // namespace vitruvian
