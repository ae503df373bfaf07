#include "model/formats/vrml/read/groups.h"

#include "model/formats/vrml/read/frames.h"
#include "model/formats/vrml/read/walk.h"

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::vrml {
namespace {

/// Returns the place of the children of a group that does not become a node of the document. Groups in PROTOs
/// are not kept.
WalkPlace enter_group(BuildContext& build, NodeRef node, const WalkPlace& at) {
    WalkPlace inside = at;
    inside.name = {};
    if (node.env->proto != none) return inside;
    inside.group = {static_cast<int>(build.built.groups.size()), 0};
    build.built.groups.push_back({node, at.group, at.node, node_from(at)});
    return inside;
}

/// Whether it contains a sensor that makes its group clickable or draggable: the group is kept for it.
bool holds_pointing_sensor(const SyntaxNode& node, const SyntaxTree& tree) {
    const std::span<const NodeId> children = nodes_of(node, "children");
    return std::any_of(children.begin(), children.end(), [&tree](NodeId child) {
        const std::string_view type = tree.nodes[child].type;
        return type == "TouchSensor" || type == "PlaneSensor" || type == "CylinderSensor" ||
               type == "SphereSensor";
    });
}

bool is_kept(const BuildContext& build, NodeRef node) {
    const SyntaxNode& source = build.world.syntax(node);
    if (source.type == "Anchor" || source.type == "Billboard" || source.type == "Collision") return true;
    const bool is_plain =
        source.type == "Group" || source.type == "StaticGroup" || source.type == "Transform";
    if (!is_plain || !holds_pointing_sensor(source, build.world.tree(node))) return false;
    // Where a Transform becomes a named node, the sensor finds it by name.
    const bool is_found =
        source.type == "Transform" && build.survey.carries_frame.contains(node.key()) && !source.def.empty();
    return !is_found;
}

}  // namespace

void visit_group(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (build.world.syntax(node).type == "Billboard") {
        build.world.warn(node, "vrml-billboard-not-turned",
                         "a Billboard is shown in its own direction; it does not turn to the viewer");
    }
    WalkPlace inside = is_kept(build, node) ? enter_group(build, node, at) : at;
    inside.name = {};
    visit_all(build, build.world.nodes(node, "children"), inside);
    if (build.world.syntax(node).type == "CADFace")
        visit_all(build, build.world.nodes(node, "shape"), inside);
}

/// A PROTO instance is its body's first node (VRML97 4.8.3). An undeclared type is skipped, but not the nodes
/// in it: extensions' groups have children too.
void visit_instance(BuildContext& build, NodeRef node, const WalkPlace& at) {
    const Environment* body = build.world.body(node);
    const bool is_declared = body != nullptr || build.world.syntax(node).proto != none;
    WalkPlace inside = is_declared ? enter_group(build, node, at) : at;
    inside.name = at.name;
    if (body != nullptr) {
        if (inside.name.empty()) inside.name = build.world.syntax(node).def;
        visit(build, build.world.first_root(*body), inside);
        return;
    }
    build.world.warn(node, "vrml-unknown-node",
                     fmt::format("nodes of type {} are not known; only their children are read",
                                 build.world.syntax(node).type.substr(0, 60)));
    visit_group(build, node, inside);
}

void visit_transform(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (build.survey.carries_frame.contains(node.key())) {
        const std::string_view def = at.name.empty() ? build.world.syntax(node).def : at.name;
        std::string name(def);
        if (at.name.empty()) name = build.world.given_name(node);
        if (name.empty()) name = "Transform";
        visit_group(build, node,
                    add_frame(build, node, at, vitruvian::NodeKind::group, FieldsAre::placement, name));
        return;
    }
    WalkPlace inside = at;
    inside.baked = at.baked * file_matrix(build.world, node);
    visit_group(build, node, inside);
}

/// Only the chosen branch is shown; figures in other branches are still read.
void visit_switch(BuildContext& build, NodeRef node, const WalkPlace& at) {
    std::vector<NodeRef> choices = build.world.nodes(node, "choice");
    if (choices.empty()) choices = build.world.nodes(node, "children");
    const int chosen = read_int(build.world, node, "whichChoice", -1);
    WalkPlace inside = enter_group(build, node, at);
    if (chosen >= 0 && static_cast<std::size_t>(chosen) < choices.size()) {
        inside.group.child = chosen;
        visit(build, choices[static_cast<std::size_t>(chosen)], inside);
        return;
    }
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const NodeRef meant = build.world.definition(choices[i]);
        inside.group.child = static_cast<int>(i);
        if (meant.valid() && build.survey.carries_frame.contains(meant.key())) visit(build, meant, inside);
    }
}

void visit_lod(BuildContext& build, NodeRef node, const WalkPlace& at) {
    std::vector<NodeRef> levels = build.world.nodes(node, "level");
    if (levels.empty()) levels = build.world.nodes(node, "children");
    const WalkPlace inside = enter_group(build, node, at);
    if (!levels.empty()) visit(build, levels.front(), inside);
}

void visit_inline(BuildContext& build, NodeRef node, const WalkPlace& at) {
    std::string fragment;
    const Environment* file = build.world.load(node, read_strings(build.world, node, "url"), fragment);
    if (file == nullptr) {
        static_cast<void>(enter_group(build, node, at));
        return;
    }
    if (!build.walk.open_files.insert(file).second) {
        build.world.warn(node, "vrml-cycle", "a file shows itself through Inline; the circle is broken here");
        return;
    }
    WalkPlace inside = at;
    inside.name = {};
    // Each file has its own unit of length (ISO/IEC 19775-1, 4.3.6).
    const double unit = file->file->tree.length_unit / build.world.tree(node).length_unit;
    if (unit != 1.0) inside.baked = glm::scale(at.baked, glm::dvec3(unit));
    visit_all(build, build.world.roots(*file), inside);
    build.walk.open_files.erase(file);
}

}  // namespace vitruvian::vrml
