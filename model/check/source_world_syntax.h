// Extracts the lists of source_world.h from a VRML/X3D syntax tree.
#pragma once

#include "model/check/source_world.h"
#include "model/formats/vrml/syntax/syntax.h"

#include <string>
#include <string_view>

namespace vitruvian::check {

/// Returns everything except the reader's objects and the unresolved ROUTEs.
[[nodiscard]] WorldFacts collect_world_facts(const vrml::SyntaxTree& tree);

/// Returns the node's name as used by the reader: its name, else its DEF without a prefix.
[[nodiscard]] std::string read_name_of(const WorldFacts::Node& node);

/// Returns the type of an outgoing (`is_source`) or incoming event of a built-in node: "SFRotation". "" if
/// the type is unknown, "-" if there is no such event (VRML97 chapter 6; ISO/IEC 19775-1).
[[nodiscard]] std::string_view event_type(std::string_view node_type, std::string_view event, bool is_source);

}  // namespace vitruvian::check
