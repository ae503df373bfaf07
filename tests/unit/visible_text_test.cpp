// Characters that a terminal would interpret are escaped.
#include "model/core/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace vitruvian {
namespace {

TEST(VisibleText, PlainTextStaysAsItIs) {
    for (const char* text : {"", "l_hip", "a \\ b", "Zoë, 関節, Ελλ, 🦴", "\\x1b"})
        EXPECT_EQ(visible_text(text), text);
}

TEST(VisibleText, ControlsAreShown) {
    EXPECT_EQ(visible_text("\x1b]52;c;AAAA\x07"), "\\x1b]52;c;AAAA\\x07");
    EXPECT_EQ(visible_text(std::string("a\0b\r\n\tc\x7f", 8)), "a\\x00b\\x0d\\x0a\\x09c\\x7f");
    EXPECT_EQ(visible_text("\xC2\x9B"
                           "2J\xC2\x80\xC2\x9F\xC2\xA0"),
              "\\x9b2J\\x80\\x9f\xC2\xA0");
}

TEST(VisibleText, LineBreaksOfOursAreKept) {
    EXPECT_EQ(visible_text("a\n\tb\r\x1b", Breaks::kept), "a\n\tb\\x0d\\x1b");
}

TEST(VisibleText, BytesThatAreNoUtf8AreShown) {
    EXPECT_EQ(visible_text("M\xFCller \x9B 31m \xC3"), "M\\xfcller \\x9b 31m \\xc3");
    EXPECT_EQ(visible_text("\xE2\x80"), "\\xe2\\x80");
    EXPECT_EQ(visible_text("\xC0\x9B"), "\\xc0\\x9b");  // an overlong form
}

TEST(VisibleText, MarksThatTurnTheWritingAreShown) {
    EXPECT_EQ(visible_text("a\xE2\x80\xAE"
                           "b\xE2\x81\xA6"
                           "c\xE2\x80\xA8"
                           "d"),
              "a\\u202eb\\u2066c\\u2028d");
}

TEST(VisibleText, JsonIsEquivalentWithoutControls) {
    EXPECT_EQ(visible_json("{\"a\": \"\xC2\x9B\x7F \xE2\x80\xAE\xC3\xBC\"}"),
              "{\"a\": \"\\u009b\\u007f \\u202e\xC3\xBC\"}");
    EXPECT_EQ(visible_json("{\n  \"a\": 1\n}\n"), "{\n  \"a\": 1\n}\n");
}

}  // namespace
}  // namespace vitruvian
