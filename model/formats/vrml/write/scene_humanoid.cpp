#include "model/formats/vrml/write/scene_humanoid.h"

#include "model/core/at.h"
#include "model/formats/vrml/world/given_names.h"
#include "model/formats/vrml/world/info_lines.h"
#include "model/formats/vrml/write/clip_writer.h"
#include "model/formats/vrml/write/scene_displacers.h"
#include "model/formats/vrml/write/scene_places.h"
#include "model/formats/vrml/write/scene_skin.h"
#include "model/formats/vrml/write/scene_tree.h"
#include "model/formats/vrml/write/similarity.h"
#include "model/standard/hanim_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace vitruvian::vrml {
namespace {

void set_box(const std::optional<Bounds>& box, OutputNode& out) {
    if (!box) return;
    out.set("bboxCenter", box->centre());
    out.set("bboxSize", box->size());
}

void set_three(std::string_view field, const std::optional<vec3>& v, OutputNode& out) {
    if (v) out.set_list(field, std::vector<float>{v->x, v->y, v->z});
}

/// Joints and their groups are children of joints; everything else is a child of segments.
bool contains_joint(const OutputNode& node) {
    if (node.type == "HAnimJoint" || node.type == "HAnimHumanoid") return true;
    for (const OutputField& field : node.fields) {
        const auto* children = std::get_if<std::vector<OutputNode>>(&field.value);
        if (children != nullptr && std::any_of(children->begin(), children->end(), contains_joint))
            return true;
    }
    return false;
}

/// Takes shapes at the end of a skeleton that do not belong to it: in X3D they go into the skin, which is
/// read after the skeleton.
Nodes take_loose_shapes(Nodes& skeleton) {
    const auto is_loose = [](const OutputNode& node) {
        return (node.type == "Shape" || node.type == "Transform") && !contains_joint(node);
    };
    const auto last = std::find_if_not(skeleton.rbegin(), skeleton.rend(), is_loose).base();
    Nodes out(std::make_move_iterator(last), std::make_move_iterator(skeleton.end()));
    skeleton.erase(last, skeleton.end());
    return out;
}

void set_lists(const FigureLists& lists, OutputNode& out) {
    const auto set = [&](const char* field, std::string_view type, const std::vector<std::string>& names) {
        Nodes uses;
        for (const std::string& name : names) uses.push_back(use_of(type, name));
        out.set_nodes(field, std::move(uses));
    };
    set("joints", "HAnimJoint", lists.joints);
    set("segments", "HAnimSegment", lists.segments);
    set("sites", "HAnimSite", lists.sites);
}

void set_joint_data(const Joint& joint, OutputNode& out) {
    set_three("llimit", joint.lower_limit, out);
    set_three("ulimit", joint.upper_limit, out);
    if (joint.limit_orientation != identity_quat) {
        out.set("limitOrientation", axis_angle_of(joint.limit_orientation));
    }
    set_three("stiffness", joint.stiffness, out);
}

void set_segment_data(const Segment& segment, OutputNode& out) {
    if (segment.mass != 0.0F) out.set("mass", segment.mass);
    if (segment.centre_of_mass != vec3(0.0F)) out.set("centerOfMass", segment.centre_of_mass);
    const auto& inertia = segment.moments_of_inertia;
    const bool given = std::any_of(inertia.begin(), inertia.end(), [](float x) { return x != 0.0F; });
    if (given) out.set_list("momentsOfInertia", std::vector<float>(inertia.begin(), inertia.end()));
    set_box(segment.bounding_box, out);
}

/// Returns the first rigid mesh of a segment, or -1.
int first_mesh_of(const SceneContext& scene, int h, int segment) {
    const auto found = scene.rigid_of_segment.find({h, segment});
    return found == scene.rigid_of_segment.end() ? -1 : scene.number_of(*found->second.front());
}

/// Adds contents of the joint itself, or of nodes that are not written, that belong to this segment.
void add_segment_content(SceneContext& scene, int h, int index, int joint, Nodes& out) {
    if (const auto meshes = scene.rigid_of_segment.find({h, index}); meshes != scene.rigid_of_segment.end()) {
        for (const MeshInstance* mesh : meshes->second) {
            if (written_as(scene, mesh->skin->nodes.front()) == joint) add_rigid(scene, *mesh, out);
        }
    }
    const auto sites = scene.sites_of_segment.find({h, index});
    if (sites == scene.sites_of_segment.end()) return;
    for (const int site : sites->second) {
        if (scene.plan(site).role == Role::site && written_as(scene, scene.node(site).parent) == joint)
            out.push_back(site_node(scene, site));
    }
}

/// Returns a node of this type ("HAnimSegment" or "HAnimSite") marked as a holder of these children (see
/// only_holds).
OutputNode holder_of(Nodes children, std::string_view type) {
    OutputNode mark{"MetadataString", {}, false, {}};
    mark.set("name", std::string(holder_tag));
    mark.set("reference", std::string(own_reference));
    OutputNode out{type, {}, false, {}};
    out.set_node("metadata", std::move(mark));
    out.set_nodes("children", std::move(children));
    return out;
}

/// Puts sequences of nodes that H-Anim does not allow on a joint into segments that only hold them.
Nodes in_holders(Nodes all) {
    Nodes out;
    Nodes run;
    const auto finish = [&] {
        if (!run.empty()) out.push_back(holder_of(std::exchange(run, {}), "HAnimSegment"));
    };
    for (OutputNode& made : all) {
        const bool fits = contains_joint(made) || made.type == "HAnimSegment";
        if (fits) finish();
        (fits ? out : run).push_back(std::move(made));
    }
    finish();
    return out;
}

void add_joint_children(SceneContext& scene, int index, Nodes& out) {
    const int h = scene.plan(index).humanoid;
    const bool own_figure = h >= 0 && at(scene.joint_index, index) >= 0;
    // Segments represented by a node are written with it.
    std::vector<int> segments;
    const auto own_segments = scene.segments_of_joint.find(index);
    if (own_segments != scene.segments_of_joint.end()) segments = own_segments->second;
    for (const int child : at(scene.frames.children, index)) {
        if (scene.plan(child).role == Role::segment) std::erase(segments, scene.plan(child).segment);
    }
    // Segments keep their index among the joint's children, so that they are read back in the same order.
    Nodes all;
    std::size_t next = 0;
    const auto add_segments = [&](int below) {
        for (; next < segments.size() && segments[next] < below; ++next) {
            add_meshes(scene, index, first_mesh_of(scene, h, segments[next]), all);
            all.push_back(segment_node(scene, h, segments[next], -1));
        }
    };
    add_views_and_lights(scene, index, all);
    for (const int child : at(scene.frames.children, index)) {
        add_segments(at(scene.first_segment, child) == std::numeric_limits<int>::max()
                         ? -1
                         : at(scene.first_segment, child));
        const bool first = scene.plan(child).role == Role::segment;
        if (first) add_segments(scene.plan(child).segment);
        add_meshes(scene, index, at(scene.first_mesh, child), all);
        add_humanoids_below(scene, index, child, all);
        add_node(scene, child, all);
    }
    add_segments(std::numeric_limits<int>::max());
    add_meshes(scene, index, std::numeric_limits<int>::max(), all);
    add_humanoids_below(scene, index, -1, all);
    add_empty_groups(scene, index, all);
    if (!own_figure || !is_strict(scene, h)) {
        out = own_figure && !scene.vrml97 ? in_holders(std::move(all)) : std::move(all);
        return;
    }
    // What H-Anim does not allow on a joint goes into a segment of it.
    Nodes loose;
    for (OutputNode& made : all) {
        const bool fits = contains_joint(made) || made.type == "HAnimSegment";
        (fits ? out : loose).push_back(std::move(made));
    }
    const auto pool = scene.segment_pools.find({h, auto_segment(index)});
    if (loose.empty() && pool == scene.segment_pools.end()) return;
    OutputNode segment{"HAnimSegment", {}, false, {}};
    const std::string name = scene.naming.segment_for(h, at(scene.naming.of_node, index));
    segment.def = scene.names.make("hanim_" + name);
    if (scene.lists != nullptr) scene.lists->segments.push_back(segment.def);
    segment.set("name", name);
    segment.set_nodes("children", std::move(loose));
    if (pool != scene.segment_pools.end())
        set_segment_displacers(scene, h, auto_segment(index), pool->second.get(), segment);
    out.insert(out.begin(), std::move(segment));
}

}  // namespace

void add_humanoid(SceneContext& scene, int h, Nodes& out) {
    const Humanoid& figure = scene.humanoid(h);
    at(scene.humanoid_done, h) = true;
    scene.output.has_humanoids = true;
    FigureLists lists;
    FigureLists* const outer = std::exchange(scene.lists, &lists);
    const int around = std::exchange(scene.current, h);
    OutputNode made{"HAnimHumanoid", {}, false, {}};
    const std::string& name = at(scene.naming.of_humanoid, h);
    made.def = scene.names.make(scene.document.humanoids.size() == 1 ? "Humanoid" : name);
    if (figure.node >= 0) {
        at(scene.def_of_node, figure.node) = made.def;
        set_transform(made, scene.plan(figure.node));
    }
    made.set("name", name);
    // X3D 4 has one version; the figure's own is in its info (see read/humanoids.cpp).
    const bool own_version = !scene.vrml97 && at(scene.naming.version, h) != x3d_hanim_version;
    made.set("version", scene.vrml97 ? at(scene.naming.version, h) : std::string(x3d_hanim_version));
    if (!scene.vrml97 && figure.declared_loa) made.set("loa", *figure.declared_loa);
    if (!scene.vrml97 && !figure.skeletal_configuration.empty()) {
        made.set("skeletalConfiguration", figure.skeletal_configuration);
    }
    std::vector<std::string> info = info_lines(figure);
    if (own_version) info.push_back(fmt::format("{}={}", version_tag, at(scene.naming.version, h)));
    for (const auto& [standard, own] : at(scene.naming.own_names, h)) {
        info.push_back(fmt::format("{}{}={}", own_name_tag, standard, own));
    }
    if (!info.empty()) made.set_list("info", std::move(info));
    set_box(figure.bounding_box, made);

    Nodes skeleton;
    Nodes views;
    if (figure.node >= 0) {
        for (const int v : at(scene.viewpoints, figure.node)) {
            at(scene.viewpoint_done, v) = true;
            OutputNode view =
                viewpoint_node(at(scene.document.viewpoints, v), scene.plan(figure.node).file_from_node);
            // X3D's HAnimHumanoid takes them only on sites.
            views.push_back(scene.vrml97 ? std::move(view) : holder_of({std::move(view)}, "HAnimSite"));
        }
        add_inside(scene, figure.node, skeleton);
    } else {
        for (const int root : at(scene.frames.humanoids, h).roots) add_node(scene, root, skeleton);
    }
    Nodes shapes = scene.vrml97 ? Nodes() : take_loose_shapes(skeleton);
    made.set_nodes(scene.vrml97 ? "humanoidBody" : "skeleton", std::move(skeleton));
    const auto skin = scene.skins.find(h);
    if (skin == scene.skins.end()) {
        made.set_nodes("skin", std::move(shapes));
    } else {
        for (const PooledMesh& mesh : skin->second->meshes)
            shapes.push_back(scene.shapes.shape(*mesh.instance, &mesh.use));
        made.set_nodes("skin", std::move(shapes));
        made.set_node("skinCoord", use_of("Coordinate", skin->second->coordinate.def));
        if (skin->second->normal.written)
            made.set_node("skinNormal", use_of("Normal", skin->second->normal.def));
    }
    set_lists(lists, made);
    made.set_nodes("viewpoints", std::move(views));
    const ClipTargets targets{&scene.frames, &scene.def_of_node, &scene.def_of_displacer};
    made.set_nodes("motions",
                   motion_nodes(scene.document, scene.options, targets, scene.naming, h, scene.output));
    scene.lists = outer;
    scene.current = around;
    out.push_back(std::move(made));
}

OutputNode joint_node(SceneContext& scene, int index) {
    const NodePlan& own = scene.plan(index);
    const int h = own.humanoid;
    const std::string& name = at(scene.naming.of_node, index);
    OutputNode out{"HAnimJoint", {}, false, {}};
    scene.output.has_humanoids = true;
    const std::string prefix =
        scene.document.humanoids.size() > 1 && h >= 0 ? at(scene.naming.of_humanoid, h) + "_" : "hanim_";
    out.def = define(scene, index, prefix + name);
    out.set("name", name);
    set_transform(out, own);
    const int joint = at(scene.joint_index, index);
    if (joint >= 0) {
        if (scene.lists != nullptr) scene.lists->joints.push_back(out.def);
        Joint data = at(scene.humanoid(h).joints, joint);
        if (data.limit_orientation != identity_quat || data.lower_limit || data.upper_limit) {
            const bool turned = glm::dmat3(own.file_from_node) != glm::dmat3(1.0);
            if (turned) {
                data.limit_orientation = normalized_or_identity(
                    quat(similarity_of(own.file_from_node).rotation) * data.limit_orientation);
            }
        }
        set_joint_data(data, out);
    }
    set_skin_weights(scene, index, out);
    const bool first = joint >= 0 && scene.lists != nullptr && scene.lists->joints.size() == 1;
    if (joint >= 0) set_joint_displacers(scene, h, index, first, out);
    Nodes children;
    add_joint_children(scene, index, children);
    out.set_nodes("children", std::move(children));
    return out;
}

OutputNode segment_node(SceneContext& scene, int h, int index, int frame) {
    const Segment& segment = at(scene.humanoid(h).segments, index);
    const std::string& name = at(at(scene.naming.of_segment, h), index);
    const int joint = at(scene.humanoid(h).joints, segment.joint).node;
    OutputNode out{"HAnimSegment", {}, false, {}};
    const std::string prefix =
        scene.document.humanoids.size() > 1 ? at(scene.naming.of_humanoid, h) + "_" : "hanim_";
    out.def = scene.names.make(prefix + name);
    if (scene.lists != nullptr) scene.lists->segments.push_back(out.def);
    out.set("name", name);
    set_segment_data(segment, out);
    Nodes children;
    if (frame >= 0) {
        const NodePlan& own = scene.plan(frame);
        const bool plain = own.fields == Transform{} && !own.animated;
        if (plain) {
            add_inside(scene, frame, children);
        } else {
            // A Segment has no transform of its own.
            OutputNode transform = transform_node(scene, frame, "Transform");
            Nodes inside;
            add_inside(scene, frame, inside);
            transform.set_nodes("children", std::move(inside));
            children.push_back(std::move(transform));
        }
    }
    add_segment_content(scene, h, index, joint, children);
    out.set_nodes("children", std::move(children));
    const auto pool = scene.segment_pools.find({h, index});
    const auto skin = scene.skins.find(h);
    const Pool* points = pool != scene.segment_pools.end() ? pool->second.get() : nullptr;
    if (points == nullptr && skin != scene.skins.end()) points = skin->second.get();
    set_segment_displacers(scene, h, index, points, out);
    return out;
}

OutputNode site_node(SceneContext& scene, int index) {
    OutputNode out{"HAnimSite", {}, false, {}};
    scene.output.has_humanoids = true;
    const int h = scene.plan(index).humanoid;
    const std::string prefix =
        scene.document.humanoids.size() > 1 && h >= 0 ? at(scene.naming.of_humanoid, h) + "_" : "hanim_";
    out.def = define(scene, index, prefix + at(scene.naming.of_node, index));
    if (scene.lists != nullptr) scene.lists->sites.push_back(out.def);
    out.set("name", at(scene.naming.of_node, index));
    set_transform(out, scene.plan(index));
    Nodes children;
    add_inside(scene, index, children);
    out.set_nodes("children", std::move(children));
    return out;
}

}  // namespace vitruvian::vrml
