// What Vitruvian writes about nodes. Exact names of those whose DEF names could not be they (not legal as DEF names, or
// taken by another node): X3D has them in a MetadataString of the node, VRML97 in the WorldInfo: "name of walk_1: walk
// 1". And which HAnimSegments only hold what X3D's schema does not have on a joint itself.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace vitruvian::vrml {

inline constexpr std::string_view given_name_tag = "givenName";  // `name` of that MetadataString
inline constexpr std::string_view holder_tag = "holdsForJoint";  // that of a segment which is none
inline constexpr std::string_view own_reference = "Vitruvian";   // `reference` of both

/// Whether a node is a MetadataString of Vitruvian's own.
[[nodiscard]] bool is_own_metadata(const SyntaxNode& node);

/// Whether a segment is none: without it the joint would have its children.
[[nodiscard]] bool only_holds(const SyntaxTree& tree, const SyntaxNode& segment);

/// By DEF name, of a whole file; of two for one name that of the WorldInfo.
[[nodiscard]] std::unordered_map<std::string_view, std::string> read_given_names(const SyntaxTree& tree);

}  // namespace vitruvian::vrml
