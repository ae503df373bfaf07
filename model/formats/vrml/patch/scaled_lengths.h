// Scales all lengths in a world's text in place. Knows nothing of figures.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <optional>

namespace vitruvian::vrml {

/// Returns the factor from the size of `from` to that of `to`, where nearly everything is scaled by it;
/// nullopt where the size is unchanged.
[[nodiscard]] std::optional<double> scale_between(const Document& from, const Document& to);

/// Multiplies the file's lengths (moments of inertia by the square) by `factor`: in nodes, in PROTOs'
/// defaults and in values given to instances. Default sizes of primitives are written explicitly.
[[nodiscard]] TextEdits scaled_lengths(const SyntaxTree& tree, Encoding encoding, double factor);

}  // namespace vitruvian::vrml
