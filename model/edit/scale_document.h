// Scaling of all lengths of a document.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Scales about the world's origin. Rotations, limits, masses and the unit are unchanged; moments of inertia
/// scale with the square; the lighting of the figure is preserved.
void scale_document(Document& document, float factor);

}  // namespace vitruvian
