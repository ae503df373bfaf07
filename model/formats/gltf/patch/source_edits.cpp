// What the figures are: nodes, joints, names, displacers. Clips, skins and extensions: source_additions.cpp.
#include "model/formats/gltf/patch/source_edits.h"

#include "model/core/at.h"
#include "model/document/left_out.h"
#include "model/figure/reference_pose.h"
#include "model/formats/gltf/write/gltf_can_store.h"
#include "model/formats/gltf/write/hanim_extension.h"
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

/// Sorts what was edited by whether the file can say it, and makes the edits that depend on no others.
Result<void> SourceEdits::sort_changes() {
    bool in_place = std::equal(now_.nodes.begin(), now_.nodes.end(), was_.nodes.begin(), was_.nodes.end(),
                               [](const Node& a, const Node& b) { return a.source_index == b.source_index; });
    const HumanoidExtension extension = wanted_extension(now_, options_);
    const std::vector<Difference> beside = centres_off_frames(now_);
    std::string posed;
    for (Difference& d : differences(was_, now_)) {
        // A centre without its frame has no place: the frame is what the file says.
        const bool is_beside = d.part == Part::joint && d.field == "centre" &&
                               std::any_of(beside.begin(), beside.end(), [&](const Difference& other) {
                                   return other.humanoid == d.humanoid && other.index == d.index;
                               });
        // Nodes have one frame, which shows the pose, also where the figure should rest in another.
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

/// Whether what differs of a clip moves a node whose matrix no translation, rotation and scale can say.
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

/// False where only rewriting the file can store it. Frames, joints, names and clips are edited all at once later.
bool SourceEdits::edit(const Difference& d) {
    // How long a clip is beyond its keys, and whether it repeats, stands in a list that one figure has.
    const bool is_length = d.part == Part::clip && (d.field == "loop" || d.field == "duration");
    if (is_length && (d.field == "loop" || !ends_with_last_key(*at(now_.clips, d.index))))
        return !traced_.places.hanim.empty() && !traced_.places.hanim.front().pointer.empty();
    if (d.part == Part::clip) return d.change == Change::removed || !moves_shear(d);
    if (d.change != Change::changed) return false;
    switch (d.part) {
        case Part::node:
        case Part::joint:
        case Part::site:
            // Where a joint stands follows from its frame.
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

/// The rest and the centre of a node that VITRUVIAN_hanim describes at `place`.
void SourceEdits::edit_frame(const std::string& place, int index) {
    const auto n = static_cast<std::size_t>(index);
    const Node& node = now_.nodes[n];
    const Node& before = was_.nodes[n];
    if (node.frame_offset != before.frame_offset) json_.set(place + "/center", numbers(node.frame_offset));
    const bool had_rest = traced_.root.contains(Json::json_pointer(place + "/rest"));
    const bool needs_rest = node.rest != writing_.local[n];
    // Where the pose is that of rest, both are equal but for rounding: only an edit makes a difference of it.
    const bool is_posed = !had_rest && node.delta != before.delta;
    if (needs_rest && (is_posed || node.rest != before.rest)) {
        json_.set(place + "/rest", transform_json(node.rest));
    } else if (had_rest && !needs_rest) {
        json_.remove(place + "/rest");
    }
}

void SourceEdits::edit_joint(std::size_t humanoid, std::size_t index) {
    const Joint& joint = now_.humanoids[humanoid].joints[index];
    const Joint& before = was_.humanoids[humanoid].joints[index];
    const bool same = joint.lower_limit == before.lower_limit && joint.upper_limit == before.upper_limit &&
                      joint.stiffness == before.stiffness &&
                      joint.limit_orientation == before.limit_orientation;
    const HanimPlaces& places = traced_.places.hanim[humanoid];
    const bool is_listed = index < places.joints.size() && places.joints[index] != not_listed;
    if (!is_listed) {
        const bool is_wanted = !want_object_.empty() && want_object_.back() == humanoid;
        if (!same && !is_wanted) want_object_.push_back(humanoid);
        return;
    }
    const std::string place = fmt::format("{}/joints/{}", places.pointer, places.joints[index]);
    if (now_.humanoids[humanoid].kind == HumanoidKind::hanim) edit_frame(place, joint.node);
    const auto edit = [&](const char* key, const std::optional<vec3>& from, const std::optional<vec3>& to) {
        if (from == to) return;
        if (to) {
            json_.set(place + '/' + key, numbers(*to));
        } else {
            json_.remove(place + '/' + key);
        }
    };
    edit("llimit", before.lower_limit, joint.lower_limit);
    edit("ulimit", before.upper_limit, joint.upper_limit);
    edit("stiffness", before.stiffness, joint.stiffness);
    if (joint.limit_orientation != before.limit_orientation) {
        json_.set(place + "/limitOrientation", numbers(joint.limit_orientation));
    }
}

void SourceEdits::edit_joints() {
    for (std::size_t h = 0; h < now_.humanoids.size(); ++h) {
        const Humanoid& humanoid = now_.humanoids[h];
        for (std::size_t j = 0; j < humanoid.joints.size(); ++j) edit_joint(h, j);
        const HanimPlaces& places = traced_.places.hanim[h];
        for (std::size_t s = 0; s < places.sites.size(); ++s) {
            edit_frame(fmt::format("{}/sites/{}", places.pointer, places.sites[s]), humanoid.sites[s].node);
        }
    }
}

/// The extension's object that says which nodes are the bones of a figure; empty where none does.
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
    // What VRM calls it comes first, where a file says it in several ways.
    const bool is_vrm = humanoid.kind == HumanoidKind::vrm0 || humanoid.kind == HumanoidKind::vrm1;
    if (!definition.empty()) json_.set(definition + "/name", humanoid.name);
    if (humanoid.kind == HumanoidKind::hanim || (!definition.empty() && !is_vrm)) return;
    if (extension(traced_.root, "VRMC_vrm") != nullptr) {
        return json_.set("/extensions/VRMC_vrm/meta/name", humanoid.name);
    }
    if (extension(traced_.root, "VRM") != nullptr) {
        return json_.set("/extensions/VRM/meta/title", humanoid.name);
    }
    if (!definition.empty()) return;
    // Its name is that of the node above its first joint, or of its skin.
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
        // Names stand in a list, so all of them are written.
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

void SourceEdits::edit_displacer_weight(std::size_t d) {
    for (const auto& [node, target] : traced_.places.targets[d]) {
        const Json* weights = member(file_node(node), "weights");
        const std::string pointer = fmt::format("/nodes/{}/weights", node);
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
