// Texts of files with a part replaced.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace vitruvian::test {

/// Returns the text with the first occurrence of `from` replaced; fails the test if there is none.
[[nodiscard]] inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << "the file does not say " << from;
    if (place != std::string::npos) text.replace(place, from.size(), to);
    return text;
}

}  // namespace vitruvian::test
