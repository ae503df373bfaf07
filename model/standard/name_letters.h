// Normalises letters of names for comparison: names are written with and without accents.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian {

/// Returns UTF-8 with Latin letters without accents ("Hüfte" becomes "Hufte", "Fuß" "Fuss"), composed or not,
/// and Cyrillic letters in lower case. The rest is unchanged.
[[nodiscard]] std::string plain_letters(std::string_view text);

}  // namespace vitruvian
