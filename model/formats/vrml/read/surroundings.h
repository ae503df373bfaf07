// The surroundings of a figure in its file: cameras, lights and the background (VRML97 6.53, 6.5, 6.15, 6.34,
// 6.45).
#pragma once

#include "model/formats/vrml/read/build_context.h"

namespace vitruvian::vrml {

void visit_viewpoint(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_light(BuildContext& build, NodeRef node, const WalkPlace& at);
/// Warns if the node is fog, which is not shown.
void warn_of_fog(BuildContext& build, NodeRef node);
/// Only the first background is used.
void visit_background(BuildContext& build, NodeRef node);

}  // namespace vitruvian::vrml
