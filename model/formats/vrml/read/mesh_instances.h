// Converts shapes to mesh instances: each is placed in the frame of the node that contains it by its rigid
// skin.
#pragma once

#include "model/formats/vrml/read/build_context.h"

namespace vitruvian::vrml {

void visit_shape(BuildContext& build, NodeRef node, const WalkPlace& at);

}  // namespace vitruvian::vrml
