// Edits VITRUVIAN_hanim's lists of joints, segments, sites and displacers that were added, removed or
// reassigned.
#include "model/core/at.h"
#include "model/formats/gltf/patch/structure_edits.h"
#include "model/formats/gltf/write/hanim_extension.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace vitruvian::gltf {

/// Returns what a node's own transform does not determine.
OrderedJson StructureEdits::frame_json(int node) const {
    const Node& from = at(now_.nodes, node);
    OrderedJson out = {{"node", at(numbers_, node)}};
    if (from.frame_offset != vec3(0.0F)) out["center"] = numbers(from.frame_offset);
    if (from.rest != at(writing_.local, node)) out["rest"] = transform_json(from.rest);
    return out;
}

Result<void> StructureEdits::edit_hanim() {
    for (std::size_t h = 0; h < now_.humanoids.size(); ++h) {
        const HanimPlaces& places = traced_.places.hanim[h];
        if (places.pointer.empty()) continue;
        edit_hanim_joints(h);
        if (now_.humanoids[h].kind != HumanoidKind::hanim) continue;
        if (Result<void> done = edit_hanim_segments(h); !done) return done;
        edit_hanim_sites(h);
        edit_hanim_displacers(h);
    }
    return {};
}

/// Joints that were removed are already removed with their nodes (edit_references). Parents come before
/// children.
void StructureEdits::edit_hanim_joints(std::size_t h) {
    const Humanoid& humanoid = now_.humanoids[h];
    const Humanoid& before = was_.humanoids[h];
    const HanimPlaces& places = traced_.places.hanim[h];
    const std::string pointer = places.pointer + "/joints";
    const Json& file_list = traced_.root.at(Json::json_pointer(pointer));
    std::map<Id, std::size_t> place_of;  // index in the file's list, new ones after it
    for (std::size_t j = 0; j < before.joints.size() && j < places.joints.size(); ++j) {
        if (places.joints[j] != not_listed) place_of[id_before(before.joints[j].node)] = places.joints[j];
    }
    // For rigs that are not H-Anim figures, only joints with data are listed; SourceEdits adds those.
    const bool is_hanim = humanoid.kind == HumanoidKind::hanim;
    std::map<std::size_t, int> node_at;
    std::size_t count = file_list.size();
    for (const Joint& joint : humanoid.joints) {
        if (!is_hanim && !place_of.contains(id_of(joint.node))) continue;
        const auto [entry, is_new] = place_of.try_emplace(id_of(joint.node), count);
        node_at[entry->second] = joint.node;
        if (!is_new) continue;
        ++count;
        OrderedJson json = frame_json(joint.node);
        add_limits(json, joint);
        json_.append(pointer, std::move(json));
    }
    // Each after its ancestors, otherwise in its old order.
    std::vector<std::size_t> order;
    std::vector<bool> is_placed(count, false);
    for (std::size_t p = 0; p < count; ++p) {
        std::vector<std::size_t> waiting;
        const auto known = node_at.find(p);
        for (int up = known == node_at.end() ? -1 : known->second; up >= 0; up = at(now_.nodes, up).parent) {
            const auto found = place_of.find(id_of(up));
            if (found != place_of.end() && !is_placed[found->second]) waiting.push_back(found->second);
        }
        if (known == node_at.end()) waiting.push_back(p);
        for (; !waiting.empty(); waiting.pop_back()) {
            order.push_back(waiting.back());
            is_placed[waiting.back()] = true;
        }
    }
    if (!std::is_sorted(order.begin(), order.end())) json_.reorder(pointer, order);
    std::map<std::size_t, int> rank;
    int next = 0;
    for (const std::size_t p : order) {
        const int node = p < file_list.size() ? int_or(file_list[p], "node", -1) : -1;
        const bool goes = node >= 0 && static_cast<std::size_t>(node) < count_ && is_gone(node);
        if (!goes) rank[p] = next++;
    }
    joint_place_.clear();
    for (const Joint& joint : humanoid.joints) {
        if (is_hanim) joint_place_.push_back(rank[place_of[id_of(joint.node)]]);
    }
}

Result<void> StructureEdits::edit_hanim_segments(std::size_t h) {
    const std::vector<Segment>& segments = now_.humanoids[h].segments;
    const std::vector<Segment>& before = was_.humanoids[h].segments;
    const HanimPlaces& places = traced_.places.hanim[h];
    const ListMatch match = match_in_order(before.size(), segments.size(), [&](std::size_t a, std::size_t b) {
        return before[a].name == segments[b].name;
    });
    if (std::find(match.from.begin(), match.from.end(), -1) != match.from.end())
        return refuse("a new segment");
    segment_place_.assign(segments.size(), -1);
    if (before.empty()) return {};
    const Json& file_list = traced_.root.at(Json::json_pointer(places.pointer + "/segments"));
    std::vector<bool> goes(file_list.size(), false);
    for (std::size_t s = 0; s < before.size(); ++s) {
        const std::string place = fmt::format("{}/segments/{}", places.pointer, places.segments[s]);
        if (match.to[s] < 0) {
            json_.remove(place);
            goes[places.segments[s]] = true;
            continue;
        }
        const int joint = at(joint_place_, at(segments, match.to[s]).joint);
        if (int_or(file_list[places.segments[s]], "joint", -1) != joint) json_.set(place + "/joint", joint);
        at(segment_place_, match.to[s]) = static_cast<int>(places.segments[s]);
    }
    for (int& place : segment_place_)
        place -= static_cast<int>(std::count(goes.begin(), goes.begin() + place, true));
    return {};
}

/// Sets the segment of an element of the file.
void StructureEdits::set_segment(const std::string& pointer, const Json& element, int segment) {
    const int is = int_or(element, "segment", -1);
    const int wanted = segment < 0 ? -1 : at(segment_place_, segment);
    if (is == wanted) return;
    if (wanted < 0) {
        json_.remove(pointer + "/segment");
    } else {
        json_.set(pointer + "/segment", wanted);
    }
}

void StructureEdits::edit_hanim_sites(std::size_t h) {
    const HanimPlaces& places = traced_.places.hanim[h];
    const std::vector<Site>& before = was_.humanoids[h].sites;
    const std::string pointer = places.pointer + "/sites";
    for (const Site& site : now_.humanoids[h].sites) {
        const Id id = id_of(site.node);
        const auto found = std::find_if(before.begin(), before.end(),
                                        [&](const Site& other) { return id_before(other.node) == id; });
        if (found == before.end()) {
            OrderedJson json = frame_json(site.node);
            if (site.segment >= 0) json["segment"] = at(segment_place_, site.segment);
            json_.append(pointer, std::move(json));
            continue;
        }
        const std::size_t place = places.sites[static_cast<std::size_t>(found - before.begin())];
        set_segment(fmt::format("{}/{}", pointer, place), traced_.root.at(Json::json_pointer(pointer))[place],
                    site.segment);
    }
}

/// Returns per primitive of a node the vertices that a displacer lists, where its offsets do not imply them;
/// otherwise empty.
OrderedJson StructureEdits::listed_vertices(int node, int displacer) const {
    OrderedJson out = OrderedJson::array();
    bool all_listed = true;
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const MeshInstance& instance = now_.meshes[m];
        if (traced_.places.mesh_node[m] != node || instance.primitive < 0) continue;
        while (out.size() <= static_cast<std::size_t>(instance.primitive))
            out.push_back(OrderedJson::array());
        const auto found = std::find(instance.displacers.begin(), instance.displacers.end(), displacer);
        if (found == instance.displacers.end()) continue;
        const MorphTarget& target =
            instance.mesh->targets[static_cast<std::size_t>(found - instance.displacers.begin())];
        all_listed = all_listed && lists_vertices(target);
        at(out, instance.primitive) = target.vertices;
    }
    return all_listed ? OrderedJson::array() : out;
}

void StructureEdits::edit_hanim_displacers(std::size_t h) {
    const std::string pointer = traced_.places.hanim[h].pointer + "/displacers";
    for (std::size_t d = 0; d < was_.displacers.size(); ++d) {
        const auto& [object, place] = traced_.places.listed[d];
        if (object.empty() || object != traced_.places.hanim[h].pointer) continue;
        const std::string element = fmt::format("{}/{}", pointer, place);
        if (displacers_.to[d] < 0) {
            json_.remove(element);
        } else {
            set_segment(element, traced_.root.at(Json::json_pointer(pointer))[place],
                        at(now_.displacers, displacers_.to[d]).segment);
        }
    }
    for (std::size_t d = 0; d < now_.displacers.size(); ++d) {
        const Displacer& displacer = now_.displacers[d];
        if (displacers_.from[d] >= 0 || displacer.humanoid != static_cast<int>(h)) continue;
        OrderedJson json = {{"name", displacer.name}, {"kind", kind_name(displacer.kind)}};
        if (displacer.segment >= 0) json["segment"] = at(segment_place_, displacer.segment);
        for (const auto& [mesh, change] : targets_) {
            const auto found = std::find(change.fresh.begin(), change.fresh.end(), static_cast<int>(d));
            if (found == change.fresh.end()) continue;
            const auto target = static_cast<std::size_t>(change.count) - change.gone.size() +
                                static_cast<std::size_t>(found - change.fresh.begin());
            for (const int node : change.nodes) {
                OrderedJson json_target = {{"node", number_of(node)}, {"target", target}};
                if (OrderedJson vertices = listed_vertices(node, static_cast<int>(d)); !vertices.empty())
                    json_target["vertices"] = std::move(vertices);
                json["targets"].push_back(std::move(json_target));
            }
        }
        json_.append(pointer, std::move(json));
    }
}

}  // namespace vitruvian::gltf
