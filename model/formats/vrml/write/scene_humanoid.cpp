// Figures: Humanoid, Joint, Segment, Site and Displacer (H-Anim 1.1; ISO/IEC 19774-1).
#include "model/formats/vrml/world/info_lines.h"
#include "model/formats/vrml/write/clip_writer.h"
#include "model/formats/vrml/write/scene_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace vitruvian::vrml {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

void set_box(const std::optional<Bounds>& box, OutputNode& out) {
    if (!box) return;
    out.set("bboxCenter", box->centre());
    out.set("bboxSize", box->size());
}

void set_three(std::string_view field, const std::optional<vec3>& v, OutputNode& out) {
    if (v) out.set_list(field, std::vector<float>{v->x, v->y, v->z});
}

/// The suffix that says what a displacer is for (H-Anim 1.1, Displacer), where its name does not.
std::string displacer_name(const Displacer& displacer) {
    const auto ends = [&](std::string_view suffix) {
        return std::string_view(displacer.name).ends_with(suffix);
    };
    if (displacer.kind == DisplacerKind::feature && !ends("_feature")) return displacer.name + "_feature";
    if (displacer.kind == DisplacerKind::config && !ends("_config")) return displacer.name + "_config";
    const bool says_other = ends("_feature") || ends("_config");
    if (displacer.kind == DisplacerKind::action && says_other) return displacer.name + "_action";
    return displacer.name;
}

/// Joints and what has joints in it hang on joints; everything else on segments.
bool hangs_on_joint(const OutputNode& node) {
    if (node.type == "HAnimJoint" || node.type == "HAnimHumanoid") return true;
    for (const OutputField& field : node.fields) {
        const auto* children = std::get_if<std::vector<OutputNode>>(&field.value);
        if (children != nullptr && std::any_of(children->begin(), children->end(), hangs_on_joint))
            return true;
    }
    return false;
}

}  // namespace

void SceneMaker::add_humanoid(int h, Nodes& out) {
    const Humanoid& figure = humanoid(h);
    humanoid_done_[at(h)] = true;
    scene_.has_humanoids = true;
    Lists lists;
    Lists* const outer = std::exchange(lists_, &lists);
    const int around = std::exchange(current_, h);
    OutputNode made{"HAnimHumanoid", {}, false, {}};
    const std::string& name = naming_.of_humanoid[at(h)];
    made.def = names_.make(document_.humanoids.size() == 1 ? "Humanoid" : name);
    if (figure.node >= 0) {
        def_of_node_[at(figure.node)] = made.def;
        set_transform(made, plan(figure.node));
    }
    made.set("name", name);
    // X3D 4 knows one version; the figure's own stands with its info (see Builder::read_info).
    const bool own_version = !vrml97_ && naming_.version[at(h)] != x3d_hanim_version;
    made.set("version", vrml97_ ? naming_.version[at(h)] : std::string(x3d_hanim_version));
    if (!vrml97_ && figure.declared_loa) made.set("loa", *figure.declared_loa);
    if (!vrml97_ && !figure.skeletal_configuration.empty()) {
        made.set("skeletalConfiguration", figure.skeletal_configuration);
    }
    std::vector<std::string> info = info_lines(figure);
    if (own_version) info.push_back(fmt::format("{}={}", version_tag, naming_.version[at(h)]));
    for (const auto& [standard, own] : naming_.own_names[at(h)]) {
        info.push_back(fmt::format("ownName_{}={}", standard, own));
    }
    if (!info.empty()) made.set_list("info", std::move(info));
    set_box(figure.bounding_box, made);

    Nodes skeleton;
    Nodes views;
    if (figure.node >= 0) {
        for (const int v : viewpoints_[at(figure.node)]) {
            viewpoint_done_[at(v)] = true;
            views.push_back(viewpoint_node(document_.viewpoints[at(v)], plan(figure.node).file_from_node));
        }
        add_inside(figure.node, skeleton);
    } else {
        for (const int root : plan_.humanoids[at(h)].roots) add_node(root, skeleton);
    }
    made.set_nodes(vrml97_ ? "humanoidBody" : "skeleton", std::move(skeleton));
    const auto skin = skins_.find(h);
    if (skin != skins_.end()) {
        Nodes shapes;
        for (const PooledMesh& mesh : skin->second->meshes)
            shapes.push_back(shapes_.shape(*mesh.instance, &mesh.use));
        made.set_nodes("skin", std::move(shapes));
        made.set_node("skinCoord", use_of("Coordinate", skin->second->coordinate.def));
        if (skin->second->normal.written)
            made.set_node("skinNormal", use_of("Normal", skin->second->normal.def));
    }
    set_lists(lists, made);
    made.set_nodes("viewpoints", std::move(views));
    const ClipTargets targets{&plan_, &def_of_node_, &def_of_displacer_};
    made.set_nodes("motions", motion_nodes(document_, options_, targets, naming_, h, scene_));
    lists_ = outer;
    current_ = around;
    out.push_back(std::move(made));
}

void SceneMaker::set_lists(const Lists& lists, OutputNode& out) const {
    const auto set = [&](const char* field, std::string_view type, const std::vector<std::string>& names) {
        Nodes uses;
        for (const std::string& name : names) uses.push_back(use_of(type, name));
        out.set_nodes(field, std::move(uses));
    };
    set("joints", "HAnimJoint", lists.joints);
    set("segments", "HAnimSegment", lists.segments);
    set("sites", "HAnimSite", lists.sites);
}

OutputNode SceneMaker::joint_node(int index) {
    const NodePlan& own = plan(index);
    const int h = own.humanoid;
    const std::string& name = naming_.of_node[at(index)];
    OutputNode out{"HAnimJoint", {}, false, {}};
    scene_.has_humanoids = true;
    const std::string prefix =
        document_.humanoids.size() > 1 && h >= 0 ? naming_.of_humanoid[at(h)] + "_" : "hanim_";
    out.def = define(index, prefix + name);
    out.set("name", name);
    set_transform(out, own);
    const int joint = joint_index_[at(index)];
    if (joint >= 0) {
        if (lists_ != nullptr) lists_->joints.push_back(out.def);
        Joint data = humanoid(h).joints[at(joint)];
        if (data.limit_orientation != identity_quat || data.lower_limit || data.upper_limit) {
            const bool turned = glm::dmat3(own.file_from_node) != glm::dmat3(1.0);
            if (turned) {
                data.limit_orientation = normalized_or_identity(
                    quat(similarity_of(own.file_from_node).rotation) * data.limit_orientation);
            }
        }
        set_joint_data(data, out);
    }
    set_skin_weights(index, out);
    const bool first = joint >= 0 && lists_ != nullptr && lists_->joints.size() == 1;
    const auto skin = skins_.find(h);
    if (first && skin != skins_.end()) set_displacers(h, -1, skin->second.get(), out);
    Nodes children;
    add_joint_children(index, children);
    out.set_nodes("children", std::move(children));
    return out;
}

void SceneMaker::set_joint_data(const Joint& joint, OutputNode& out) {
    set_three("llimit", joint.lower_limit, out);
    set_three("ulimit", joint.upper_limit, out);
    if (joint.limit_orientation != identity_quat) {
        out.set("limitOrientation", axis_angle_of(joint.limit_orientation));
    }
    set_three("stiffness", joint.stiffness, out);
}

/// The node that `index` is written as, or in whose frame it stands.
int SceneMaker::written_as(int index) const {
    while (index >= 0 && plan(index).role == Role::hoisted) index = node(index).parent;
    return index;
}

/// The segment of `joint` in which something belongs that says so; -1: in none of them.
int SceneMaker::segment_at(int joint, int h, int segment) const {
    if (h < 0 || segment < 0 || joint < 0) return -1;
    const Segment& part = humanoid(h).segments[at(segment)];
    return humanoid(h).joints[at(part.joint)].node == joint && plan(joint).humanoid == h ? segment : -1;
}

/// The first rigid mesh of a segment, or -1.
int SceneMaker::first_mesh_of(int h, int segment) const {
    const auto found = rigid_of_segment_.find({h, segment});
    return found == rigid_of_segment_.end() ? -1 : number_of(*found->second.front());
}

void SceneMaker::add_joint_children(int index, Nodes& out) {
    const int h = plan(index).humanoid;
    const bool own_figure = h >= 0 && joint_index_[at(index)] >= 0;
    // Those that a node stands for are written with it.
    std::vector<int> segments;
    const auto own_segments = segments_of_joint_.find(index);
    if (own_segments != segments_of_joint_.end()) segments = own_segments->second;
    for (const int child : plan_.children[at(index)]) {
        if (plan(child).role == Role::segment) std::erase(segments, plan(child).segment);
    }
    // Segments keep their place among the joint's children, so that they are read in the same order.
    Nodes all;
    std::size_t next = 0;
    const auto add_segments = [&](int below) {
        for (; next < segments.size() && segments[next] < below; ++next) {
            add_meshes(index, first_mesh_of(h, segments[next]), all);
            all.push_back(segment_node(h, segments[next], -1));
        }
    };
    add_views_and_lights(index, all);
    for (const int child : plan_.children[at(index)]) {
        add_segments(
            first_segment_[at(child)] == std::numeric_limits<int>::max() ? -1 : first_segment_[at(child)]);
        const bool first = plan(child).role == Role::segment;
        if (first) add_segments(plan(child).segment);
        add_meshes(index, first_mesh_[at(child)], all);
        add_humanoids_below(index, child, all);
        add_node(child, all);
    }
    add_segments(std::numeric_limits<int>::max());
    add_meshes(index, std::numeric_limits<int>::max(), all);
    add_humanoids_below(index, -1, all);
    const bool strict =
        own_figure && (humanoid(h).kind != HumanoidKind::hanim || plan_.humanoids[at(h)].brought);
    if (!strict) {
        out = std::move(all);
        return;
    }
    // What H-Anim does not have on a joint itself goes into a segment of it.
    Nodes loose;
    for (OutputNode& made : all) {
        const bool fits = hangs_on_joint(made) || made.type == "HAnimSegment";
        (fits ? out : loose).push_back(std::move(made));
    }
    const auto pool = segment_pools_.find({h, auto_segment(index)});
    if (loose.empty() && pool == segment_pools_.end()) return;
    OutputNode segment{"HAnimSegment", {}, false, {}};
    const std::string name = naming_.segment_for(h, naming_.of_node[at(index)]);
    segment.def = names_.make("hanim_" + name);
    if (lists_ != nullptr) lists_->segments.push_back(segment.def);
    segment.set("name", name);
    segment.set_nodes("children", std::move(loose));
    if (pool != segment_pools_.end()) set_displacers(h, auto_segment(index), pool->second.get(), segment);
    out.insert(out.begin(), std::move(segment));
}

/// `frame`: the document's node that stands for the segment, or -1.
OutputNode SceneMaker::segment_node(int h, int index, int frame) {
    const Segment& segment = humanoid(h).segments[at(index)];
    const std::string& name = naming_.of_segment[at(h)][at(index)];
    const int joint = humanoid(h).joints[at(segment.joint)].node;
    OutputNode out{"HAnimSegment", {}, false, {}};
    const std::string prefix = document_.humanoids.size() > 1 ? naming_.of_humanoid[at(h)] + "_" : "hanim_";
    out.def = names_.make(prefix + name);
    if (lists_ != nullptr) lists_->segments.push_back(out.def);
    out.set("name", name);
    set_segment_data(segment, out);
    Nodes children;
    if (frame >= 0) {
        const NodePlan& own = plan(frame);
        const bool plain = own.fields == Transform{} && !own.animated;
        if (plain) {
            add_inside(frame, children);
        } else {
            // A Segment has no transform of its own.
            OutputNode transform = transform_node(frame, "Transform");
            Nodes inside;
            add_inside(frame, inside);
            transform.set_nodes("children", std::move(inside));
            children.push_back(std::move(transform));
        }
    }
    add_segment_content(h, index, joint, children);
    out.set_nodes("children", std::move(children));
    const auto pool = segment_pools_.find({h, index});
    const auto skin = skins_.find(h);
    const Pool* points = pool != segment_pools_.end() ? pool->second.get() : nullptr;
    if (points == nullptr && skin != skins_.end()) points = skin->second.get();
    set_displacers(h, index, points, out);
    return out;
}

void SceneMaker::set_segment_data(const Segment& segment, OutputNode& out) {
    if (segment.mass != 0.0F) out.set("mass", segment.mass);
    if (segment.centre_of_mass != vec3(0.0F)) out.set("centerOfMass", segment.centre_of_mass);
    const auto& inertia = segment.moments_of_inertia;
    const bool given = std::any_of(inertia.begin(), inertia.end(), [](float x) { return x != 0.0F; });
    if (given) out.set_list("momentsOfInertia", std::vector<float>(inertia.begin(), inertia.end()));
    set_box(segment.bounding_box, out);
}

/// What stands on the joint itself, or on nodes that vanish, and says that it is of this segment.
void SceneMaker::add_segment_content(int h, int index, int joint, Nodes& out) {
    if (const auto meshes = rigid_of_segment_.find({h, index}); meshes != rigid_of_segment_.end()) {
        for (const MeshInstance* mesh : meshes->second) {
            if (written_as(mesh->skin->nodes.front()) == joint) add_rigid(*mesh, out);
        }
    }
    const auto sites = sites_of_segment_.find({h, index});
    if (sites == sites_of_segment_.end()) return;
    for (const int site : sites->second) {
        if (plan(site).role == Role::site && written_as(node(site).parent) == joint)
            out.push_back(site_node(site));
    }
}

OutputNode SceneMaker::site_node(int index) {
    OutputNode out{"HAnimSite", {}, false, {}};
    scene_.has_humanoids = true;
    const int h = plan(index).humanoid;
    const std::string prefix =
        document_.humanoids.size() > 1 && h >= 0 ? naming_.of_humanoid[at(h)] + "_" : "hanim_";
    out.def = define(index, prefix + naming_.of_node[at(index)]);
    if (lists_ != nullptr) lists_->sites.push_back(out.def);
    out.set("name", naming_.of_node[at(index)]);
    set_transform(out, plan(index));
    Nodes children;
    add_inside(index, children);
    out.set_nodes("children", std::move(children));
    return out;
}

/// The displacers of a segment (-1: of the skin as a whole, on the humanoid's first joint), and the
/// Coordinate that their points are in.
void SceneMaker::set_displacers(int h, int segment, const Pool* pool, OutputNode& out) {
    Nodes made;
    bool on_own_points = false;
    const auto skin = skins_.find(h);
    const auto found = displacers_of_segment_.find({h, std::max(segment, -1)});
    if (found == displacers_of_segment_.end()) return;
    for (const int d : found->second) {
        if (!def_of_displacer_[at(d)].empty()) continue;
        const bool in_pool = pool != nullptr && pool->points.all().displacers.contains(d);
        if (segment < 0 && !in_pool) continue;
        on_own_points = on_own_points || (in_pool && (skin == skins_.end() || pool != skin->second.get()));
        made.push_back(displacer_node(d, in_pool ? pool : nullptr));
    }
    if (on_own_points && pool->coordinate.written)
        out.set_node("coord", use_of("Coordinate", pool->coordinate.def));
    out.set_nodes("displacers", std::move(made));
}

OutputNode SceneMaker::displacer_node(int index, const Pool* pool) {
    const Displacer& displacer = document_.displacers[at(index)];
    OutputNode out{"HAnimDisplacer", {}, false, {}};
    const std::string name = displacer_name(displacer);
    out.def = def_of_displacer_[at(index)] = names_.make(name);
    out.set("name", name);
    if (displacer.weight != 0.0F) out.set("weight", displacer.weight);
    if (pool == nullptr) return out;
    const MeshPoints::Offsets& offsets = pool->points.all().displacers.at(index);
    std::vector<std::int32_t> points;
    std::vector<float> numbers;
    for (const auto& [point, offset] : offsets.by_point) {
        points.push_back(static_cast<std::int32_t>(point));
        numbers.insert(numbers.end(), {offset.x, offset.y, offset.z});
    }
    if (!points.empty()) out.set_list("coordIndex", std::move(points));
    if (offsets.moves && !numbers.empty()) out.set_list("displacements", std::move(numbers), 3);
    return out;
}

}  // namespace vitruvian::vrml
