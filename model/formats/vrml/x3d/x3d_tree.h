// Converts X3D's elements (XML, JSON) to the syntax tree that all encodings share.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"
#include "model/io/load_options.h"

#include <string_view>

namespace vitruvian::vrml {

enum class Encoding : std::uint8_t { vrml97, x3d_classic, x3d_xml, x3d_json };

/// Detects the encoding by the first bytes: '<' is XML, '{' JSON, "#X3D" classic; everything else is VRML97.
[[nodiscard]] Encoding encoding_of(std::string_view text);

/// Parses a world in any encoding. `text` must outlive the tree. A broken file gives what precedes the error,
/// with a warning; returns an Error with its location where nothing does, or a limit is exceeded.
[[nodiscard]] Result<SyntaxTree> parse_world(std::string_view text, const std::string& file,
                                             Reporter& reporter, const LoadOptions& options);

}  // namespace vitruvian::vrml
