// What a file that is changed in place gets anew: clips, inverse bind matrices, nodes, humanoid extensions.
#include "model/core/at.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/formats/gltf/write/conforming.h"
#include "model/formats/gltf/write/encode_container.h"
#include "model/formats/gltf/write/hanim_extension.h"
#include "model/formats/gltf/write/humanoid_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian::gltf {
namespace {

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k <= bytes.size() ? digits[(bits >> (18 - 6 * k)) & 63U] : '=';
        }
    }
    return out;
}

/// New bytes go behind the GLB's chunk where it has one, or may get one.
bool can_use_chunk(const Json& root, const Container& container) {
    if (!container.is_glb) return false;
    const Json* buffers = member(root, "buffers");
    if (buffers == nullptr || buffers->empty()) return !container.has_bin;
    return container.has_bin && member((*buffers)[0], "uri") == nullptr;
}

}  // namespace

SourceEdits::SourceEdits(const Document& now, const Document& was, const TracedDocument& traced,
                         const Container& container, const SaveOptions& options, Diagnostics& notes)
    : now_(now),
      was_(was),
      traced_(traced),
      container_(container),
      options_(options),
      writing_{now, options, notes, OrderedJson::object(), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}},
      into_chunk_(can_use_chunk(traced.root, container)) {
    const bool has_buffers = list_size("buffers") > 0;
    // The chunk is padded to a multiple of four, which a buffer's own length need not be.
    const std::size_t first_byte = !into_chunk_ ? 0 : (has_buffers ? (container.bin.size() + 3) / 4 * 4 : 0);
    writing_.bin = BinWriter(into_chunk_ ? 0 : static_cast<int>(list_size("buffers")), first_byte,
                             list_size("bufferViews"), list_size("accessors"));
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
    if (Result<void> added = add_extensions(); !added) return added;
    edit_nodes();
    edit_joints();
    edit_names();
    edit_displacers();
    edit_skins();
    edit_weights();
    edit_meshes_and_cameras();
    edit_clips();
    add_definitions();
    for (const std::size_t humanoid : want_object_) add_hanim_object(humanoid);
    finish();
    return {};
}

/// The skins' matrices of joints whose centre has moved: the joint's frame got T(d), so they get T(-d) (see
/// move_centre.h; frame_offset counts d).
void SourceEdits::edit_skins() {
    std::map<int, mat4> moved;
    for (std::size_t n = 0; n < now_.nodes.size(); ++n) {
        const vec3 d = now_.nodes[n].frame_offset - was_.nodes[n].frame_offset;
        if (d == vec3(0.0F)) continue;
        mat4 back(1.0F);
        back[3] = vec4(-d, 1.0F);
        moved[now_.nodes[n].source_index] = back;
    }
    if (moved.empty()) return;
    for (std::size_t s = 0; s < writing_.skins.size(); ++s) {
        const std::vector<int>& joints = writing_.skins[s].joints;
        const bool is_touched =
            std::any_of(joints.begin(), joints.end(), [&](int joint) { return moved.contains(joint); });
        const std::vector<mat4>& bind = traced_.places.inverse_bind[s];
        if (!is_touched || bind.size() != joints.size()) continue;
        std::vector<float> values;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const auto found = moved.find(joints[j]);
            const mat4 matrix = found == moved.end() ? bind[j] : found->second * bind[j];
            for (int i = 0; i < 16; ++i) values.push_back(matrix[i / 4][i % 4]);
        }
        json_.set(fmt::format("/skins/{}/inverseBindMatrices", s),
                  writing_.bin.add_floats(values, 16, ViewTarget::none));
    }
}

/// Gives what a node carries (its mesh, its camera) to a new child that stands at `to` in it.
void SourceEdits::move_load(int node, const Transform& to, bool camera_alone) {
    if (new_child_.contains(node)) return;
    const int child = static_cast<int>(list_size("nodes") + new_nodes_++);
    new_child_[node] = child;
    OrderedJson json = OrderedJson::object();
    const std::string name = text_or_empty(file_node(node), "name");
    if (!name.empty()) json["name"] = name + " load";
    if (to.translation != vec3(0.0F)) json["translation"] = numbers(to.translation);
    if (to.rotation != identity_quat) json["rotation"] = numbers(to.rotation);
    if (to.scale != vec3(1.0F)) json["scale"] = numbers(to.scale);
    for (const char* key : {"mesh", "skin", "camera", "weights"}) {
        const Json* load = member(file_node(node), key);
        if (load == nullptr || (camera_alone && key != std::string_view("camera"))) continue;
        json[key] = OrderedJson(*load);
        json_.remove(fmt::format("/nodes/{}/{}", node, key));
    }
    json_.append("/nodes", std::move(json));
    json_.append(fmt::format("/nodes/{}/children", node), child);
    if (!camera_alone) retarget_weights(node, child);
}

void SourceEdits::retarget_weights(int from, int to) {
    for (std::size_t a = 0; a < list_size("animations"); ++a) {
        const Json* channels = member(traced_.root["animations"][a], "channels");
        for (std::size_t c = 0; channels != nullptr && c < channels->size(); ++c) {
            const Json* target = member((*channels)[c], "target");
            if (target == nullptr || int_or(*target, "node", -1) != from) continue;
            if (text_or_empty(*target, "path") != "weights") continue;
            json_.set(fmt::format("/animations/{}/channels/{}/target/node", a, c), to);
        }
    }
}

/// Rigid meshes and cameras that stay in their places while the joint below them moves (see move_centre.h).
void SourceEdits::edit_meshes_and_cameras() {
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const MeshInstance& instance = now_.meshes[m];
        if (instance.mesh->is_skinned() || instance.skin->inverse_bind == was_.meshes[m].skin->inverse_bind)
            continue;
        const int carrier = traced_.places.mesh_node[m];
        const Transform to = to_transform(instance.skin->inverse_bind.front());
        if (carrier == source_of(instance.skin->nodes.front())) {
            move_load(carrier, to, false);
        } else {
            edit_transform(carrier, to_transform(was_.meshes[m].skin->inverse_bind.front()), to);
        }
    }
    for (std::size_t v = 0; v < now_.viewpoints.size(); ++v) {
        const Viewpoint& view = now_.viewpoints[v];
        const Viewpoint& before = was_.viewpoints[v];
        if (view.node < 0 || (view.position == before.position && view.orientation == before.orientation))
            continue;
        const int carrier = traced_.places.camera_node[v];
        Transform from;
        from.translation = before.position;
        from.rotation = before.orientation;
        Transform to;
        to.translation = view.position;
        to.rotation = view.orientation;
        if (carrier == source_of(view.node)) {
            move_load(carrier, to, true);
        } else {
            edit_transform(carrier, from, to);
        }
    }
}

namespace {

bool is_same_motion(const Clip& a, const Clip& b) {
    const auto is_same = [](const Channel& x, const Channel& y) {
        return x.node == y.node && x.bone == y.bone && x.displacer == y.displacer && x.path == y.path &&
               x.space == y.space && x.interpolation == y.interpolation && x.times == y.times &&
               x.values == y.values;
    };
    return a.duration == b.duration && a.loop == b.loop && a.reference_pose == b.reference_pose &&
           std::equal(a.channels.begin(), a.channels.end(), b.channels.begin(), b.channels.end(), is_same);
}

}  // namespace

std::vector<int> kept_clips(const Document& was, const Document& now) {
    std::vector<int> out;
    for (std::size_t c = 0; c < was.clips.size(); ++c) {
        const auto found = std::find(now.clips.begin(), now.clips.end(), was.clips[c]);
        const bool is_renamed = found == now.clips.end() && was.clips.size() == now.clips.size() &&
                                is_same_motion(*was.clips[c], *now.clips[c]);
        const auto place = is_renamed ? static_cast<std::ptrdiff_t>(c) : found - now.clips.begin();
        out.push_back(found == now.clips.end() && !is_renamed ? -1 : static_cast<int>(place));
    }
    return out;
}

/// Clips are animations that stay, with their names, or go, and new ones after them.
void SourceEdits::edit_clips() {
    const std::vector<int>& clip_of = traced_.places.clip_of_animation;
    const std::vector<int> kept = kept_clips(was_, now_);
    std::vector<bool> stays(now_.clips.size(), false);
    OrderedJson listed = OrderedJson::array();
    const auto list = [&listed](const Clip& clip, int animation) {
        if (OrderedJson json = listed_clip(clip, animation); json.size() > 1)
            listed.push_back(std::move(json));
    };
    int count = 0;
    for (std::size_t a = 0; a < list_size("animations"); ++a) {
        const auto old = a < clip_of.size() ? static_cast<std::size_t>(clip_of[a]) : kept.size();
        const int place = old < kept.size() ? kept[old] : 0;
        if (place < 0) {
            json_.remove(fmt::format("/animations/{}", a));
            continue;
        }
        if (old < kept.size()) {
            const Clip& clip = *at(now_.clips, place);
            at(stays, place) = true;
            if (clip.name != was_.clips[old]->name)
                json_.set(fmt::format("/animations/{}/name", a), clip.name);
            list(clip, count);
        }
        ++count;
    }
    const bool changed = count != static_cast<int>(list_size("animations"));
    int made = 0;
    for (std::size_t c = 0; c < now_.clips.size(); ++c) {
        if (stays[c] || write_animation(writing_, *now_.clips[c]) < 0) continue;
        list(*now_.clips[c], count + made++);
        for (const Channel& channel : now_.clips[c]->channels) {
            if (channel.node >= 0) split_matrix(channel.node);
        }
    }
    // An empty list is not glTF.
    if (count + made == 0 && list_size("animations") > 0) json_.remove("/animations");
    if (changed || made > 0) list_clips(listed);
}

/// What a channel moves has a translation, rotation and scale in place of a matrix (glTF 2.0, 3.11).
void SourceEdits::split_matrix(int node) {
    const int source = source_of(node);
    if (member(file_node(source), "matrix") == nullptr) return;
    const Transform& local = at(writing_.local, node);
    const std::string pointer = fmt::format("/nodes/{}", source);
    json_.remove(pointer + "/matrix");
    json_.set(pointer + "/translation", numbers(local.translation));
    json_.set(pointer + "/rotation", numbers(local.rotation));
    json_.set(pointer + "/scale", numbers(local.scale));
}

/// The list of VITRUVIAN_hanim that goes by animations' numbers (see hanim_extension.h).
void SourceEdits::list_clips(const OrderedJson& listed) {
    const std::string object = traced_.places.hanim.empty() ? "" : traced_.places.hanim.front().pointer;
    if (object.empty()) return;
    const std::string place = object + "/clips";
    if (!listed.empty()) {
        json_.set(place, listed);
    } else if (traced_.root.contains(Json::json_pointer(place))) {
        json_.remove(place);
    }
}

/// EXT_skeleton_humanoid for figures whose bone map was edited and that no extension of the file maps: what
/// is only inferred could not keep it.
void SourceEdits::add_definitions() {
    for (const std::size_t humanoid : want_definition_) {
        write_skeleton_skin(writing_, now_.humanoids[humanoid]);
        json_.append("/extensions/EXT_skeleton_humanoid/humanoidSkeletons",
                     ext_skeleton(writing_, static_cast<int>(humanoid), false));
        std::erase(want_object_, humanoid);
    }
}

/// VITRUVIAN_hanim for a figure of another kind whose joints have got limits.
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
        writing_.notes.warn("vrm0-stays",
                            "the file is VRM 0.x and stays so; written anew (--anew) it becomes VRM 1.0",
                            {now_.file, 0, 0, {}});
    }
    if (is_there || (wanted != HumanoidExtension::vrm && wanted != HumanoidExtension::khr)) return {};
    writing_.local = shown_pose(now_, wanted);
    if (wanted == HumanoidExtension::vrm) turn_scenes(turn_to_front(now_));
    added_extension_ = true;
    return write_vrm_or_character(writing_, wanted);
}

/// Puts each scene's roots below a node that turns them.
void SourceEdits::turn_scenes(const quat& turn) {
    if (turn == identity_quat) return;
    for (std::size_t s = 0; s < list_size("scenes"); ++s) {
        const Json* roots = member(traced_.root["scenes"][s], "nodes");
        if (roots == nullptr || roots->empty()) continue;
        const int front = static_cast<int>(list_size("nodes") + new_nodes_++);
        json_.append(
            "/nodes",
            {{"name", front_node_name}, {"rotation", numbers(turn)}, {"children", OrderedJson(*roots)}});
        json_.set(fmt::format("/scenes/{}/nodes", s), OrderedJson::array({front}));
    }
}

/// Moves what the writers made into the edits.
void SourceEdits::finish() {
    if (const auto extensions = writing_.root.find("extensions"); extensions != writing_.root.end()) {
        for (const auto& [name, value] : extensions->items()) json_.set("/extensions/" + name, value);
    }
    writing_.bin.move_lists_into(writing_.root);
    for (const char* list : {"animations", "skins", "bufferViews", "accessors"}) {
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
    const std::vector<std::byte>& bytes = writing_.bin.bytes();
    if (bytes.empty()) return;
    if (!into_chunk_) {
        json_.append("/buffers", {{"byteLength", bytes.size()},
                                  {"uri", "data:application/octet-stream;base64," + base64(bytes)}});
        return;
    }
    added_ = bytes;
    const std::size_t before = list_size("buffers") == 0 ? 0 : (container_.bin.size() + 3) / 4 * 4;
    if (list_size("buffers") == 0) {
        json_.append("/buffers", {{"byteLength", bytes.size()}});
    } else {
        json_.set("/buffers/0/byteLength", before + bytes.size());
    }
}

}  // namespace vitruvian::gltf
