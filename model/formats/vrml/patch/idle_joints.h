// Joints that are in a skin and move none of its points, of which no world says that they are.
#pragma once

#include "model/document/document.h"

namespace vitruvian::vrml {

/// Takes them out of the document's skins where those of `found`, which has as many meshes, do not have them.
void drop_idle_joints(const Document& found, Document& document);

}  // namespace vitruvian::vrml
