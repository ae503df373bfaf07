#include "model/standard/name_letters.h"

namespace vitruvian {
namespace {

/// U+00C0 to U+017F without accents.
constexpr std::string_view latin =
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnoooooxouuuuyty"
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL"
    "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

/// Whether it stands for two letters: AE, ss, OE.
constexpr bool has_two_letters(unsigned code) {
    return code == 0xC6 || code == 0xE6 || code == 0xDF || code == 0x152 || code == 0x153;
}

}  // namespace

std::string plain_letters(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = [&](std::size_t k) {
            return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
        };
        const bool has_two_bytes = (byte(0) & 0xE0U) == 0xC0 && (byte(1) & 0xC0U) == 0x80;
        const unsigned code = has_two_bytes ? (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU) : 0;
        if (code >= 0xC0 && code < 0xC0 + latin.size()) {
            out += latin[code - 0xC0];
            if (has_two_letters(code)) out += code == 0xDF ? 's' : 'e';
            ++i;
        } else if (code >= 0x300 && code < 0x370) {
            ++i;  // a combining accent
        } else if ((code >= 0x410 && code < 0x430) || code == 0x401 || code == 0x451) {
            const unsigned small = code < 0x410 || code == 0x451 ? 0x435 : code + 0x20;
            out += static_cast<char>(0xC0U | small >> 6U);
            out += static_cast<char>(0x80U | (small & 0x3FU));
            ++i;
        } else {
            out += text[i];
        }
    }
    return out;
}

}  // namespace vitruvian
