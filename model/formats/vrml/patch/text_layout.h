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

/// Follows the line break before a line of a statement that is indented less than the statement itself: it is not
/// indented with it. (Outside strings no encoding has this character.)
constexpr char kept_line = '\x01';

/// Returns a statement without the indentation of its first line; lines that lack it are marked by `kept_line`.
[[nodiscard]] std::string unindented(std::string_view statement, std::string_view indent);

/// Indents all lines but the first, empty lines and those marked by `kept_line`, whose marks are removed.
[[nodiscard]] std::string indented(std::string_view statement, std::string_view indent);

}  // namespace vitruvian::vrml
