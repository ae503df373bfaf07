// Morph targets that are added to and removed from meshes of the file, with parallel lists and references to
// them.
#include "model/core/at.h"
#include "model/formats/gltf/patch/node_references.h"
#include "model/formats/gltf/patch/structure_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Returns the instance's morph target of a displacer; null: it does not move the mesh.
const MorphTarget* target_of(const MeshInstance& instance, int displacer) {
    const auto found = std::find(instance.displacers.begin(), instance.displacers.end(), displacer);
    const auto place = static_cast<std::size_t>(found - instance.displacers.begin());
    return found == instance.displacers.end() ? nullptr : &instance.mesh->targets[place];
}

}  // namespace

/// Finds the changes of each mesh of the file; they must agree for all nodes with the mesh.
Result<void> StructureEdits::find_target_changes() {
    std::map<int, TargetChange> of_node;
    for (std::size_t d = 0; d < traced_.places.targets.size(); ++d) {
        for (const auto& [node, target] : traced_.places.targets[d]) {
            TargetChange& change = of_node[node];
            change.count = std::max(change.count, target + 1);
            if (displacers_.to[d] < 0) change.gone.push_back(target);
        }
    }
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const std::vector<int>& before = was_.meshes[m].displacers;
        const std::vector<int>& after = now_.meshes[m].displacers;
        TargetChange& change = of_node[traced_.places.mesh_node[m]];
        std::vector<int> left;
        for (const int d : before) {
            if (at(displacers_.to, d) >= 0) left.push_back(at(displacers_.to, d));
        }
        const bool goes_on =
            after.size() >= left.size() && std::equal(left.begin(), left.end(), after.begin());
        if (!goes_on || static_cast<int>(before.size()) != change.count)
            return refuse("the morph targets of a mesh are in another order");
        for (std::size_t t = left.size(); t < after.size(); ++t) {
            if (at(displacers_.from, after[t]) >= 0) return refuse("a mesh got a morph target of another");
            if (std::find(change.fresh.begin(), change.fresh.end(), after[t]) == change.fresh.end())
                change.fresh.push_back(after[t]);
        }
    }
    for (auto& [node, change] : of_node) {
        std::sort(change.gone.begin(), change.gone.end());
        std::sort(change.fresh.begin(), change.fresh.end());
        const int mesh = int_or(at(list("nodes"), node), "mesh", -1);
        if (mesh < 0) continue;
        const auto [entry, is_new] = targets_.try_emplace(mesh, change);
        if (!is_new && !(entry->second == change))
            return refuse("nodes that share a mesh have other morph targets");
        entry->second.nodes.push_back(node);
    }
    std::erase_if(targets_,
                  [](const auto& entry) { return entry.second.gone.empty() && entry.second.fresh.empty(); });
    return {};
}

Result<void> StructureEdits::edit_displacers() {
    const bool same = displacers_.is_identity() &&
                      std::equal(was_.meshes.begin(), was_.meshes.end(), now_.meshes.begin(),
                                 [](const auto& a, const auto& b) { return a.displacers == b.displacers; });
    if (same) return {};
    if (Result<void> found = find_target_changes(); !found) return found;
    for (const auto& entry : targets_) {
        const int mesh = entry.first;
        const TargetChange& change = entry.second;
        const bool has_moved = std::any_of(change.nodes.begin(), change.nodes.end(),
                                           [this](int node) { return load_of(node, false) != node; });
        if (has_moved) return refuse("a mesh with other morph targets leaves its node");
        const Json& primitives = at(list("meshes"), mesh)["primitives"];
        const bool is_plain = std::all_of(primitives.begin(), primitives.end(), [&](const Json& primitive) {
            const Json* targets = member(primitive, "targets");
            return (targets == nullptr ? 0 : targets->size()) == static_cast<std::size_t>(change.count);
        });
        if (!is_plain) return refuse("the primitives of a mesh have not as many morph targets each");
        edit_mesh_targets(mesh, change);
        edit_weight_channels(mesh, change);
    }
    return edit_target_references();
}

/// Edits a list with an element per target; a missing list stays missing.
void StructureEdits::edit_list(const std::string& pointer, const Json* list, const TargetChange& change,
                               const std::vector<OrderedJson>& fresh) {
    if (list == nullptr || !list->is_array() || list->size() != static_cast<std::size_t>(change.count))
        return;
    for (const int target : change.gone) json_.remove(fmt::format("{}/{}", pointer, target));
    for (const OrderedJson& element : fresh) json_.append(pointer, element);
    if (change.gone.size() == list->size() && fresh.empty()) json_.remove(pointer);
}

void StructureEdits::edit_mesh_targets(int mesh, const TargetChange& change) {
    const std::string pointer = fmt::format("/meshes/{}", mesh);
    const Json& json = at(list("meshes"), mesh);
    std::vector<OrderedJson> names;
    std::vector<OrderedJson> weights;
    for (const int d : change.fresh) {
        names.emplace_back(at(now_.displacers, d).name);
        weights.push_back(number(at(now_.displacers, d).weight));
    }
    const auto edit_names = [&](const std::string& place, const Json& holder) {
        const Json* extras = member(holder, "extras");
        if (extras == nullptr || !extras->is_object()) return;
        const Json* there = member(*extras, "targetNames");
        edit_list(place + "/extras/targetNames", there, change, names);
        const bool all_go = there != nullptr && there->size() == change.gone.size() && names.empty();
        if (all_go && extras->size() == 1) json_.remove(place + "/extras");
    };
    edit_names(pointer, json);
    edit_list(pointer + "/weights", member(json, "weights"), change, weights);
    for (std::size_t n = 0; n < count_; ++n) {
        const Json& node = list("nodes")[n];
        if (int_or(node, "mesh", -1) == mesh)
            edit_list(fmt::format("/nodes/{}/weights", n), member(node, "weights"), change, weights);
    }
    for (std::size_t p = 0; p < json["primitives"].size(); ++p) {
        const Json& primitive = json["primitives"][p];
        const std::string place = fmt::format("{}/primitives/{}", pointer, p);
        edit_names(place, primitive);
        const Json* targets = member(primitive, "targets");
        const auto shown =
            std::find_if(now_.meshes.begin(), now_.meshes.end(), [&](const MeshInstance& instance) {
                const auto m = static_cast<std::size_t>(&instance - now_.meshes.data());
                return traced_.places.mesh_node[m] == change.nodes.front() &&
                       instance.primitive == static_cast<int>(p);
            });
        std::vector<OrderedJson> fresh;
        for (const int d : change.fresh) {
            const MorphTarget* target = shown == now_.meshes.end() ? nullptr : target_of(*shown, d);
            const Json* like = targets == nullptr || targets->empty() ? nullptr : &(*targets)[0];
            OrderedJson made = OrderedJson::object();
            if (target != nullptr) {
                const bool with_normals =
                    like != nullptr ? member(*like, "NORMAL") != nullptr : !target->normals.empty();
                made = target_json(writing_, *shown->mesh, *target, with_normals);
            }
            // All targets of a primitive must have the same attributes.
            for (const char* name : {"POSITION", "NORMAL", "TANGENT"}) {
                const bool is_wanted =
                    like != nullptr ? member(*like, name) != nullptr : name == std::string_view("POSITION");
                if (!is_wanted || made.contains(name)) continue;
                const int positions = int_or(primitive["attributes"], "POSITION", -1);
                const int count = positions < 0 ? 0 : int_or(at(list("accessors"), positions), "count", 0);
                made[name] = writing_.bin.add_zeros(static_cast<std::size_t>(count), 3);
            }
            fresh.push_back(std::move(made));
        }
        if (targets != nullptr) {
            edit_list(place + "/targets", targets, change, fresh);
        } else {
            for (OrderedJson& target : fresh) json_.append(place + "/targets", std::move(target));
        }
    }
}

/// Returns all targets' weights at all keys: for those that stay as in the file, for new ones their current
/// weight. Empty: unknown.
std::vector<float> StructureEdits::weights_of(const Clip& clip, const TargetChange& change, int node,
                                              std::size_t keys, std::size_t parts) const {
    std::vector<const Channel*> sources;
    for (int target = 0; target < change.count; ++target) {
        if (std::binary_search(change.gone.begin(), change.gone.end(), target)) continue;
        const auto found =
            std::find_if(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
                if (channel.path != ChannelPath::weight) return false;
                const auto& list = at(traced_.places.targets, channel.displacer);
                return std::find(list.begin(), list.end(), std::pair(node, target)) != list.end();
            });
        if (found == clip.channels.end() || found->values.size() != keys * parts) return {};
        sources.push_back(&*found);
    }
    std::vector<float> out;
    for (std::size_t i = 0; i < keys * parts; ++i) {
        for (const Channel* source : sources) out.push_back(source->values[i]);
        for (const int d : change.fresh)
            out.push_back(parts == 1 || i % parts == 1 ? at(now_.displacers, d).weight : 0.0F);
    }
    return out;
}

/// Each key of a mesh's weights covers all its targets.
void StructureEdits::edit_weight_channels(int mesh, const TargetChange& change) {
    const std::size_t left =
        static_cast<std::size_t>(change.count) - change.gone.size() + change.fresh.size();
    for (std::size_t a = 0; a < list("animations").size(); ++a) {
        const Json& json = list("animations")[a];
        const Json* channels = member(json, "channels");
        const Json* samplers = member(json, "samplers");
        if (channels == nullptr || samplers == nullptr) continue;
        std::map<int, int> users;
        for (const Json& channel : *channels) ++users[int_or(channel, "sampler", -1)];
        std::size_t count = samplers->size();
        for (std::size_t c = 0; c < channels->size(); ++c) {
            const Json& channel = (*channels)[c];
            const Json* target = member(channel, "target");
            const int node = target == nullptr ? -1 : int_or(*target, "node", -1);
            const bool is_ours = node >= 0 && text_or_empty(*target, "path") == "weights" &&
                                 int_or(at(list("nodes"), node), "mesh", -1) == mesh;
            if (!is_ours) continue;
            const std::string pointer = fmt::format("/animations/{}/channels/{}", a, c);
            const int index = int_or(channel, "sampler", -1);
            const int clip =
                a < traced_.places.clip_of_animation.size() ? traced_.places.clip_of_animation[a] : -1;
            if (left == 0 || index < 0 || static_cast<std::size_t>(index) >= samplers->size() || clip < 0) {
                json_.remove(pointer);
                gone_.insert(pointer);
                continue;
            }
            const Json& sampler = at(*samplers, index);
            const int input = int_or(sampler, "input", -1);
            const int keys = input < 0 ? 0 : int_or(at(list("accessors"), input), "count", 0);
            const std::size_t parts = text_or_empty(sampler, "interpolation") == "CUBICSPLINE" ? 3 : 1;
            const std::vector<float> values =
                weights_of(*at(was_.clips, clip), change, node, static_cast<std::size_t>(keys), parts);
            const int output = values.empty()
                                   ? writing_.bin.add_zeros(static_cast<std::size_t>(keys) * parts * left, 1)
                                   : writing_.bin.add_floats(values, 1, ViewTarget::none);
            if (users[index] == 1) {
                json_.set(fmt::format("/animations/{}/samplers/{}/output", a, index), output);
                continue;
            }
            OrderedJson own(sampler);
            own["output"] = output;
            json_.append(fmt::format("/animations/{}/samplers", a), std::move(own));
            json_.set(pointer + "/sampler", count++);
        }
    }
}

Result<void> StructureEdits::edit_target_references() {
    const bool any_gone = std::any_of(targets_.begin(), targets_.end(),
                                      [](const auto& entry) { return !entry.second.gone.empty(); });
    if (!any_gone) return {};
    if (const std::string unknown = extension_with_unknown_nodes(traced_.root); !unknown.empty())
        return refuse("morph targets get other numbers, which " + unknown + " may have");
    const Result<std::vector<TargetReference>> references = target_references(traced_.root);
    if (!references) return tl::unexpected(references.error());
    std::vector<std::string> holders;
    for (const TargetReference& reference : *references) {
        const auto found = targets_.find(reference.mesh);
        if (found == targets_.end()) continue;
        const std::vector<int>& gone = found->second.gone;
        if (std::binary_search(gone.begin(), gone.end(), reference.target)) {
            holders.push_back(reference.holder);
            continue;
        }
        const auto before = std::lower_bound(gone.begin(), gone.end(), reference.target) - gone.begin();
        if (before > 0) json_.set(reference.pointer, reference.target - static_cast<int>(before));
    }
    for (const std::string& holder : holders) json_.remove(holder);
    return {};
}

}  // namespace vitruvian::gltf
