// Letter functions for comparing names in files: ASCII only, independent of the locale.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian {

/// Converts A to Z to lower case; other bytes, including those of UTF-8, are unchanged.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

/// 0 .. 15, or -1 if it is not a hexadecimal digit.
[[nodiscard]] constexpr int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace vitruvian
