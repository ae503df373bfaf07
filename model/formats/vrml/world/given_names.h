// Exact names of nodes whose DEF names could not be they: not legal as DEF names, or taken by another node. X3D has them
// in a MetadataString of the node, VRML97 in the WorldInfo: "name of walk_1: walk 1".
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace vitruvian::vrml {

inline constexpr std::string_view given_name_tag = "givenName";     // `name` of that MetadataString
inline constexpr std::string_view given_name_source = "Vitruvian";  // its `reference`

/// Whether a node is such a MetadataString.
[[nodiscard]] bool is_given_name(const SyntaxNode& node);

/// By DEF name, of a whole file; of two for one name that of the WorldInfo.
[[nodiscard]] std::unordered_map<std::string_view, std::string> read_given_names(const SyntaxTree& tree);

}  // namespace vitruvian::vrml
