// Joints of a humanoid, and those that stand in none.
#pragma once

#include "model/formats/vrml/read/build_context.h"

namespace vitruvian::vrml {

/// A joint outside any humanoid waits for `visit_joints_outside`.
void visit_joint(BuildContext& build, NodeRef node, const WalkPlace& at);
/// Once all humanoids are built: joints that none of them took, where they were met.
void visit_joints_outside(BuildContext& build);

}  // namespace vitruvian::vrml
