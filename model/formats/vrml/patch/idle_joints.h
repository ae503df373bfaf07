// Joints of a skin that influence none of its vertices. A world cannot store that they belong to the skin.
#pragma once

#include "model/document/document.h"

namespace vitruvian::vrml {

/// Removes such joints from the document's skins where the skins of `found`, which has as many meshes, do not
/// have them.
void drop_idle_joints(const Document& found, Document& document);

}  // namespace vitruvian::vrml
