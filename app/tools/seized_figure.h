// A figure as it is seen when something of it is seized: what every command of the drag starts from.
#pragma once

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
    Document document;  // where a clip's pose is taken, posed as it is seen
    Skeleton skeleton;
    Pose pose;
    std::vector<mat4> world;  // where the nodes are in the scene
    mat4 placement{1.0F};
    float metres = 1.0F;         // per unit of the scene
    std::vector<Command> taken;  // brings the open document to `document`; empty where they are the same
    ChooseClip clip;             // what it played; none: -1
    [[nodiscard]] bool has_clip() const { return clip.clip >= 0; }

    /// The frame that a node's own is in, in the scene.
    [[nodiscard]] mat4 parent_world(int node) const;
    [[nodiscard]] vec3 position(int node) const;
    /// The axes that gizmos of an item have: unit, right-handed, in the scene.
    [[nodiscard]] mat3 axes(const Item& item, GizmoFrame frame) const;
    /// One edit of the open document; several, or a clip's pose before them, become a Batch of that title.
    [[nodiscard]] Command edit(const std::string& title, std::vector<Command> changes) const;
};

[[nodiscard]] SeizedFigure seize(const OpenFigure& figure);

/// To change the items, and if `symmetric` their counterparts on the other side. The pose of a clip that does not hold
/// them is not taken: it goes on.
[[nodiscard]] SeizedFigure seize(const OpenFigure& figure, const std::vector<Item>& items, bool symmetric);

/// The axes that gizmos of an item have, see SeizedFigure::axes; `above` is the frame, in the scene, that its node's is in.
[[nodiscard]] mat3 gizmo_axes(const Document& document, const Skeleton& skeleton, const Pose& pose,
                              const mat4& above, const Item& item, GizmoFrame frame);

/// A frame's axes without scale; of a mirrored frame their opposites, in which turns are what they are in the frame.
[[nodiscard]] mat3 unit_axes(const mat4& frame);

/// The node that gizmos move for an item: of joints, sites, segments (their joint), mapped bones, and humanoids (their own
/// node or first joint); -1: none.
[[nodiscard]] int gizmo_node(const Document& document, const Item& item);
/// The joint that an item is or represents; kind none where it is of none.
[[nodiscard]] Item joint_of_item(const Document& document, const Item& item);

/// What gizmos act on: what is selected that has a node, each node once, the first being the one they are drawn at.
[[nodiscard]] std::vector<Item> gizmo_items(const Session& session);

}  // namespace vitruvian
