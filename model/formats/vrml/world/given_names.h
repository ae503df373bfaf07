// Metadata that Vitruvian writes about nodes. Exact names of nodes whose DEF names had to differ (not legal
// as DEF names, or taken by another node): in X3D in a MetadataString of the node, in VRML97 in the
// WorldInfo: "name of walk_1: walk 1". And which HAnimSegments and HAnimSites exist only to hold what X3D's
// schema does not allow on a joint or among a humanoid's viewpoints itself.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace vitruvian::vrml {

inline constexpr std::string_view given_name_tag = "givenName";  // `name` of that MetadataString
inline constexpr std::string_view holder_tag = "holdsForJoint";  // `name` of that of such a holder
inline constexpr std::string_view own_reference = "Vitruvian";   // `reference` of both

/// Whether a node is a MetadataString written by Vitruvian.
[[nodiscard]] bool is_own_metadata(const SyntaxNode& node);

/// Whether a segment or site is only a holder: its children belong to the joint or humanoid.
[[nodiscard]] bool only_holds(const SyntaxTree& tree, const SyntaxNode& node);

/// Returns exact names by DEF name, for a whole file; where a name has two, that of the WorldInfo.
[[nodiscard]] std::unordered_map<std::string_view, std::string> read_given_names(const SyntaxTree& tree);

}  // namespace vitruvian::vrml
