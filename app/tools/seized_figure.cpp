#include "app/tools/seized_figure.h"

#include "app/scene/limit_fan.h"
#include "app/session/keying.h"
#include "app/tools/tool_view.h"
#include "model/core/at.h"
#include "model/edit/mirror.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vitruvian {
namespace {

/// Computes its world transforms in that pose.
void place(const OpenFigure& figure, Pose pose, SeizedFigure& out) {
    out.pose = std::move(pose);
    out.placement = figure.placement;
    out.world = world_matrices(out.skeleton, out.pose);
    for (mat4& frame : out.world) frame = out.placement * frame;
    out.metres = figure.shape.stance.metres_per_unit / std::max(glm::length(vec3(out.placement[0])), 1e-12F);
}

/// Whether the clip animates what moves the items, so that changes of the file's pose would not be visible.
bool are_held(const OpenFigure& figure, const std::vector<Item>& items) {
    return std::any_of(items.begin(), items.end(), [&](const Item& item) {
        if (item.kind == ItemKind::displacer) return figure.clip_holds_weight(item.index);
        return figure.clip_holds(gizmo_node(figure.document(), item));
    });
}

/// Uses the pose of its clip, if any.
SeizedFigure take_over(const OpenFigure& figure) {
    SeizedFigure out;
    out.id = figure.id;
    out.document = figure.document();
    if (figure.playing_clip() != nullptr) out.document = stored_in(figure.document(), figure.pose);
    out.clip = ChooseClip{figure.id, figure.playing_clip() ? figure.clip : -1, figure.clip_file};
    out.skeleton = make_skeleton(out.document);
    out.taken = leading_to(file_pose(figure.skeleton), file_pose(out.skeleton), {}).commands;
    place(figure, file_pose(out.skeleton), out);
    return out;
}

/// Leaves its clip playing, if any.
SeizedFigure leave_playing(const OpenFigure& figure) {
    SeizedFigure out;
    out.id = figure.id;
    out.document = figure.document();
    out.clip = ChooseClip{figure.id, -1, 0};
    out.skeleton = figure.skeleton;
    place(figure, figure.pose, out);
    return out;
}

/// Returns the counterparts of joints on the other side.
std::vector<Item> other_sides(const Document& document, const std::vector<Item>& items) {
    std::vector<Item> out;
    for (const Item& item : items) {
        if (item.kind != ItemKind::joint) continue;
        if (const auto other = mirrored_rotation(document, item, identity_quat)) out.push_back(other->joint);
    }
    return out;
}

}  // namespace

const char* to_string(GizmoFrame frame) {
    switch (frame) {
        case GizmoFrame::local:
            return "local";
        case GizmoFrame::parent:
            return "parent";
        case GizmoFrame::world:
            return "world";
        default:
            return "limit";
    }
}

SeizedFigure seize(const OpenFigure& figure, const std::vector<Item>& items, bool symmetric) {
    const bool is_held =
        are_held(figure, items) || (symmetric && are_held(figure, other_sides(figure.document(), items)));
    SeizedFigure out = is_held ? take_over(figure) : leave_playing(figure);
    if (!items.empty()) out.unit = length_unit(figure, humanoid_of(figure.document(), items.front()));
    return out;
}

SeizedFigure seize(const OpenFigure& figure, const std::vector<int>& nodes) {
    const bool is_held =
        std::any_of(nodes.begin(), nodes.end(), [&](int node) { return figure.clip_holds(node); });
    return is_held ? take_over(figure) : leave_playing(figure);
}

mat4 SeizedFigure::parent_world(int node) const {
    const int parent = at(skeleton.parent, node);
    return parent < 0 ? placement : at(world, parent);
}

vec3 SeizedFigure::position(int node) const {
    return {at(world, node)[3]};
}

mat3 unit_axes(const mat4& frame) {
    mat3 axes(frame);
    const float sign = glm::determinant(axes) < 0.0F ? -1.0F : 1.0F;
    for (int c = 0; c < 3; ++c) {
        const float length = glm::length(axes[c]);
        axes[c] = length > 1e-12F ? axes[c] * (sign / length) : mat3(1.0F)[c];
    }
    // Ignoring rounding and shear.
    return glm::mat3_cast(normalized_or_identity(glm::quat_cast(axes)));
}

mat3 gizmo_axes(const Document& document, const Skeleton& skeleton, const Pose& pose, const mat4& above,
                const Item& item, GizmoFrame frame) {
    const int node = gizmo_node(document, item);
    const mat3 parent = unit_axes(above);
    switch (frame) {
        case GizmoFrame::world:
            return mat3(1.0F);
        case GizmoFrame::parent:
            return parent;
        case GizmoFrame::limit: {
            const Item joint = joint_of_item(document, item);
            if (joint.kind == ItemKind::none) break;
            const Joint& data = at(at(document.humanoids, joint.humanoid).joints, joint.index);
            return parent * glm::mat3_cast(at(skeleton.rest, node).rotation * data.limit_orientation);
        }
        default:
            break;
    }
    return parent * glm::mat3_cast(at(pose.local, node).rotation);
}

mat3 SeizedFigure::axes(const Item& item, GizmoFrame frame) const {
    return gizmo_axes(document, skeleton, pose, parent_world(gizmo_node(document, item)), item, frame);
}

Command SeizedFigure::edit(const std::string& title, std::vector<Command> changes) const {
    if (taken.empty() && changes.size() == 1 && title.empty()) return std::move(changes.front());
    Batch batch{title, taken};
    if (title.empty() && !changes.empty()) batch.title = title_of(changes.front(), document);
    batch.commands.insert(batch.commands.end(), std::make_move_iterator(changes.begin()),
                          std::make_move_iterator(changes.end()));
    return batch;
}

Item joint_of_item(const Document& document, const Item& item) {
    if (!exists(document, item)) return {};
    if (item.kind == ItemKind::joint) return item;
    if (item.kind != ItemKind::segment && item.kind != ItemKind::bone) return {};
    const int node = node_of(document, item);
    const std::vector<Joint>& joints = at(document.humanoids, item.humanoid).joints;
    const auto found =
        std::find_if(joints.begin(), joints.end(), [node](const Joint& joint) { return joint.node == node; });
    if (node < 0 || found == joints.end()) return {};
    return joint_item(item.humanoid, static_cast<int>(found - joints.begin()));
}

int gizmo_node(const Document& document, const Item& item) {
    if (!exists(document, item)) return -1;
    if (item.kind == ItemKind::site) return node_of(document, item);
    if (item.kind == ItemKind::humanoid) {
        const Humanoid& humanoid = at(document.humanoids, item.index);
        return humanoid.node >= 0 || humanoid.joints.empty() ? humanoid.node : humanoid.joints.front().node;
    }
    const Item joint = joint_of_item(document, item);
    return joint.kind == ItemKind::none ? -1 : node_of(document, joint);
}

std::vector<Item> gizmo_items(const Session& session) {
    std::vector<Item> out;
    const OpenFigure* figure = session.figure(session.selection().figure);
    if (figure == nullptr || !figure->shown) return out;
    const Document& document = figure->document();
    std::vector<int> nodes;
    const auto add = [&](const Selection& what) {
        const int node = gizmo_node(document, what.item);
        if (node < 0 || std::find(nodes.begin(), nodes.end(), node) != nodes.end()) return;
        nodes.push_back(node);
        const Item joint = joint_of_item(document, what.item);
        out.push_back(joint.kind == ItemKind::none ? what.item : joint);
    };
    add(session.selection());
    for (const Selection& what : session.view().also_selected) add(what);
    return out;
}

}  // namespace vitruvian
