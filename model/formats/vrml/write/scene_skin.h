// Points that joints and displacers move: a humanoid's skinCoord, a segment's coord.
#pragma once

#include "model/formats/vrml/write/scene_context.h"

namespace vitruvian::vrml {

/// All meshes that bend with a humanoid's joints, on common points in the humanoid's frame.
void make_skin_pool(SceneContext& scene, int h);
/// Rigid meshes with displacers: those of one segment use common points, so that each displacer is one node.
void make_segment_pools(SceneContext& scene);
/// The points of each joint, from the joints of each point.
void turn_skin_weights(SceneContext& scene);
/// The points of a joint, and their weights.
void set_skin_weights(const SceneContext& scene, int index, OutputNode& out);
/// A mesh that bends, but with no figure that could bend it: as it stands.
void bake_skinned(SceneContext& scene, const MeshInstance& instance, Nodes& out);

}  // namespace vitruvian::vrml
