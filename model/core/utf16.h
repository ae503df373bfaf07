// Conversion of UTF-16 text to UTF-8, which all readers expect.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

/// Whether the text has a byte order mark of UTF-16, or begins with ASCII characters of two bytes each.
[[nodiscard]] bool is_utf16(std::string_view bytes);

/// Converts the text to UTF-8, without its byte order mark; nullopt where `is_utf16` is false. Unpaired
/// surrogates become U+FFFD; an odd byte at the end is dropped.
[[nodiscard]] std::optional<std::string> utf8_of_utf16(std::string_view bytes);

}  // namespace vitruvian
