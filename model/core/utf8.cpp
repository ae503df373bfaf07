#include "model/core/utf8.h"

namespace vitruvian {

// RFC 3629: no surrogates, no overlong forms.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
    };
    const unsigned first = byte(0);
    if (first < 0x80U) return 1;
    const std::size_t length = first >= 0xF0U ? 4 : (first >= 0xE0U ? 3 : 2);
    if (first < 0xC2U || first > 0xF4U || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    }
    const unsigned second = byte(1);
    const bool overlong = (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
    const bool outside = (first == 0xEDU && second > 0x9FU) || (first == 0xF4U && second > 0x8FU);
    return overlong || outside ? 0 : length;
}

std::string utf8_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text.substr(i));
        if (length > 0) {
            out += text.substr(i, length);
            i += length;
            continue;
        }
        const auto byte = static_cast<unsigned char>(text[i++]);
        out += static_cast<char>(0xC0U | (byte >> 6U));
        out += static_cast<char>(0x80U | (byte & 0x3FU));
    }
    return out;
}

}  // namespace vitruvian
