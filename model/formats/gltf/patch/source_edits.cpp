// Edits of figures: nodes, joints, names, displacers. For clips, skins and extensions see
// source_additions.cpp.
#include "model/formats/gltf/patch/source_edits.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/left_out.h"
#include "model/figure/reference_pose.h"
#include "model/formats/gltf/write/gltf_can_store.h"
#include "model/formats/gltf/write/humanoid_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace vitruvian::gltf {
namespace {

Transform local_of(const Node& node) {
    return compose(node.rest, node.delta);
}

}  // namespace

/// Sorts edits by whether the file can store them, and makes those that do not depend on others.
Result<void> SourceEdits::sort_changes() {
    bool in_place = std::equal(now_.nodes.begin(), now_.nodes.end(), was_.nodes.begin(), was_.nodes.end(),
                               [](const Node& a, const Node& b) { return a.source_index == b.source_index; });
    const HumanoidExtension extension = wanted_extension(now_, options_);
    const std::vector<Difference> beside = centres_off_frames(now_);
    std::string posed;
    for (Difference& d : differences(was_, now_)) {
        // A centre off its frame cannot be stored: the file stores the frame.
        const bool is_beside = d.part == Part::joint && d.field == "centre" &&
                               std::any_of(beside.begin(), beside.end(), [&](const Difference& other) {
                                   return other.humanoid == d.humanoid && other.index == d.index;
                               });
        // Nodes have one frame, which stores the pose, even where the figure should rest in another one.
        const bool is_pose = d.part == Part::joint && d.field == "delta.rotation";
        const bool is_said = gltf_can_store(d, now_, extension);
        if (is_pose && !is_said) posed += (posed.empty() ? "" : ", ") + name_of(d, now_);
        if (is_beside || (!is_said && !is_pose)) {
            lost_.push_back(std::move(d));
            continue;
        }
        in_place = in_place && edit(d);
        if (!in_place) {
            return fail("save-structure",
                        "the edits cannot be written in place: " +
                            describe(d, d.change == Change::removed ? was_ : now_),
                        {now_.file, 0, 0, {}});
        }
        changes_.push_back(std::move(d));
    }
    if (!posed.empty()) {
        writing_.note(
            "posed-at-rest",
            "the file has the figure as it is posed, but programs take it for the T-pose that it is "
            "to rest in: " +
                posed);
    }
    return {};
}

/// Whether the edit animates a node whose matrix cannot be decomposed into translation, rotation and scale.
bool SourceEdits::moves_shear(const Difference& d) const {
    const auto is_sheared = [this](const Channel& channel) {
        if (channel.node < 0) return false;
        const Transform& local = at(writing_.local, channel.node);
        const auto [least, most] = std::minmax({local.scale.x, local.scale.y, local.scale.z});
        return local.scale_orientation != identity_quat && most - least > 1e-4F * std::abs(most);
    };
    const std::vector<Channel>& channels = at(now_.clips, d.index)->channels;
    if (d.field.starts_with("channels.") && d.element >= 0) return is_sheared(at(channels, d.element));
    return std::any_of(channels.begin(), channels.end(), is_sheared);
}

/// Returns false where only rewriting the file can store it. Frames, joints, names and clips are edited
/// together later.
bool SourceEdits::edit(const Difference& d) {
    // A clip's duration beyond its keys, and whether it repeats, are in a list that one figure has.
    const bool is_length = d.part == Part::clip && (d.field == "loop" || d.field == "duration");
    if (is_length && (d.field == "loop" || !ends_with_last_key(*at(now_.clips, d.index))))
        return !traced_.places.hanim.empty() && !traced_.places.hanim.front().pointer.empty();
    if (d.part == Part::clip) return d.change == Change::removed || !moves_shear(d);
    if (d.change != Change::changed) return false;
    switch (d.part) {
        case Part::node:
        case Part::joint:
        case Part::site:
            // A joint's centre follows from its frame.
            if (d.field == "centre") return true;
            return d.field != "node" && d.field != "parent" && d.field != "segment";
        case Part::displacer: {
            const auto& [object, place] = at(traced_.places.listed, d.index);
            return d.field == "name" ||
                   (d.field == "weight" && (!object.empty() || !at(traced_.places.targets, d.index).empty()));
        }
        case Part::humanoid:
            return edit_figure(d);
        case Part::segment:
            return edit_segment(d);
        case Part::bone:
            return edit_bone(d);
        case Part::expression:
            return edit_expression(d);
        case Part::mesh:
            return edit_mesh(d);
        case Part::viewpoint:
            return edit_viewpoint(d);
        case Part::light:
            return edit_light(d);
        case Part::material:
            return edit_material(d);
        default:
            return false;
    }
}

const Json& SourceEdits::file_node(int node) const {
    return at(traced_.root.at("nodes"), node);
}

int SourceEdits::source_of(int node) const {
    return at(now_.nodes, node).source_index;
}

std::size_t SourceEdits::list_size(const char* list) const {
    const Json* found = member(traced_.root, list);
    return found == nullptr ? 0 : found->size();
}

void SourceEdits::edit_transform(int node, const Transform& from, const Transform& to) {
    const std::string pointer = fmt::format("/nodes/{}", node);
    const Json* matrix = member(file_node(node), "matrix");
    if (matrix != nullptr) {
        const mat4 m = to_matrix(to);
        OrderedJson values = OrderedJson::array();
        for (int i = 0; i < 16; ++i) values.push_back(number(m[i / 4][i % 4]));
        json_.set(pointer + "/matrix", std::move(values));
        return;
    }
    if (from.translation != to.translation) json_.set(pointer + "/translation", numbers(to.translation));
    if (from.rotation != to.rotation) json_.set(pointer + "/rotation", numbers(to.rotation));
    if (from.scale != to.scale) json_.set(pointer + "/scale", numbers(to.scale));
}

void SourceEdits::edit_nodes() {
    for (std::size_t n = 0; n < now_.nodes.size(); ++n) {
        const Node& node = now_.nodes[n];
        if (node.name != was_.nodes[n].name) {
            json_.set(fmt::format("/nodes/{}/name", node.source_index), node.name);
        }
        const Transform before = local_of(was_.nodes[n]);
        if (writing_.local[n] != before) edit_transform(node.source_index, before, writing_.local[n]);
    }
}

/// Returns the extension's object that maps the bones of a figure; empty where there is none.
std::string SourceEdits::definition_of(std::size_t humanoid) const {
    const BoneMap& bones = was_.humanoids[humanoid].bones;
    std::set<int> nodes;
    for (const int node : bones.node) {
        if (node >= 0) nodes.insert(at(was_.nodes, node).source_index);
    }
    const auto speaks_of_it = [&](const Json& json) {
        const Json* list = member(json, "humanoidBones");
        if (list == nullptr || !list->is_object()) return false;
        return std::any_of(list->begin(), list->end(), [&](const Json& node) {
            return node.is_number_integer() && nodes.contains(node.get<int>());
        });
    };
    if (const Json* ext = extension(traced_.root, "EXT_skeleton_humanoid")) {
        std::string pointer = "/extensions/EXT_skeleton_humanoid";
        const Json* list = member(*ext, "humanoidSkeletons");
        for (std::size_t i = 0; list != nullptr && list->is_array() && i < list->size(); ++i) {
            if (speaks_of_it((*list)[i])) return fmt::format("{}/humanoidSkeletons/{}", pointer, i);
        }
        if (speaks_of_it(*ext)) return pointer;
    }
    return {};
}

void SourceEdits::edit_humanoid_name(std::size_t h) {
    const Humanoid& humanoid = now_.humanoids[h];
    const std::string& before = was_.humanoids[h].name;
    if (humanoid.name == before) return;
    const std::string definition = definition_of(h);
    const HanimPlaces& places = traced_.places.hanim[h];
    if (humanoid.kind == HumanoidKind::hanim) json_.set(places.pointer + "/name", humanoid.name);
    // VRM's name takes precedence where several extensions name the figure.
    if (!definition.empty()) json_.set(definition + "/name", humanoid.name);
    if (humanoid.kind == HumanoidKind::hanim || (!definition.empty() && !is_vrm(humanoid.kind))) return;
    if (extension(traced_.root, "VRMC_vrm") != nullptr) {
        return json_.set("/extensions/VRMC_vrm/meta/name", humanoid.name);
    }
    if (extension(traced_.root, "VRM") != nullptr) {
        return json_.set("/extensions/VRM/meta/title", humanoid.name);
    }
    if (!definition.empty()) return;
    // Its name is that of the parent of its first joint, or of its skin.
    const int first = was_.humanoids[h].joints.empty() ? -1 : was_.humanoids[h].joints.front().node;
    const int parent = first < 0 ? -1 : at(was_.nodes, first).parent;
    if (parent >= 0 && at(was_.nodes, parent).name == before) {
        return json_.set(fmt::format("/nodes/{}/name", source_of(parent)), humanoid.name);
    }
    for (std::size_t s = 0; s < list_size("skins"); ++s) {
        const Json& skin = traced_.root["skins"][s];
        const Json* joints = member(skin, "joints");
        const bool has_first = first >= 0 && joints != nullptr &&
                               std::find(joints->begin(), joints->end(), source_of(first)) != joints->end();
        if (has_first) return json_.set(fmt::format("/skins/{}/name", s), humanoid.name);
    }
    writing_.note("gltf-name-lost", "the humanoid's name has no place in this file and is not changed");
}

void SourceEdits::edit_names() {
    for (std::size_t h = 0; h < now_.humanoids.size(); ++h) {
        edit_humanoid_name(h);
        const std::vector<Segment>& segments = now_.humanoids[h].segments;
        const HanimPlaces& places = traced_.places.hanim[h];
        for (std::size_t s = 0; s < segments.size(); ++s) {
            if (segments[s].name == was_.humanoids[h].segments[s].name || s >= places.segments.size())
                continue;
            json_.set(fmt::format("{}/segments/{}/name", places.pointer, places.segments[s]),
                      segments[s].name);
        }
    }
    // The nodes that carry a segment's geometry have its name.
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const MeshInstance& instance = now_.meshes[m];
        if (instance.humanoid < 0 || instance.segment < 0) continue;
        const auto h = static_cast<std::size_t>(instance.humanoid);
        const auto s = static_cast<std::size_t>(instance.segment);
        const std::string& name = now_.humanoids[h].segments[s].name;
        const std::string& before = was_.humanoids[h].segments[s].name;
        const int node = traced_.places.mesh_node[m];
        if (name == before || text_or_empty(file_node(node), "name") != before) continue;
        json_.set(fmt::format("/nodes/{}/name", node), name);
    }
}

void SourceEdits::edit_displacer_name(std::size_t d) {
    const std::string& name = now_.displacers[d].name;
    for (const auto& [node, target] : traced_.places.targets[d]) {
        const int mesh = int_or(file_node(node), "mesh", -1);
        const Json& json = at(traced_.root["meshes"], mesh);
        const Json* extras = member(json, "extras");
        const Json* names = extras == nullptr ? nullptr : member(*extras, "targetNames");
        const std::string pointer = fmt::format("/meshes/{}/extras", mesh);
        if (extras != nullptr && !extras->is_object()) {
            writing_.note("gltf-name-lost", "the mesh's extras leave no room for the names of morph targets");
            continue;
        }
        const bool is_there =
            names != nullptr && names->is_array() && static_cast<std::size_t>(target) < names->size();
        if (is_there) {
            json_.set(fmt::format("{}/targetNames/{}", pointer, target), name);
            continue;
        }
        // Names are in a list, so all of them are written.
        OrderedJson all = OrderedJson::array();
        for (std::size_t other = 0; other < traced_.places.targets.size(); ++other) {
            for (const auto& [at, number] : traced_.places.targets[other]) {
                if (at != node) continue;
                while (all.size() <= static_cast<std::size_t>(number)) all.push_back("");
                all[static_cast<std::size_t>(number)] = now_.displacers[other].name;
            }
        }
        json_.set(pointer + "/targetNames", std::move(all));
    }
}

/// Whether all displacers that a node's mesh has morph targets of now have the weights that the mesh gives them.
bool SourceEdits::has_weights_of_mesh(int node) const {
    const Json& mesh = at(list_of(traced_.root, "meshes"), int_or(file_node(node), "mesh", -1));
    const Json* weights = member(mesh, "weights");
    for (std::size_t d = 0; d < traced_.places.targets.size(); ++d) {
        for (const auto& [other, target] : traced_.places.targets[d]) {
            if (other != node) continue;
            const auto index = static_cast<std::size_t>(target);
            const bool is_given =
                weights != nullptr && index < weights->size() && (*weights)[index].is_number();
            if (now_.displacers[d].weight != (is_given ? (*weights)[index].get<float>() : 0.0F)) return false;
        }
    }
    return true;
}

/// A node's weights replace those of its mesh; where they would be the same, the node has none.
void SourceEdits::edit_displacer_weight(std::size_t d) {
    for (const auto& [node, target] : traced_.places.targets[d]) {
        const Json* weights = member(file_node(node), "weights");
        const std::string pointer = fmt::format("/nodes/{}/weights", node);
        if (weights != nullptr && has_weights_of_mesh(node)) {
            json_.remove(pointer);
            continue;
        }
        if (weights != nullptr && static_cast<std::size_t>(target) < weights->size()) {
            json_.set(fmt::format("{}/{}", pointer, target), number(now_.displacers[d].weight));
            continue;
        }
        OrderedJson all = OrderedJson::array();
        for (std::size_t other = 0; other < traced_.places.targets.size(); ++other) {
            for (const auto& [at, place] : traced_.places.targets[other]) {
                if (at != node) continue;
                while (all.size() <= static_cast<std::size_t>(place)) all.push_back(0);
                all[static_cast<std::size_t>(place)] = number(now_.displacers[other].weight);
            }
        }
        json_.set(pointer, std::move(all));
    }
}

void SourceEdits::edit_displacers() {
    for (std::size_t d = 0; d < now_.displacers.size(); ++d) {
        const Displacer& displacer = now_.displacers[d];
        const auto& [object, place] = traced_.places.listed[d];
        const std::string listed = object.empty() ? object : fmt::format("{}/displacers/{}", object, place);
        if (displacer.name != was_.displacers[d].name) {
            edit_displacer_name(d);
            if (!listed.empty()) json_.set(listed + "/name", displacer.name);
        }
        if (displacer.weight != was_.displacers[d].weight) {
            edit_displacer_weight(d);
            if (!listed.empty() && traced_.places.targets[d].empty()) {
                json_.set(listed + "/weight", number(displacer.weight));
            }
        }
    }
}

}  // namespace vitruvian::gltf
