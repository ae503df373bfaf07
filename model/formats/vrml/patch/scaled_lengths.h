// All lengths that a world's text says, made larger or smaller in their places. It knows nothing of figures.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/x3d/x3d_tree.h"

#include <optional>

namespace vitruvian::vrml {

/// How many times as large `to` is as `from`, where nearly all of it is; nullopt where it is not another size.
[[nodiscard]] std::optional<double> scale_between(const Document& from, const Document& to);

/// The file's lengths (of moments of inertia their squares) times `factor`: in nodes, in PROTOs' defaults and in what
/// instances give them. Sizes that primitives have by default are written out.
[[nodiscard]] TextEdits scaled_lengths(const SyntaxTree& tree, Encoding encoding, double factor);

}  // namespace vitruvian::vrml
