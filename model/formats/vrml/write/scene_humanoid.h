// Figures: Humanoid, Joint, Segment, Site and Displacer (H-Anim 1.1; ISO/IEC 19774-1).
#pragma once

#include "model/formats/vrml/write/scene_context.h"

namespace vitruvian::vrml {

void add_humanoid(SceneContext& scene, int h, Nodes& out);
[[nodiscard]] OutputNode joint_node(SceneContext& scene, int index);
/// `frame`: the document's node that represents the segment, or -1.
[[nodiscard]] OutputNode segment_node(SceneContext& scene, int h, int index, int frame);
[[nodiscard]] OutputNode site_node(SceneContext& scene, int index);

}  // namespace vitruvian::vrml
