// Parses the VRML97 utf8 grammar (annex A) into a SyntaxTree, tolerating common errors of real files.
// It knows no node types: a value's type follows from its syntax, so unknown fields and nodes are read like
// known ones.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/io/load_options.h"

namespace vitruvian::vrml {

/// Parses `text`, which must outlive the tree. What can be repaired is reported and kept. Returns an Error
/// with its location where the text is not a VRML97 world: VRML 1.0, nesting over the limit, too many nodes,
/// or nothing that parses.
[[nodiscard]] Result<SyntaxTree> parse_vrml(std::string_view text, const std::string& file,
                                            Reporter& reporter, const LoadOptions& options);

}  // namespace vitruvian::vrml
