#include "model/formats/vrml/write/scene_tree.h"

#include "model/core/at.h"
#include "model/formats/vrml/write/clip_writer.h"
#include "model/formats/vrml/write/scene_humanoid.h"
#include "model/formats/vrml/write/scene_places.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Frees the name of a node that is not written after all.
void forget_name(SceneContext& scene, int index) {
    std::string& def = at(scene.def_of_node, index);
    if (def.empty()) return;
    std::erase_if(scene.renamed, [&def](const auto& names) { return names.first == def; });
    scene.names.release(def);
    def.clear();
}

void add_as_role(SceneContext& scene, int index, Nodes& out) {
    const NodePlan& own = scene.plan(index);
    // The parts of a humanoid without a node of its own are written in it, wherever they are in the document.
    if (own.humanoid >= 0 && own.humanoid != scene.current && scene.humanoid(own.humanoid).node < 0) return;
    switch (own.role) {
        case Role::hoisted:
            add_inside(scene, index, out);
            return;
        case Role::transform: {
            OutputNode made = transform_node(scene, index, "Transform");
            Nodes children;
            add_inside(scene, index, children);
            if (children.empty() && !own.animated && own.humanoid < 0) {
                forget_name(scene, index);
                return;
            }
            made.set_nodes("children", std::move(children));
            out.push_back(std::move(made));
            return;
        }
        case Role::humanoid:
            add_humanoid(scene, own.humanoid, out);
            return;
        case Role::joint:
            out.push_back(joint_node(scene, index));
            return;
        case Role::segment:
            out.push_back(segment_node(scene, own.humanoid, own.segment, index));
            return;
        case Role::site:
            // Sites of a joint's segment are written with it.
            if (!at(scene.def_of_node, index).empty() || at(scene.in_segment, index)) return;
            out.push_back(site_node(scene, index));
            return;
    }
}

OutputNode rigid_node(SceneContext& scene, const MeshInstance& instance) {
    const int carrier = instance.skin->nodes.front();
    const glm::dmat4 file_from_mesh =
        scene.plan(carrier).file_from_node * glm::dmat4(instance.skin->inverse_bind.front());
    const auto pooled = scene.pooled.find(&instance);
    const CoordinateUse* use = pooled == scene.pooled.end() ? nullptr : pooled->second;
    const auto is_lost = [&scene](int displacer) {
        return !at(scene.document.displacers, displacer).keyed_shape;
    };
    if (use == nullptr && std::any_of(instance.displacers.begin(), instance.displacers.end(), is_lost)) {
        scene.encoded.notes.warn(
            "displacer-not-carried",
            "displacers of a mesh outside every humanoid cannot be written; clips move its points");
    }
    OutputNode shape = scene.shapes.shape(instance, use);
    const auto number = static_cast<std::size_t>(scene.number_of(instance));
    if (number < scene.is_cut.size() && scene.is_cut[number] != 0) return shape;
    double furthest = 1e-6;
    for (int c = 0; c < 3; ++c) furthest = std::max(furthest, std::abs(file_from_mesh[3][c]));
    double error = 0.0;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r)
            error = std::max(error, std::abs(file_from_mesh[c][r] - (c == r ? 1.0 : 0.0)));
    }
    if (error <= 1e-7) return shape;
    const Transform placed = to_transform(mat4(file_from_mesh));
    NodePlan frame;
    frame.fields = placed;
    OutputNode transform{"Transform", {}, false, {}};
    set_transform(transform, frame);
    Nodes children;
    children.push_back(std::move(shape));
    transform.set_nodes("children", std::move(children));
    return transform;
}

}  // namespace

void add_inside(SceneContext& scene, int parent, Nodes& out) {
    if (parent >= 0) add_views_and_lights(scene, parent, out);
    const std::vector<int>& children = parent < 0 ? scene.frames.roots : at(scene.frames.children, parent);
    for (const int child : children) {
        if (parent >= 0) add_meshes(scene, parent, at(scene.first_mesh, child), out);
        add_humanoids_below(scene, parent, child, out);
        add_node(scene, child, out);
    }
    if (parent >= 0) add_meshes(scene, parent, std::numeric_limits<int>::max(), out);
    add_humanoids_below(scene, parent, -1, out);
    add_empty_groups(scene, parent, out);
}

void add_humanoids_below(SceneContext& scene, int parent, int child, Nodes& out) {
    const auto add_all = [&](const auto& lists, int key) {
        const auto found = lists.find(key);
        if (found == lists.end()) return;
        for (const int h : found->second) {
            if (at(scene.humanoid_done, h) || !at(scene.frames.humanoids, h).written) continue;
            at(scene.humanoid_done, h) = true;
            add_humanoid(scene, h, out);
        }
    };
    if (child < 0) {
        add_all(scene.humanoids_below, parent);
    } else {
        add_all(scene.humanoids_at, child);
    }
}

void add_node(SceneContext& scene, int index, Nodes& out) {
    const std::size_t first = out.size();
    if (is_hidden(scene.groups.hidden_nodes, index)) {
        out.push_back(group_mark());
    } else {
        add_as_role(scene, index, out);
    }
    mark_node(scene, index, out, first);
}

void add_views_and_lights(SceneContext& scene, int index, Nodes& out) {
    for (const int v : at(scene.viewpoints, index)) {
        if (at(scene.viewpoint_done, v) || is_hidden(scene.groups.hidden_viewpoints, v)) continue;
        at(scene.viewpoint_done, v) = true;
        out.push_back(viewpoint_node(at(scene.document.viewpoints, v), scene.plan(index).file_from_node));
    }
    for (const int l : at(scene.lights, index)) {
        if (is_hidden(scene.groups.hidden_lights, l)) continue;
        out.push_back(light_node(scene, at(scene.document.lights, l), scene.plan(index).file_from_node));
    }
}

void add_meshes(SceneContext& scene, int index, int below, Nodes& out) {
    const std::vector<const MeshInstance*>& all = at(scene.rigid, index);
    for (std::size_t& next = at(scene.next_rigid, index);
         next < all.size() && scene.number_of(*all[next]) < below; ++next) {
        const MeshInstance& instance = *all[next];
        if (segment_at(scene, written_as(scene, index), instance.humanoid, instance.segment) < 0)
            add_rigid(scene, instance, out);
    }
}

void add_rigid(SceneContext& scene, const MeshInstance& instance, Nodes& out) {
    const std::size_t first = out.size();
    const bool hidden = is_hidden(scene.groups.hidden_meshes, scene.number_of(instance));
    out.push_back(hidden ? group_mark() : rigid_node(scene, instance));
    mark_mesh(scene, scene.number_of(instance), out, first);
}

void set_transform(OutputNode& out, const NodePlan& plan) {
    if (plan.center != vec3(0.0F)) out.set("center", plan.center);
    const Transform& t = plan.fields;
    if (t.translation != vec3(0.0F)) out.set("translation", t.translation);
    if (t.rotation != identity_quat) out.set("rotation", axis_angle_of(t.rotation));
    if (t.scale != vec3(1.0F)) out.set("scale", t.scale);
    if (t.scale_orientation != identity_quat) out.set("scaleOrientation", axis_angle_of(t.scale_orientation));
}

OutputNode transform_node(SceneContext& scene, int index, std::string_view type) {
    OutputNode out{type, {}, false, {}};
    const std::string& name = scene.node(index).name;
    const bool named = !name.empty() && name != "Transform";
    if (named || scene.plan(index).animated) {
        out.def = define(scene, index, named ? name : "transform");
        if (out.def != name) scene.renamed.emplace_back(out.def, name);
    }
    set_transform(out, scene.plan(index));
    return out;
}

}  // namespace vitruvian::vrml
