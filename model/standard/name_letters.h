// Letters of names as they are compared: languages with accents are written with and without them.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian {

/// UTF-8 whose Latin letters have no accents ("Hüfte" is "Hufte", "Fuß" is "Fuss"), composed or not, and whose Cyrillic
/// ones are small. The rest stays as it is.
[[nodiscard]] std::string plain_letters(std::string_view text);

}  // namespace vitruvian
