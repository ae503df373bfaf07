#include "app/gui/wrapped_text.h"

#include <gtest/gtest.h>

#include <string>

namespace vitruvian {
namespace {

std::string wrapped_at(const std::string& text, float width) {
    return wrapped(text, width, [](std::string_view piece) { return static_cast<float>(piece.size()); });
}

TEST(WrappedText, BreaksAtSpacesAndNotWithinNumbers) {
    EXPECT_EQ(wrapped_at("upper limit 0.5236 1.309, before 0.1", 14),
              "upper limit\n0.5236 1.309,\nbefore 0.1");
    EXPECT_EQ(wrapped_at("a line\nand 1.2345", 10), "a line\nand 1.2345");
    EXPECT_EQ(wrapped_at("a line\nand 1.2345", 9), "a line\nand\n1.2345");
    EXPECT_EQ(wrapped_at("averyveryverylongword 1", 5), "averyveryverylongword\n1");
    EXPECT_EQ(wrapped_at("two  spaces \n\n end", 40), "two  spaces \n\n end");
    EXPECT_EQ(wrapped_at("", 10), "");
}

}  // namespace
}  // namespace vitruvian
