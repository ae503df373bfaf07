// UTF-8: telling it from other bytes, and making it of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vitruvian {

/// How many bytes the character takes that `text` (not empty) begins with; 0 where it is no UTF-8.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// `text` with each byte that is no UTF-8 taken for Latin-1.
[[nodiscard]] std::string utf8_text(std::string_view text);

}  // namespace vitruvian
