// UTF-8: detection, conversion, and escaping of characters that terminals interpret.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace vitruvian {

/// Returns the number of bytes of the first character of `text` (not empty); 0 if it is not UTF-8.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// Whether the byte continues a character of UTF-8, rather than starting one.
[[nodiscard]] constexpr bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Returns the number of characters (code points) of UTF-8 text.
[[nodiscard]] std::size_t character_count(std::string_view text);

/// Returns `text` with each byte that is not UTF-8 interpreted as Latin-1.
[[nodiscard]] std::string utf8_text(std::string_view text);

/// Whether `visible_text` escapes line feeds and tabs.
enum class Breaks { shown, kept };

/// Returns `text` made safe for a terminal: invisible characters are escaped as \x1b or \u202e. These are
/// control characters (C0, DEL, C1), bidirectional formatting characters, line and paragraph separators, and
/// bytes that are not UTF-8. Visible text is unchanged.
[[nodiscard]] std::string visible_text(std::string_view text, Breaks breaks = Breaks::shown);

/// Returns JSON text (UTF-8) with such characters that JSON allows unescaped as JSON escapes; its meaning is
/// unchanged.
[[nodiscard]] std::string visible_json(std::string json);

/// Returns the text without a byte order mark, which some programs write.
[[nodiscard]] constexpr std::string_view without_bom(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}
[[nodiscard]] std::span<const std::byte> without_bom(std::span<const std::byte> bytes);

}  // namespace vitruvian
