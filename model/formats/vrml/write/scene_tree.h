// Converts the nodes of a document to a tree of output nodes: groups, shapes, and their contents.
#pragma once

#include "model/formats/vrml/write/scene_context.h"

namespace vitruvian::vrml {

/// Adds everything that a node contains, in the order of the document's lists, so that it is read back in the
/// same order.
void add_inside(SceneContext& scene, int parent, Nodes& out);
void add_node(SceneContext& scene, int index, Nodes& out);
/// Adds the cameras and lights of a node, in the file frame of the node that it is written as or in.
void add_views_and_lights(SceneContext& scene, int index, Nodes& out);
/// Adds a node's own shapes that precede mesh `below` of the document, except those of a segment.
void add_meshes(SceneContext& scene, int index, int below, Nodes& out);
/// Adds humanoids without a node of their own whose parent is `parent`, once their first joint is `child` or
/// a descendant of it; with -1 for the child, all remaining ones.
void add_humanoids_below(SceneContext& scene, int parent, int child, Nodes& out);
/// Adds a rigid mesh as a Shape, in a Transform of its own where it is offset from its node.
void add_rigid(SceneContext& scene, const MeshInstance& instance, Nodes& out);
[[nodiscard]] OutputNode transform_node(SceneContext& scene, int index, std::string_view type);
void set_transform(OutputNode& out, const NodePlan& plan);

}  // namespace vitruvian::vrml
