#include "model/formats/vrml/read/builder.h"

#include "model/core/at.h"

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include <utility>

namespace vitruvian::vrml {
namespace {

/// Translation, rotation, scale and its orientation as the fields say.
Transform read_transform(World& world, NodeRef node) {
    Transform out;
    out.translation = read_vec3(world, node, "translation", vec3(0.0F));
    out.rotation = read_rotation(world, node, "rotation");
    out.scale = read_vec3(world, node, "scale", vec3(1.0F));
    // With an even scale the orientation changes nothing, and leaving it out keeps the transform plain.
    if (out.scale.x != out.scale.y || out.scale.y != out.scale.z) {
        out.scale_orientation = read_rotation(world, node, "scaleOrientation");
    }
    return out;
}

glm::dmat4 translation_matrix(const vec3& v) {
    return glm::translate(glm::dmat4(1.0), glm::dvec3(v));
}

/// T(t) T(c) R SR S SR^-1 T(-c), VRML97 6.52.
glm::dmat4 file_matrix(World& world, NodeRef node) {
    const vec3 center = read_vec3(world, node, "center", vec3(0.0F));
    return translation_matrix(center) * glm::dmat4(to_matrix(read_transform(world, node))) *
           translation_matrix(-center);
}

}  // namespace

bool Builder::spent(NodeRef node) {
    const LoadOptions& options = world_->options();
    // A long name is copied as often as its node is used.
    visits_ += 1 + world_->syntax(node).def.size() / 256;
    if (options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed)) cancelled_ = true;
    return cancelled_ || !world_->allows_nodes(visits_, 2);
}

bool Builder::run(const Environment& root) {
    open_files_.insert(&root);
    for (const NodeRef node : world_->roots(root)) visit(node, {});
    adopt_joints_without_humanoid();
    for (const auto& [node, at] : std::exchange(later_, {})) {
        if (!once_.contains(node.key())) visit_joint(node, at);
    }
    place_joint_centres();
    return !cancelled_;
}

std::string Builder::name_of(NodeRef node, const Context& at) {
    const std::string name = read_string(*world_, node, "name");
    if (!name.empty()) return name;
    if (!at.name.empty()) return std::string(name_without_prefix(at.name));
    const SyntaxNode& syntax = world_->syntax(node);
    const std::string def(name_without_prefix(syntax.def));
    // Of several nodes with one DEF the last owns the name; the others are told apart by a number, as X_ITE
    // does.
    return syntax.redefined == 0 ? def : fmt::format("{}_{}", def, syntax.redefined);
}

void Builder::visit(NodeRef node, const Context& at) {
    node = world_->definition(node);
    if (!node.valid() || spent(node)) return;
    if (open_.size() >= world_->options().limits.max_depth + shape_levels || !open_.insert(node.key()).second)
        return;
    dispatch(node, world_->kind(node), at);
    open_.erase(node.key());
}

void Builder::dispatch(NodeRef node, WorldNode kind, const Context& at) {
    switch (kind) {
        case WorldNode::transform:
            if (survey_->named_joints.contains(node.key())) {
                visit_joint(node, at);
            } else {
                visit_transform(node, at);
            }
            return;
        case WorldNode::group:
            visit_children(node, at);
            return;
        case WorldNode::switch_:
            visit_switch(node, at);
            return;
        case WorldNode::lod:
            visit_lod(node, at);
            return;
        case WorldNode::inline_:
            visit_inline(node, at);
            return;
        case WorldNode::shape:
            visit_shape(node, at);
            return;
        case WorldNode::viewpoint:
            visit_viewpoint(node, at);
            return;
        case WorldNode::humanoid:
            visit_humanoid(node, at);
            return;
        case WorldNode::joint:
            visit_joint(node, at);
            return;
        case WorldNode::segment:
            visit_segment(node, at);
            return;
        case WorldNode::site:
            visit_site(node, at);
            return;
        case WorldNode::motion:
            visit_motion(node, at);
            return;
        case WorldNode::light:
            visit_light(node, at);
            return;
        case WorldNode::background:
            visit_background(node);
            return;
        case WorldNode::unknown:
            visit_instance(node, at);
            return;
        case WorldNode::other:
        case WorldNode::time_sensor:
        case WorldNode::interpolator:
        case WorldNode::displacer:
            return;
    }
}

void Builder::visit_all(const std::vector<NodeRef>& nodes, const Context& at) {
    for (const NodeRef node : nodes) visit(node, at);
}

void Builder::visit_children(NodeRef node, const Context& at) {
    const std::string_view type = world_->syntax(node).type;
    const bool is_kept = type == "Anchor" || type == "Billboard" || type == "Collision";
    Context inside = is_kept ? enter_group(node, at) : at;
    inside.name = {};
    visit_all(world_->nodes(node, "children"), inside);
}

Builder::Context Builder::enter_group(NodeRef node, const Context& at) {
    Context inside = at;
    inside.name = {};
    if (node.env->proto != none) return inside;
    inside.place = {static_cast<int>(built_.groups.size()), 0};
    built_.groups.push_back({node, at.place, at.node, translation_matrix(-at.offset) * at.baked});
    return inside;
}

/// A PROTO instance is its body's first node (VRML97 4.8.3). What nobody declared is skipped, but not the
/// nodes in it: extensions' groups have children too.
void Builder::visit_instance(NodeRef node, const Context& at) {
    const Environment* body = world_->body(node);
    if (body != nullptr) {
        Context inside = at;
        if (inside.name.empty()) inside.name = world_->syntax(node).def;
        visit(world_->first_root(*body), inside);
        return;
    }
    world_->warn(node, "vrml-unknown-node",
                 fmt::format("nodes of type {} are not known; only their children are read",
                             world_->syntax(node).type.substr(0, 60)));
    visit_children(node, at);
}

void Builder::visit_transform(NodeRef node, const Context& at) {
    if (survey_->carries_frame.contains(node.key())) {
        const std::string_view def = at.name.empty() ? world_->syntax(node).def : at.name;
        std::string name(def);
        if (at.name.empty()) name = world_->given_name(node);
        if (name.empty()) name = "Transform";
        visit_children(node, add_frame(node, at, vitruvian::NodeKind::group, FieldsAre::placement, name));
        return;
    }
    Context inside = at;
    inside.baked = at.baked * file_matrix(*world_, node);
    visit_children(node, inside);
}

/// Only the chosen branch shows; a figure in another is still a figure to open.
void Builder::visit_switch(NodeRef node, const Context& at) {
    std::vector<NodeRef> choices = world_->nodes(node, "choice");
    if (choices.empty()) choices = world_->nodes(node, "children");
    const int chosen = read_int(*world_, node, "whichChoice", -1);
    Context inside = enter_group(node, at);
    if (chosen >= 0 && static_cast<std::size_t>(chosen) < choices.size()) {
        inside.place.child = chosen;
        visit(choices[static_cast<std::size_t>(chosen)], inside);
        return;
    }
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const NodeRef meant = world_->definition(choices[i]);
        inside.place.child = static_cast<int>(i);
        if (meant.valid() && survey_->carries_frame.contains(meant.key())) visit(meant, inside);
    }
}

void Builder::visit_lod(NodeRef node, const Context& at) {
    std::vector<NodeRef> levels = world_->nodes(node, "level");
    if (levels.empty()) levels = world_->nodes(node, "children");
    const Context inside = enter_group(node, at);
    if (!levels.empty()) visit(levels.front(), inside);
}

void Builder::visit_inline(NodeRef node, const Context& at) {
    std::string fragment;
    const Environment* file = world_->load(node, read_strings(*world_, node, "url"), fragment);
    if (file == nullptr) {
        static_cast<void>(enter_group(node, at));
        return;
    }
    if (!open_files_.insert(file).second) {
        world_->warn(node, "vrml-cycle", "a file shows itself through Inline; the circle is broken here");
        return;
    }
    Context inside = at;
    inside.name = {};
    // Each file has its own unit of length (ISO/IEC 19775-1, 4.3.6).
    const double unit = file->file->tree.length_unit / world_->tree(node).length_unit;
    if (unit != 1.0) inside.baked = glm::scale(at.baked, glm::dvec3(unit));
    visit_all(world_->roots(*file), inside);
    open_files_.erase(file);
}

Builder::Context Builder::add_frame(NodeRef node, const Context& at, vitruvian::NodeKind kind,
                                    FieldsAre fields, std::string name) {
    const Transform file = read_transform(*world_, node);
    const vec3 center = read_vec3(*world_, node, "center", vec3(0.0F));
    vitruvian::Node frame;
    frame.name = std::move(name);
    frame.parent = at.node;
    frame.kind = kind;
    frame.frame_offset = center;
    FrameTarget target;
    target.in_rest = fields == FieldsAre::placement;
    if (at.baked == glm::dmat4(1.0)) {
        frame.rest.translation = center - at.offset;
    } else {
        frame.rest =
            to_transform(mat4(translation_matrix(-at.offset) * at.baked * translation_matrix(center)));
    }
    target.base = frame.rest.translation;
    if (!target.in_rest) {
        frame.delta = file;
    } else if (at.baked == glm::dmat4(1.0)) {
        const vec3 base = frame.rest.translation;
        frame.rest = file;
        frame.rest.translation += base;
    } else {
        frame.rest = to_transform(mat4(glm::dmat4(to_matrix(frame.rest)) * glm::dmat4(to_matrix(file))));
    }
    if (!is_finite(frame.rest)) {
        world_->warn(node, "vrml-transform-overflow", "a transform grows beyond all numbers; it is left out");
        frame.rest = {};
    }
    Context inside = at;
    inside.name = {};
    inside.place = {};
    inside.node = static_cast<int>(document_->nodes.size());
    inside.offset = center;
    inside.baked = glm::dmat4(1.0);
    target.node = inside.node;
    built_.frames[node.key()].push_back(target);
    built_.nodes.push_back(node);
    built_.node_places.push_back(at.place);
    document_->nodes.push_back(std::move(frame));
    return inside;
}

void Builder::visit_viewpoint(NodeRef node, const Context& at) {
    if (!is_first(node)) return;
    Viewpoint view;
    view.name = read_string(*world_, node, "description");
    if (view.name.empty()) view.name = at.name.empty() ? world_->syntax(node).def : at.name;
    view.node = at.node;
    view.humanoid = at.humanoid;
    const glm::dmat4 node_from_here = translation_matrix(-at.offset) * at.baked;
    const vec3 position = read_vec3(*world_, node, "position", vec3(0.0F, 0.0F, 10.0F));
    view.position = vec3(node_from_here * glm::dvec4(glm::dvec3(position), 1.0));
    if (!is_finite(view.position)) view.position = vec3(0.0F, 0.0F, 10.0F);
    const quat turned =
        at.baked == glm::dmat4(1.0) ? identity_quat : to_transform(mat4(node_from_here)).rotation;
    view.orientation = normalized_or_identity(turned * read_rotation(*world_, node, "orientation"));
    const float lens = read_angle(*world_, node, "fieldOfView", 0.785398F);
    if (lens > 0.0F && lens < 3.14159265F) view.field_of_view = lens;
    document_->viewpoints.push_back(std::move(view));
    built_.viewpoints.push_back({node, node_from_here});
}

}  // namespace vitruvian::vrml
