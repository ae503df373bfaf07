// Lines, indentation and blanks of a text that is edited in place.
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

/// Returns the text's line ending.
[[nodiscard]] std::string new_line_of(std::string_view text);

/// Returns the offset before the blanks that precede `at`.
[[nodiscard]] std::uint32_t before_gap(std::string_view text, std::uint32_t at);

/// Whether only blanks precede `at` in its line.
[[nodiscard]] bool starts_line(std::string_view text, std::uint32_t at);

/// Returns the indentation of the line that contains `at`.
[[nodiscard]] std::string indent_at(std::string_view text, std::uint32_t at);

}  // namespace vitruvian::vrml
