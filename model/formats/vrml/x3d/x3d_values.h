// Parses the text of X3D's XML attributes. The field's name determines the type where the syntax would be
// misleading (a name that is "7"); otherwise the syntax does, so that unknown fields are read like known
// ones. Knows nothing of nodes.
#pragma once

#include "model/formats/vrml/syntax/syntax.h"

#include <string_view>

namespace vitruvian::vrml {

enum class TextKind : std::uint8_t {
    by_looks,
    numbers,  // a field known to hold numbers: other text is reported
    string,   // SFString: the text unchanged
    strings,  // MFString: each in double quotes
};

/// Returns the type of X3D's fields with this name.
[[nodiscard]] TextKind text_kind_of_field(std::string_view field);
/// For a field that a PROTO or Script declares: "SFString", "MFVec3f".
[[nodiscard]] TextKind text_kind_of_type(std::string_view type);

/// What was wrong with a text, for the caller to report.
enum class TextFault : std::uint8_t { none, not_numbers, not_finite, no_quotes };

struct TextValue {
    Value value;
    TextFault fault = TextFault::none;
};

/// `in_place` replaces numbers that are not finite or too large (see known_fields.h).
[[nodiscard]] TextValue parse_text(std::string_view text, TextKind kind, float in_place = 0.0F);

}  // namespace vitruvian::vrml
