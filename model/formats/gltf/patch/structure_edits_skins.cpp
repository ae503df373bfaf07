// Joints that are added to and removed from skins. Weights refer to joints by their index in the skin:
// SourceEdits rewrites those whose index changes.
#include "model/core/at.h"
#include "model/formats/gltf/patch/structure_edits.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::gltf {

void StructureEdits::write_bind(std::size_t s, const std::vector<mat4>& bind) {
    json_.set(fmt::format("/skins/{}/inverseBindMatrices", s),
              writing_.bin.add_floats(as_floats(bind), 16, ViewTarget::none));
}

Result<void> StructureEdits::edit_skins() {
    for (std::size_t s = 0; s < list("skins").size(); ++s) {
        std::optional<std::size_t> user;
        for (std::size_t m = 0; m < was_.meshes.size(); ++m) {
            const Json& node = at(list("nodes"), traced_.places.mesh_node[m]);
            if (int_or(node, "skin", -1) != static_cast<int>(s) || !was_.meshes[m].mesh->is_skinned())
                continue;
            if (!user) user = m;
            const auto is_other = [&](const Document& document) {
                return document.meshes[m].skin->nodes != document.meshes[*user].skin->nodes;
            };
            if (is_other(was_) || is_other(now_)) return refuse("meshes of one skin have other joints now");
        }
        Result<void> done = user ? edit_skin(s, *user) : edit_unused_skin(s);
        if (!done) return done;
    }
    return {};
}

Result<void> StructureEdits::edit_skin(std::size_t s, std::size_t mesh) {
    const Json* joints = member(list("skins")[s], "joints");
    const std::vector<int>& before = was_.meshes[mesh].skin->nodes;
    const std::vector<int>& after = now_.meshes[mesh].skin->nodes;
    const std::vector<mat4>& bind = traced_.places.inverse_bind[s];
    const std::string pointer = fmt::format("/skins/{}/joints", s);
    if (joints == nullptr || joints->size() != before.size() || bind.size() != before.size())
        return refuse("a skin has changed since it was read");
    ListMatch match = match_in_order(before.size(), after.size(), [&](std::size_t a, std::size_t b) {
        return id_before(before[a]) == id_of(after[b]);
    });
    std::vector<mat4> left;
    bool changed = false;
    std::size_t last = 0;  // index among the joints now
    for (std::size_t k = 0; k < before.size(); ++k) {
        const std::string place = fmt::format("{}/{}", pointer, k);
        if (match.to[k] < 0) {
            json_.remove(place);
            changed = true;
            continue;
        }
        const auto to = static_cast<std::size_t>(match.to[k]);
        if (to != last++) return refuse("a skin got a joint among those that it has");
        const bool is_same = id_before(before[k]) == id_of(after[to]);
        const Id file_joint = (*joints)[k].get<int>();
        if (is_same && at(number_, file_joint) < 0) return refuse("a joint of a skin lost its node");
        if (is_same) {
            set_number(place, file_joint);
        } else {
            json_.set(place, number_of(id_of(after[to])));
        }
        changed = changed || !is_same;
        left.push_back(is_same ? bind[k] : now_.meshes[mesh].skin->inverse_bind[to]);
    }
    for (std::size_t k = last; k < after.size(); ++k) {
        json_.append(pointer, number_of(id_of(after[k])));
        left.push_back(now_.meshes[mesh].skin->inverse_bind[k]);
        changed = true;
    }
    if (!changed) return {};
    write_bind(s, left);
    if (last == before.size()) return {};
    shrunk_skins_.insert(static_cast<int>(s));
    // Weights that refer to joints by index and that nothing rewrites.
    for (std::size_t n = 0; n < count_; ++n) {
        const Json& node = list("nodes")[n];
        const bool is_shown = std::find(traced_.places.mesh_node.begin(), traced_.places.mesh_node.end(),
                                        static_cast<int>(n)) != traced_.places.mesh_node.end();
        if (int_or(node, "skin", -1) == static_cast<int>(s) && int_or(node, "mesh", -1) >= 0 && !is_shown)
            return refuse("a mesh outside the scene has a skin that lost a joint");
    }
    return {};
}

/// Removes joints from a skin that no mesh uses.
Result<void> StructureEdits::edit_unused_skin(std::size_t s) {
    const Json* joints = member(list("skins")[s], "joints");
    const std::vector<mat4>& bind = traced_.places.inverse_bind[s];
    std::vector<mat4> left;
    for (std::size_t k = 0; joints != nullptr && k < joints->size(); ++k) {
        const Id joint = (*joints)[k].get<int>();
        const std::string place = fmt::format("/skins/{}/joints/{}", s, k);
        if (is_gone(joint)) {
            json_.remove(place);
            continue;
        }
        set_number(place, joint);
        if (k < bind.size()) left.push_back(bind[k]);
    }
    if (left.size() == bind.size() || joints == nullptr) return {};
    if (left.empty() || bind.size() != joints->size()) return refuse("a skin lost all its joints");
    write_bind(s, left);
    return {};
}

}  // namespace vitruvian::gltf
