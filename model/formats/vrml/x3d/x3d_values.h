// The text of X3D's XML attributes to values. What a field of this name holds decides where looks would
// mislead (a name that is "7"); otherwise looks do, so that unknown fields are read like known ones. It knows
// no nodes.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string_view>

namespace vitruvian::vrml {

enum class TextKind : std::uint8_t {
    by_looks,
    numbers,  // a field known to hold numbers: what is none is reported
    string,   // SFString: the text as it is
    strings,  // MFString: each in double quotes
};

/// What X3D's nodes keep in fields of this name.
[[nodiscard]] TextKind text_kind_of_field(std::string_view field);
/// For a field that a PROTO or Script declares: "SFString", "MFVec3f".
[[nodiscard]] TextKind text_kind_of_type(std::string_view type);

/// What was odd about a text, for the caller to tell.
enum class TextFault : std::uint8_t { none, not_numbers, not_finite, no_quotes };

struct TextValue {
    Value value;
    TextFault fault = TextFault::none;
};

/// `in_place` stands in for numbers that are not finite or too large (see known_fields.h).
[[nodiscard]] TextValue parse_text(std::string_view text, TextKind kind, float in_place = 0.0F);

}  // namespace vitruvian::vrml
