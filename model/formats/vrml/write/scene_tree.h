// The nodes of a document as a tree of output nodes: groups, shapes, and whatever stands in them.
#pragma once

#include "model/formats/vrml/write/scene_context.h"

namespace vitruvian::vrml {

/// All that a node carries, in the order of the document's lists, so that it is read in the same order.
void add_inside(SceneContext& scene, int parent, Nodes& out);
void add_node(SceneContext& scene, int index, Nodes& out);
/// Cameras and lights of one node, in the file frame of the node that it is written as or in.
void add_views_and_lights(SceneContext& scene, int index, Nodes& out);
/// A node's own shapes that come before mesh `below` of the document, less those that a segment has.
void add_meshes(SceneContext& scene, int index, int below, Nodes& out);
/// Humanoids without a node of their own that are to stand below `parent`, once their first joint is at or
/// below `child`; with -1 for the child, all that are left.
void add_humanoids_below(SceneContext& scene, int parent, int child, Nodes& out);
/// A rigid mesh as a Shape, in a Transform of its own where it stands away from its node.
void add_rigid(SceneContext& scene, const MeshInstance& instance, Nodes& out);
[[nodiscard]] OutputNode transform_node(SceneContext& scene, int index, std::string_view type);
void set_transform(OutputNode& out, const NodePlan& plan);

}  // namespace vitruvian::vrml
