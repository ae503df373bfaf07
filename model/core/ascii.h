// Letters as names in files are compared: ASCII alone, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian {

/// A to Z made small; all other bytes, those of UTF-8 among them, stay.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

}  // namespace vitruvian
