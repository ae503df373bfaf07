// A snapshot of a figure at the start of a drag: the state that every command of the drag is relative to.
#pragma once

#include "app/session/lengths.h"
#include "app/session/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

class ToolView;

enum class GizmoFrame { local, parent, world, limit };
[[nodiscard]] const char* to_string(GizmoFrame frame);

struct SeizedFigure {
    std::uint64_t id = 0;
    Document document;  // with the visible pose of a clip stored in it, if taken over
    Skeleton skeleton;
    Pose pose;
    std::vector<mat4> world;  // node matrices in the scene
    mat4 placement{1.0F};
    float metres = 1.0F;         // per scene unit
    LengthUnit unit;             // of lengths that are typed and shown
    std::vector<Command> taken;  // turns the open document into `document`; empty if equal
    ChooseClip clip;             // the clip it played; none: -1
    [[nodiscard]] bool has_clip() const { return clip.clip >= 0; }

    /// Returns the parent frame of a node, in the scene.
    [[nodiscard]] mat4 parent_world(int node) const;
    [[nodiscard]] vec3 position(int node) const;
    /// Returns the gizmo axes of an item: unit, right-handed, in the scene.
    [[nodiscard]] mat3 axes(const Item& item, GizmoFrame frame) const;
    /// Returns one edit of the open document; several changes, or changes after taking over a clip's pose,
    /// become a Batch with that title.
    [[nodiscard]] Command edit(const std::string& title, std::vector<Command> changes) const;
};

/// Prepares to change the items, and if `symmetric` their counterparts on the other side. The clip's pose is
/// taken over only if the clip animates them; otherwise it keeps playing.
[[nodiscard]] SeizedFigure seize(const OpenFigure& figure, const std::vector<Item>& items, bool symmetric);
/// Prepares to change the nodes, likewise.
[[nodiscard]] SeizedFigure seize(const OpenFigure& figure, const std::vector<int>& nodes);

/// Returns the gizmo axes of an item, see SeizedFigure::axes; `above` is the parent frame of its node, in the
/// scene.
[[nodiscard]] mat3 gizmo_axes(const Document& document, const Skeleton& skeleton, const Pose& pose,
                              const mat4& above, const Item& item, GizmoFrame frame);

/// Returns a frame's axes without scale; those of a mirrored frame are negated, so that rotations have the
/// same sense as in the frame.
[[nodiscard]] mat3 unit_axes(const mat4& frame);

/// Returns the node that gizmos move for an item: a joint, site, segment (its joint), mapped bone, or
/// humanoid (its own node or first joint); -1: none.
[[nodiscard]] int gizmo_node(const Document& document, const Item& item);
/// Returns the joint that an item is or represents; kind none if there is none.
[[nodiscard]] Item joint_of_item(const Document& document, const Item& item);

/// Returns the selected items that gizmos act on: those that have a node, each node once; the gizmo is drawn
/// at the first.
[[nodiscard]] std::vector<Item> gizmo_items(const Session& session);

}  // namespace vitruvian
