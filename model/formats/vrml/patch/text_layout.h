// Lines, indentation and blanks of a text that is changed in place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vitruvian::vrml {

[[nodiscard]] inline bool is_gap(char c) {
    return c == ' ' || c == '\t';
}

[[nodiscard]] inline bool is_white(char c) {
    return is_gap(c) || c == '\n' || c == '\r';
}

/// As the text ends its lines.
[[nodiscard]] std::string new_line_of(std::string_view text);

/// Before the blanks that precede `at`.
[[nodiscard]] std::uint32_t before_gap(std::string_view text, std::uint32_t at);

/// Whether only blanks stand before `at` in its line.
[[nodiscard]] bool starts_line(std::string_view text, std::uint32_t at);

/// The blanks at the beginning of the line in which `at` is.
[[nodiscard]] std::string indent_at(std::string_view text, std::uint32_t at);

}  // namespace vitruvian::vrml
