// The VRML97 utf8 grammar (annex A) to a SyntaxTree, forgiving what real files get wrong.
// It knows no node types: a value's looks say what it is, so unknown fields and nodes cost nothing.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/io/load_options.h"

namespace vitruvian::vrml {

/// Parses `text`, which must outlive the tree. What can be repaired is reported and kept. An Error with its
/// place where the text is no VRML97 world: VRML 1.0, nesting over the limit, too many nodes, or nothing that
/// parses.
[[nodiscard]] Result<SyntaxTree> parse_vrml(std::string_view text, const std::string& file,
                                            Reporter& reporter, const LoadOptions& options);

}  // namespace vitruvian::vrml
