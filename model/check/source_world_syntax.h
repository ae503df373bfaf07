// From a world's syntax tree to the plain lists of source_world.h.
#pragma once

#include "model/check/source_world.h"
#include "model/formats/vrml/syntax/syntax.h"

#include <string>
#include <string_view>

namespace vitruvian::check {

/// Everything but what the reader made of it and the ROUTEs that are lost.
[[nodiscard]] WorldFacts collect_world_facts(const vrml::SyntaxTree& tree);

/// What the reader calls the node: its name, else its DEF without a prefix.
[[nodiscard]] std::string read_name_of(const WorldFacts::Node& node);

/// The type of an event that leaves (`is_source`) or reaches a built-in node: "SFRotation". "" where the type is not
/// known, "-" where it has no such event (VRML97 chapter 6; ISO/IEC 19775-1).
[[nodiscard]] std::string_view event_type(std::string_view node_type, std::string_view event, bool is_source);

}  // namespace vitruvian::check
