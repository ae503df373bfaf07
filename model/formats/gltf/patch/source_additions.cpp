// Additions to a file that is changed in place: nodes and humanoid extensions.
#include "model/core/at.h"
#include "model/document/placed.h"
#include "model/figure/facing.h"
#include "model/formats/gltf/patch/accessor_places.h"
#include "model/formats/gltf/patch/additions.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/formats/gltf/read/data.h"
#include "model/formats/gltf/write/conforming.h"
#include "model/formats/gltf/write/hanim_extension.h"
#include "model/formats/gltf/write/humanoid_rules.h"
#include "model/io/data_uri.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace vitruvian::gltf {
SourceEdits::SourceEdits(const Document& now, const Document& was, const TracedDocument& traced,
                         const Container& container, const SaveOptions& options, Diagnostics& notes)
    : now_(now),
      was_(was),
      traced_(traced),
      container_(container),
      options_(options),
      writing_{now, options, notes},
      first_buffer_(first_buffer(
          traced.root, container,
          options.is_last && now.source != nullptr ? now.source->folder : std::filesystem::path())),
      buffer_(first_buffer_.bytes()),
      places_(traced.root, buffer_) {
    writing_.bin = first_buffer_.place == FirstBuffer::Place::beside
                       ? writer_at(traced.root, 0, (buffer_.size() + 3) / 4 * 4)
                       : writer_behind(traced.root, container);
    for (const Node& node : now.nodes) {
        writing_.local.push_back(compose(node.rest, node.delta));
        writing_.file_node.push_back(node.source_index);
        writing_.posed_node.push_back(node.source_index);
    }
    writing_.nodes.resize(list_size("nodes"));
    for (std::size_t d = 0; d < traced.places.targets.size(); ++d) {
        for (const auto& [node, target] : traced.places.targets[d]) {
            std::vector<int>& displacers = at(writing_.nodes, node).displacers;
            if (displacers.size() <= static_cast<std::size_t>(target)) {
                displacers.resize(static_cast<std::size_t>(target) + 1, static_cast<int>(d));
            }
            at(displacers, target) = static_cast<int>(d);
        }
    }
    for (std::size_t s = 0; s < list_size("skins"); ++s) {
        SkinOut skin;
        const Json* joints = member(traced.root["skins"][s], "joints");
        if (joints != nullptr) skin.joints = joints->get<std::vector<int>>();
        writing_.skins.push_back(std::move(skin));
    }
}

Result<void> SourceEdits::find() {
    if (Result<void> sorted = sort_changes(); !sorted) return sorted;
    note_missing_author();
    if (Result<void> found = find_foreign_weights(); !found) return found;
    find_repaired_weights();
    drop_idle_strides();
    if (Result<void> added = add_extensions(); !added) return added;
    edit_nodes();
    edit_joints();
    edit_names();
    edit_displacers();
    edit_skins();
    edit_weights();
    edit_geometry();
    scale_lengths();
    edit_placed_things();
    edit_clips();
    add_definitions();
    for (const std::size_t humanoid : want_object_) add_hanim_object(humanoid);
    finish();
    return {};
}

bool SourceEdits::is_converted() const {
    return (options_.format != FileFormat::unknown && options_.format != now_.format) ||
           options_.humanoid != HumanoidExtension::automatic;
}

/// Only views of vertex attributes may have a stride (glTF 2.0, 5.11.4); in the others one that is the size of the
/// elements says nothing, and a file that is converted goes without.
void SourceEdits::drop_idle_strides() {
    if (!is_converted()) return;
    std::vector<bool> keeps(list_size("bufferViews"), false);
    std::vector<bool> is_used = keeps;
    const Json& accessors = list_of(traced_.root, "accessors");
    const auto view_of = [&](const Json& accessor) {
        const int view = int_or(accessor, "bufferView", -1);
        return view >= 0 && static_cast<std::size_t>(view) < keeps.size() ? view : -1;
    };
    for (const int accessor : vertex_accessors(traced_.root)) {
        if (static_cast<std::size_t>(accessor) >= accessors.size()) continue;
        const int view = view_of(at(accessors, accessor));
        if (view >= 0) at(keeps, view) = true;
    }
    for (const Json& accessor : accessors) {
        const int view = view_of(accessor);
        if (view < 0) continue;
        const std::size_t wide = component_bytes(int_or(accessor, "componentType", 0)) *
                                 components_of(text_or_empty(accessor, "type"));
        at(is_used, view) = true;
        const std::size_t stride = size_or(at(traced_.root["bufferViews"], view), "byteStride", wide);
        if (stride != wide) at(keeps, view) = true;
    }
    for (std::size_t v = 0; v < keeps.size(); ++v) {
        const bool has_stride = member(traced_.root["bufferViews"][v], "byteStride") != nullptr;
        if (has_stride && is_used[v] && !keeps[v]) json_.remove(fmt::format("/bufferViews/{}/byteStride", v));
    }
}

/// Edits rigid meshes, cameras and lights that stay in place while their joint moves (see move_centre.h):
/// they are on nodes of their own, which StructureEdits added where needed.
void SourceEdits::edit_placed_things() {
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const MeshInstance& instance = now_.meshes[m];
        if (instance.mesh->is_skinned() || instance.skin->inverse_bind == was_.meshes[m].skin->inverse_bind)
            continue;
        const int carrier = traced_.places.mesh_node[m];
        edit_transform(carrier, to_transform(was_.meshes[m].skin->inverse_bind.front()),
                       to_transform(instance.skin->inverse_bind.front()));
    }
    const auto edit_places = [&](const auto& before, const auto& after, const std::vector<int>& carriers) {
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (after[i].node < 0 ||
                (after[i].position == before[i].position && after[i].orientation == before[i].orientation))
                continue;
            edit_transform(carriers[i], own_frame(before[i]), own_frame(after[i]));
        }
    };
    edit_places(was_.viewpoints, now_.viewpoints, traced_.places.camera_node);
    edit_places(was_.lights, now_.lights, traced_.places.light_node);
}

/// Adds EXT_skeleton_humanoid for figures with an edited bone map that no extension of the file stores: an
/// inferred map could not keep it.
void SourceEdits::add_definitions() {
    for (const std::size_t humanoid : want_definition_) {
        write_skeleton_skin(writing_, now_.humanoids[humanoid]);
        json_.append("/extensions/EXT_skeleton_humanoid/humanoidSkeletons",
                     ext_skeleton(writing_, static_cast<int>(humanoid), false));
        std::erase(want_object_, humanoid);
    }
}

/// Adds VITRUVIAN_hanim for a non-H-Anim figure whose joints have limits.
void SourceEdits::add_hanim_object(std::size_t humanoid) {
    const std::string definition = definition_of(humanoid);
    const int index = static_cast<int>(humanoid);
    if (definition.empty()) {
        write_skeleton_skin(writing_, now_.humanoids[humanoid]);
        json_.append("/extensions/EXT_skeleton_humanoid/humanoidSkeletons",
                     ext_skeleton(writing_, index, false));
        return;
    }
    json_.set(definition + "/extensions/" + hanim_extension_name, hanim_extension(writing_, index, false));
    writing_.extensions.insert(hanim_extension_name);
}

Result<void> SourceEdits::add_extensions() {
    const HumanoidExtension wanted = wanted_extension(now_, options_);
    const auto has = [this](const char* name) { return extension(traced_.root, name) != nullptr; };
    if (wanted == HumanoidExtension::ext) {
        for (std::size_t h = 0; h < now_.humanoids.size(); ++h) {
            if (!definition_of(h).empty() || !traced_.places.hanim[h].pointer.empty()) continue;
            if (!gets_extension(now_, options_, h)) {
                writing_.note("ext-no-bones",
                              "a figure without any of the extension's bones is not written as one");
                continue;
            }
            write_skeleton_skin(writing_, now_.humanoids[h]);
            json_.append("/extensions/EXT_skeleton_humanoid/humanoidSkeletons",
                         ext_skeleton(writing_, static_cast<int>(h), false));
            want_definition_.erase(h);
            added_extension_ = true;
        }
        return {};
    }
    const bool is_there = wanted == HumanoidExtension::vrm ? has("VRMC_vrm") || has("VRM")
                                                           : has("KHR_character_skeleton_mapping");
    if (options_.humanoid == HumanoidExtension::vrm && has("VRM") && !has("VRMC_vrm")) {
        writing_.notes.warn("vrm0-stays", "the file stays VRM 0.x; rewritten (--anew) it becomes VRM 1.0",
                            {now_.file, 0, 0, {}});
    }
    if (is_there || (wanted != HumanoidExtension::vrm && wanted != HumanoidExtension::khr)) return {};
    writing_.local = shown_pose(now_, wanted);
    note_new_rest(writing_, wanted);
    quat turn = identity_quat;
    if (wanted == HumanoidExtension::vrm) {
        turn = turn_to_front(now_, 0);
        note_turn(now_, 0, turn, "VRM 1.0", writing_.notes);
    }
    turn_scenes(turn);
    added_extension_ = true;
    const auto animations = [this] {
        const auto found = writing_.root.find("animations");
        return found == writing_.root.end() ? 0 : found->size();
    };
    const std::size_t before = animations();
    Result<void> done = write_vrm_or_character(writing_, wanted);
    if (!done || animations() == before) return done;
    // The clip of the reference pose turns the bones.
    for (const int node : now_.humanoids.front().bones.node) {
        if (node >= 0) split_matrix(node);
    }
    return {};
}

/// Adds a node around `roots` that rotates them, and returns its index.
int SourceEdits::add_front(const quat& turn, const OrderedJson& roots) {
    const int front = static_cast<int>(list_size("nodes") + new_nodes_++);
    json_.append("/nodes", {{"name", front_node_name}, {"rotation", numbers(turn)}, {"children", roots}});
    return front;
}

/// Makes each scene's roots children of a node that rotates them. A file without scenes gets the one that it is
/// read as: programs that know the extensions show no other nodes.
void SourceEdits::turn_scenes(const quat& turn) {
    if (list_size("scenes") == 0) {
        OrderedJson roots = OrderedJson::array();
        for (const Node& node : now_.nodes) {
            if (node.parent < 0 && node.source_index >= 0) roots.push_back(node.source_index);
        }
        if (roots.empty()) return;
        if (turn != identity_quat) roots = OrderedJson::array({add_front(turn, roots)});
        json_.set("/scenes", OrderedJson::array({OrderedJson{{"nodes", roots}}}));
        json_.set("/scene", 0);
        return;
    }
    if (turn == identity_quat) return;
    for (std::size_t s = 0; s < list_size("scenes"); ++s) {
        const Json* roots = member(traced_.root["scenes"][s], "nodes");
        if (roots == nullptr || roots->empty()) continue;
        json_.set(fmt::format("/scenes/{}/nodes", s),
                  OrderedJson::array({add_front(turn, OrderedJson(*roots))}));
    }
}

namespace {

/// Appends bytes from a multiple of four on, where any accessor may begin; returns that place.
std::size_t append_aligned(const std::vector<std::byte>& bytes, std::vector<std::byte>& out) {
    out.resize((out.size() + 3) / 4 * 4);
    const std::size_t begin = out.size();
    out.insert(out.end(), bytes.begin(), bytes.end());
    return begin;
}

}  // namespace

/// Moves what the writers created into the edits.
void SourceEdits::finish() {
    if (const auto extensions = writing_.root.find("extensions"); extensions != writing_.root.end()) {
        for (const auto& [name, value] : extensions->items()) json_.set("/extensions/" + name, value);
    }
    for (const char* list : {"animations", "skins"}) {
        const auto found = writing_.root.find(list);
        if (found == writing_.root.end()) continue;
        for (OrderedJson& element : *found) json_.append(fmt::format("/{}", list), std::move(element));
    }
    const Json* used = member(traced_.root, "extensionsUsed");
    for (const std::string& name : writing_.extensions) {
        if (used == nullptr || std::find(used->begin(), used->end(), name) == used->end()) {
            json_.append("/extensionsUsed", name);
        }
    }
    if (first_buffer_.place == FirstBuffer::Place::beside) return change_buffer_beside();
    added_ = add_data(writing_.bin, traced_.root, container_, json_);
    if (first_buffer_.place == FirstBuffer::Place::embedded) embed_overwritten();
}

std::vector<std::byte> SourceEdits::take_changed_copy() {
    std::vector<std::byte> changed = first_buffer_.copy;
    for (const auto& [begin, bytes] : overwritten_)
        std::copy(bytes.begin(), bytes.end(), changed.begin() + static_cast<std::ptrdiff_t>(begin));
    overwritten_.clear();
    return changed;
}

/// What a .gltf embeds is a part of its JSON.
void SourceEdits::embed_overwritten() {
    if (overwritten_.empty()) return;
    const std::string uri = text_or_empty(traced_.root["buffers"][0], "uri");
    json_.set("/buffers/0/uri", uri.substr(0, uri.find(',') + 1) + base64(take_changed_copy()));
}

/// Overwrites the buffer's own file, and appends to it.
void SourceEdits::change_buffer_beside() {
    add_lists(writing_.bin, json_);
    const std::vector<std::byte>& added = writing_.bin.bytes();
    if (overwritten_.empty() && added.empty() && absorbed_buffer_ < 0) return;
    changed_buffer_ = take_changed_copy();
    if (added.empty() && absorbed_buffer_ < 0) return;
    append_aligned(added, changed_buffer_);
    if (absorbed_buffer_ >= 0) absorb_buffer();
    json_.set("/buffers/0/byteLength", changed_buffer_.size());
}

/// Appends an embedded buffer to the first one, with its buffer views.
void SourceEdits::absorb_buffer() {
    const Json& buffer = at(traced_.root["buffers"], absorbed_buffer_);
    const std::size_t begin = append_aligned(
        decode_data_uri(text_or_empty(buffer, "uri")).value_or(std::vector<std::byte>()), changed_buffer_);
    const Json& views = traced_.root["bufferViews"];
    for (std::size_t v = 0; v < views.size(); ++v) {
        if (int_or(views[v], "buffer", -1) != absorbed_buffer_) continue;
        json_.set(fmt::format("/bufferViews/{}/buffer", v), 0);
        json_.set(fmt::format("/bufferViews/{}/byteOffset", v), begin + size_or(views[v], "byteOffset", 0));
    }
    json_.remove(fmt::format("/buffers/{}", absorbed_buffer_));
}

}  // namespace vitruvian::gltf
