// Conversion of UTF-16 text to UTF-8, which all readers expect.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

/// True for a byte order mark of UTF-16, or where the first characters are of ASCII, each in two bytes.
[[nodiscard]] bool is_utf16(std::string_view bytes);

/// The same text in UTF-8, without its byte order mark; nullopt where `is_utf16` is not true. Halves of
/// surrogate pairs that stand alone become U+FFFD; an odd byte at the end is left out.
[[nodiscard]] std::optional<std::string> utf8_of_utf16(std::string_view bytes);

}  // namespace vitruvian
