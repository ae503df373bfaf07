// Joints' limits and frames in VITRUVIAN_hanim.
#include "model/core/at.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/formats/gltf/write/hanim_extension.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace vitruvian::gltf {
namespace {

bool is_limited(const Joint& joint) {
    return joint.lower_limit || joint.upper_limit || joint.stiffness ||
           joint.limit_orientation != identity_quat;
}

/// Returns the node of a bone in the file's VRM map; -1: it has none.
int vrm_node(const Json& humanoid, const std::string& bone) {
    const Json* bones = member(humanoid, "humanBones");
    if (bones == nullptr) return -1;
    if (bones->is_object()) {
        const Json* found = member(*bones, bone.c_str());
        return found == nullptr ? -1 : int_or(*found, "node", -1);
    }
    const std::optional<Bone> known = bone_from_string(bone);
    const std::string spelt = known ? vrm0_name(*known) : bone;
    for (const Json& entry : *bones) {
        if (text_or_empty(entry, "bone") == spelt) return int_or(entry, "node", -1);
    }
    return -1;
}

/// Whether EXT_skeleton_humanoid tells of one figure alone, and of that no more than the file's VRM data.
bool repeats_vrm(const Json& root) {
    const Json* object = extension(root, "EXT_skeleton_humanoid");
    const Json* newer = extension(root, "VRMC_vrm");
    const Json* vrm = newer != nullptr ? newer : extension(root, "VRM");
    const Json* humanoid = vrm == nullptr ? nullptr : member(*vrm, "humanoid");
    if (object == nullptr || object->size() != 1 || humanoid == nullptr) return false;
    const Json& skeletons = list_of(*object, "humanoidSkeletons");
    if (skeletons.size() != 1) return false;
    const Json* meta = member(*vrm, "meta");
    const std::string name = meta == nullptr ? "" : text_or_empty(*meta, newer != nullptr ? "name" : "title");
    for (const auto& [key, value] : skeletons[0].items()) {
        const bool is_repeated = key == "rootNode" || key == "humanoidBones" || key == "extensions" ||
                                 (key == "name" && value == name);
        if (!is_repeated) return false;
    }
    const Json* bones = member(skeletons[0], "humanoidBones");
    if (bones == nullptr) return false;
    for (const auto& [bone, node] : bones->items()) {
        if (!node.is_number_integer() || vrm_node(*humanoid, bone) != node.get<int>()) return false;
    }
    return true;
}

}  // namespace

/// Edits the rest and the centre of a node that VITRUVIAN_hanim describes at `place`.
void SourceEdits::edit_frame(const std::string& place, int index) {
    const auto n = static_cast<std::size_t>(index);
    const Node& node = now_.nodes[n];
    const Node& before = was_.nodes[n];
    if (node.frame_offset != before.frame_offset) json_.set(place + "/center", numbers(node.frame_offset));
    const bool had_rest = traced_.root.contains(Json::json_pointer(place + "/rest"));
    const bool needs_rest = node.rest != writing_.local[n];
    // Rest and pose may differ by rounding alone, or not at all: only an edit makes a difference of it.
    const bool rests_elsewhere = node.rest != before.rest;
    const bool poses_elsewhere = node.delta != before.delta;
    if (had_rest && !needs_rest && poses_elsewhere) {
        json_.remove(place + "/rest");
    } else if (had_rest ? rests_elsewhere : needs_rest && (rests_elsewhere || poses_elsewhere)) {
        json_.set(place + "/rest", transform_json(node.rest));
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

/// The entries of VITRUVIAN_hanim's joints that lost all that they told.
std::set<std::size_t> SourceEdits::idle_entries(std::size_t humanoid) const {
    constexpr std::array<std::string_view, 5> plain = {"node", "llimit", "ulimit", "stiffness",
                                                       "limitOrientation"};
    std::set<std::size_t> out;
    const HanimPlaces& places = traced_.places.hanim[humanoid];
    const Json& list = traced_.root.at(Json::json_pointer(places.pointer + "/joints"));
    for (std::size_t j = 0; j < places.joints.size(); ++j) {
        const std::size_t entry = places.joints[j];
        if (entry == not_listed || is_limited(now_.humanoids[humanoid].joints[j]) ||
            !is_limited(was_.humanoids[humanoid].joints[j]))
            continue;
        bool is_plain = true;
        for (const auto& [key, value] : list[entry].items())
            is_plain = is_plain && std::find(plain.begin(), plain.end(), key) != plain.end();
        if (is_plain) out.insert(entry);
    }
    return out;
}

/// Takes those entries out, and with the last of them the object. Where it tells more than joints' limits it stays as it is:
/// an H-Anim figure consists of its joints, and segments count them.
void SourceEdits::drop_idle_entries(std::size_t humanoid) {
    const HanimPlaces& places = traced_.places.hanim[humanoid];
    if (places.pointer.empty() || now_.humanoids[humanoid].kind == HumanoidKind::hanim) return;
    const Json& object = traced_.root.at(Json::json_pointer(places.pointer));
    const std::set<std::size_t> idle = object.size() == 1 ? idle_entries(humanoid) : std::set<std::size_t>();
    if (idle.empty()) return;
    if (idle.size() < object["joints"].size()) {
        for (const std::size_t entry : idle) json_.remove(fmt::format("{}/joints/{}", places.pointer, entry));
        return;
    }
    const std::string holder = places.pointer.substr(0, places.pointer.rfind('/'));
    const bool is_alone = traced_.root.at(Json::json_pointer(holder)).size() == 1;
    const bool has_others = std::any_of(
        traced_.places.hanim.begin(), traced_.places.hanim.end(),
        [&](const HanimPlaces& other) { return !other.pointer.empty() && other.pointer != places.pointer; });
    std::set<std::string> unused;
    if (!has_others) unused.insert(hanim_extension_name);
    // In a VRM file the definition of the figure was added for the object alone.
    if (is_alone && !has_others && repeats_vrm(traced_.root)) {
        json_.remove("/extensions/EXT_skeleton_humanoid");
        unused.insert("EXT_skeleton_humanoid");
    } else {
        json_.remove(is_alone ? holder : places.pointer);
    }
    const Json* used = member(traced_.root, "extensionsUsed");
    for (std::size_t i = 0; used != nullptr && i < used->size(); ++i) {
        if ((*used)[i].is_string() && unused.contains((*used)[i].get<std::string>()))
            json_.remove(fmt::format("/extensionsUsed/{}", i));
    }
}

void SourceEdits::edit_joints() {
    for (std::size_t h = 0; h < now_.humanoids.size(); ++h) {
        const Humanoid& humanoid = now_.humanoids[h];
        for (std::size_t j = 0; j < humanoid.joints.size(); ++j) edit_joint(h, j);
        drop_idle_entries(h);
        const HanimPlaces& places = traced_.places.hanim[h];
        for (std::size_t s = 0; s < places.sites.size(); ++s) {
            edit_frame(fmt::format("{}/sites/{}", places.pointer, places.sites[s]), humanoid.sites[s].node);
        }
    }
}

}  // namespace vitruvian::gltf
