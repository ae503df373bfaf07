// Displacers of segments, and of the joints that move a skin (displacer_parts.h).
#pragma once

#include "model/formats/vrml/write/scene_context.h"

namespace vitruvian::vrml {

/// Chooses the joints that have each displacer of a skin, once the pools are made.
void place_skin_displacers(SceneContext& scene);
/// Sets the displacers of a segment, and the Coordinate with their points.
void set_segment_displacers(SceneContext& scene, int h, int segment, const Pool* pool, OutputNode& out);
/// Sets a joint's parts of the displacers of the skin; `is_first`: of the figure's joints.
void set_joint_displacers(SceneContext& scene, int h, int joint, bool is_first, OutputNode& out);
/// Adds the ROUTEs that give all parts of a displacer one weight.
void join_written_parts(SceneContext& scene);

}  // namespace vitruvian::vrml
