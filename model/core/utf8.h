// UTF-8: telling it from other bytes, making it of them, and showing what a terminal would obey.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace vitruvian {

/// How many bytes the character takes that `text` (not empty) begins with; 0 if it is not UTF-8.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// `text` with each byte that is not UTF-8 interpreted as Latin-1.
[[nodiscard]] std::string utf8_text(std::string_view text);

/// What `visible_text` does with line feeds and tabs.
enum class Breaks { shown, kept };

/// `text` as a terminal may have it: what is not a character to look at becomes visible as \x1b or \u202e.
/// These are the controls (C0, DEL, C1), the marks that turn the direction of writing, line and paragraph
/// separators, and bytes that are no UTF-8. What is visible already stays as it is.
[[nodiscard]] std::string visible_text(std::string_view text, Breaks breaks = Breaks::shown);

/// JSON text (UTF-8) with those of them that JSON lets stand raw as its own escapes: it says the same.
[[nodiscard]] std::string visible_json(std::string json);

/// What is behind a byte order mark, which some programs write.
[[nodiscard]] constexpr std::string_view without_bom(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}
[[nodiscard]] std::span<const std::byte> without_bom(std::span<const std::byte> bytes);

}  // namespace vitruvian
