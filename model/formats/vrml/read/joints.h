// Joints of a humanoid, and joints outside any humanoid.
#pragma once

#include "model/formats/vrml/read/build_context.h"

namespace vitruvian::vrml {

/// A joint outside any humanoid is deferred to `visit_joints_outside`.
void visit_joint(BuildContext& build, NodeRef node, const WalkPlace& at);
/// Called after all humanoids are built: builds joints that none of them contains, where they were found.
void visit_joints_outside(BuildContext& build);

}  // namespace vitruvian::vrml
