// Shapes whose points no node says (boxes, spheres, text) and that were moved as one: the Transform in which they stand
// says so, or a new one.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

namespace vitruvian::vrml {

/// Whether mesh `index` is such a shape.
[[nodiscard]] bool has_no_points(const OpenedWorld& opened, int index);

/// Edits of the text of `opened` for all of them that have moved in `document`, which then says the same otherwise: their
/// vertices as the file has them, bound elsewhere. Shapes that did not move as one stay as they are in both.
[[nodiscard]] Result<TextEdits> moved_shapes(OpenedWorld& opened, Encoding encoding, Document& document);

}  // namespace vitruvian::vrml
