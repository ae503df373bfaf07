// Saves rigid motion of shapes whose points are not in the file (boxes, spheres, text), in the Transform that
// contains them or in a new one.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

namespace vitruvian::vrml {

/// Whether mesh `index` is such a shape.
[[nodiscard]] bool has_no_points(const OpenedWorld& opened, int index);

/// Returns edits of the text of `opened` for all such shapes that were moved in `document`. Where a motion is
/// saved, `document` is changed to an equivalent form: vertices as in the file, bound with another matrix.
/// Shapes that were not moved rigidly are left as they are in both.
[[nodiscard]] Result<TextEdits> moved_shapes(OpenedWorld& opened, Encoding encoding, Document& document);

}  // namespace vitruvian::vrml
