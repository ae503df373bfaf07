// A document with all lengths in it multiplied.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// About the world's origin. Rotations, limits, masses and the unit stay; moments of inertia go with the square; lights
/// shine on the figure as before.
void scale_document(Document& document, float factor);

}  // namespace vitruvian
