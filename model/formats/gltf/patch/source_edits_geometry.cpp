// Edits of vertices, morph target offsets and inverse bind matrices: in place where nothing else uses their
// bytes, otherwise in new accessors.
#include "model/core/at.h"
#include "model/formats/gltf/patch/source_edits.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Returns an offset for every vertex, zero where the target does not list it.
std::vector<vec3> all_offsets(const MorphTarget& target, const std::vector<vec3>& offsets,
                              std::size_t count) {
    std::vector<vec3> out(count, vec3(0.0F));
    for (std::size_t i = 0; i < offsets.size(); ++i) out[target.vertices[i]] += offsets[i];
    return out;
}

bool is_near(const mat4& a, const mat4& b) {
    for (int column = 0; column < 4; ++column) {
        const float size = 1.0F + glm::length(b[column]);
        if (!(glm::length(a[column] - b[column]) <= 1e-4F * size)) return false;
    }
    return true;
}

std::vector<mat4> worlds_at_rest(const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    return world_matrices(skeleton, rest_pose(skeleton));
}

}  // namespace

void SourceEdits::overwrite(const std::vector<Overwritten>& made) {
    overwritten_.insert(overwritten_.end(), made.begin(), made.end());
}

/// Updates the bounds of an accessor whose values are overwritten in place.
void SourceEdits::restate_bounds(int accessor, std::span<const float> values, std::size_t wide) {
    const Json& json = at(traced_.root["accessors"], accessor);
    for (const bool is_least : {true, false}) {
        const char* key = is_least ? "min" : "max";
        const Json* stated = member(json, key);
        if (stated == nullptr || !stated->is_array() || stated->size() != wide) continue;
        for (std::size_t k = 0; k < wide; ++k) {
            float bound = values[k];
            for (std::size_t i = k; i < values.size(); i += wide)
                bound = is_least ? std::min(bound, values[i]) : std::max(bound, values[i]);
            const Json& old = (*stated)[k];
            if (old.is_number() && old.get<float>() == bound) continue;
            json_.set(fmt::format("/accessors/{}/{}/{}", accessor, key, k), number(bound));
        }
    }
}

/// Writes values into the accessor that `pointer` refers to, or into a new one that replaces it there.
void SourceEdits::write_floats(const std::string& pointer, int accessor, std::span<const float> values,
                               std::size_t wide, ViewTarget target) {
    if (const auto made = places_.floats(accessor, wide, values)) {
        overwrite(*made);
        return restate_bounds(accessor, values, wide);
    }
    // Primitives that shared an accessor share the new one.
    const auto known = replaced_.find(accessor);
    if (known != replaced_.end() && std::ranges::equal(known->second.first, values)) {
        json_.set(pointer, known->second.second);
        return;
    }
    const bool is_bounded = pointer.ends_with("/POSITION");
    const int made = writing_.bin.add_floats(values, wide, target, is_bounded);
    json_.set(pointer, made);
    if (accessor >= 0) replaced_[accessor] = {{values.begin(), values.end()}, made};
}

void SourceEdits::edit_targets(std::size_t index, const std::string& pointer) {
    const Mesh& now = *now_.meshes[index].mesh;
    const Mesh& was = *was_.meshes[index].mesh;
    const Json* targets = member(primitive_of(index), "targets");
    for (std::size_t t = 0; targets != nullptr && t < std::min(now.targets.size(), targets->size()); ++t) {
        const auto edit = [&](const char* attribute, const std::vector<vec3>& after,
                              const std::vector<vec3>& before) {
            if (after == before && now.targets[t].vertices == was.targets[t].vertices) return;
            const int accessor = int_or((*targets)[t], attribute, -1);
            if (accessor < 0 && after.empty()) return;
            const std::vector<vec3> offsets = all_offsets(now.targets[t], after, now.positions.size());
            if (offsets == all_offsets(was.targets[t], before, was.positions.size())) return;
            if (const auto made = places_.vectors(accessor, offsets)) {
                overwrite(*made);
                return restate_bounds(accessor, as_floats(offsets), 3);
            }
            json_.set(fmt::format("{}/targets/{}/{}", pointer, t, attribute),
                      add_offsets(writing_, now, now.targets[t], after));
        };
        edit("POSITION", now.targets[t].positions, was.targets[t].positions);
        edit("NORMAL", now.targets[t].normals, was.targets[t].normals);
    }
}

void SourceEdits::edit_geometry() {
    std::set<std::pair<int, int>> done;
    for (const std::size_t index : reshaped_) {
        const MeshInstance& instance = now_.meshes[index];
        const int mesh = int_or(file_node(traced_.places.mesh_node[index]), "mesh", -1);
        if (!done.insert({mesh, instance.primitive}).second) continue;
        const Mesh& now = *instance.mesh;
        const Mesh& was = *was_.meshes[index].mesh;
        const std::string pointer = fmt::format("/meshes/{}/primitives/{}", mesh, instance.primitive);
        const Json& attributes = primitive_of(index)["attributes"];
        const auto edit = [&](const char* name, const auto& after, const auto& before, std::size_t wide) {
            if (after == before) return;
            write_floats(pointer + "/attributes/" + name, int_or(attributes, name, -1), as_floats(after),
                         wide, ViewTarget::vertices);
        };
        edit("POSITION", now.positions, was.positions, 3);
        edit("NORMAL", now.normals, was.normals, 3);
        edit("TANGENT", now.tangents, was.tangents, 4);
        edit_targets(index, pointer);
    }
}

/// Returns the new matrices of a skin that meshes use; empty where they are unchanged, or no mesh uses it.
/// Where the document's matrix differs from the file's, because the joint's node is folded away there, the
/// difference is kept.
std::vector<mat4> SourceEdits::bind_of_meshes(std::size_t s) const {
    const std::vector<mat4>& file = traced_.places.inverse_bind[s];
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const std::vector<mat4>& now = now_.meshes[m].skin->inverse_bind;
        const std::vector<mat4>& was = was_.meshes[m].skin->inverse_bind;
        const bool has_it = int_or(file_node(traced_.places.mesh_node[m]), "skin", -1) == static_cast<int>(s);
        if (!has_it || !now_.meshes[m].mesh->is_skinned()) continue;
        if (now == was || now.size() != file.size() || was.size() != file.size()) continue;
        std::vector<mat4> out = file;
        for (std::size_t j = 0; j < file.size(); ++j) {
            if (now[j] == was[j]) continue;
            out[j] = was[j] == file[j] ? now[j] : file[j] * affine_inverse(was[j]) * now[j];
        }
        return out;
    }
    return {};
}

/// Returns the new matrices of a skin that no mesh uses, which stores the rest pose of a figure.
std::vector<mat4> SourceEdits::bind_at_rest(std::size_t s, const std::vector<mat4>& was,
                                            const std::vector<mat4>& now) const {
    const std::vector<mat4>& file = traced_.places.inverse_bind[s];
    const std::vector<int>& joints = writing_.skins[s].joints;
    for (const int node : traced_.places.mesh_node) {
        if (int_or(file_node(node), "skin", -1) == static_cast<int>(s)) return {};
    }
    std::map<int, std::size_t> node_of;
    for (std::size_t n = 0; n < now_.nodes.size(); ++n) node_of[now_.nodes[n].source_index] = n;
    std::vector<mat4> out;
    bool is_moved = false;
    for (std::size_t j = 0; j < joints.size() && joints.size() == file.size(); ++j) {
        const auto found = node_of.find(joints[j]);
        if (found == node_of.end()) return {};
        const std::size_t node = found->second;
        if (!is_near(was[node] * file[j], mat4(1.0F))) return {};
        const bool is_other = !is_near(now[node] * file[j], mat4(1.0F));
        is_moved = is_moved || is_other;
        out.push_back(is_other ? affine_inverse(now[node]) : file[j]);
    }
    return is_moved ? out : std::vector<mat4>();
}

void SourceEdits::edit_skins() {
    const bool same_rest =
        std::equal(now_.nodes.begin(), now_.nodes.end(), was_.nodes.begin(), was_.nodes.end(),
                   [](const Node& a, const Node& b) { return a.rest == b.rest; });
    const std::vector<mat4> was = same_rest ? std::vector<mat4>() : worlds_at_rest(was_);
    const std::vector<mat4> now = same_rest ? std::vector<mat4>() : worlds_at_rest(now_);
    for (std::size_t s = 0; s < writing_.skins.size() && s < traced_.places.inverse_bind.size(); ++s) {
        std::vector<mat4> bind = bind_of_meshes(s);
        if (bind.empty() && !same_rest) bind = bind_at_rest(s, was, now);
        if (bind.empty()) continue;
        write_floats(fmt::format("/skins/{}/inverseBindMatrices", s),
                     int_or(traced_.root["skins"][s], "inverseBindMatrices", -1), as_floats(bind), 16,
                     ViewTarget::none);
    }
}

}  // namespace vitruvian::gltf
