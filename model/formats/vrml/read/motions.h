// Converts HAnimMotion and HAnimPose (ISO/IEC 19774-2; X3D 4) to clips.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/built_nodes.h"

namespace vitruvian::vrml {

/// Adds one clip for each motion and pose found by the walk, in the file's order. Joints are found by name in
/// either of H-Anim's spellings; channels of joints that the figure lacks are left out.
void add_motions(World& world, const BuiltNodes& built, Document& document);

}  // namespace vitruvian::vrml
