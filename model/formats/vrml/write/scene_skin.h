// Points that joints and displacers move: a humanoid's skinCoord, a segment's coord.
#pragma once

#include "model/formats/vrml/write/scene_context.h"

namespace vitruvian::vrml {

/// Collects all meshes that deform with a humanoid's joints, on common points in the humanoid's frame.
void make_skin_pool(SceneContext& scene, int h);
/// Collects rigid meshes with displacers: those of one segment use common points, so that each displacer is
/// one node.
void make_segment_pools(SceneContext& scene);
/// Inverts the skin weights: from joints per point to points per joint.
void turn_skin_weights(SceneContext& scene);
/// Sets the points of a joint, and their weights.
void set_skin_weights(const SceneContext& scene, int index, OutputNode& out);
/// Writes a skinned mesh without a figure in its current shape.
void bake_skinned(SceneContext& scene, const MeshInstance& instance, Nodes& out);

}  // namespace vitruvian::vrml
