// Shapes to mesh instances: each stands in the frame of the node that carries it, by its rigid skin.
#pragma once

#include "model/formats/vrml/read/build_context.h"

namespace vitruvian::vrml {

void visit_shape(BuildContext& build, NodeRef node, const WalkPlace& at);

}  // namespace vitruvian::vrml
