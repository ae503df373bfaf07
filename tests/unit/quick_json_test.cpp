// The quick reader of JSON says what the library's parser says, or nothing.
#include "model/formats/gltf/read/quick_json.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace vitruvian::gltf {
namespace {

std::optional<Json> quick(const std::string& text) {
    return quick_json(text, 1000, 20);
}

TEST(QuickJson, ReadsWhatFilesHold) {
    for (
        const std::string text :
        {R"({"asset":{"version":"2.0"},"nodes":[{"name":"hip","children":[1,2],"translation":[0,-0.5,1e-3]}]})",
         " [ ] ", "\t{ }\r\n", R"(["b\u0041\n\"\\\/", "Ä", true, false, null])", "-0", "0", "-0.0", "12e+2",
         "1.7976931348623157e308", "123456789012345678", "-123456789012345678", "0.1", "5e-324"}) {
        const std::optional<Json> read = quick(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(*read, Json::parse(text)) << text;
        EXPECT_EQ(read->dump(), Json::parse(text).dump()) << text;
        EXPECT_EQ(read->type(), Json::parse(text).type()) << text;
    }
}

TEST(QuickJson, LeavesTheRestToTheLibrary) {
    for (const std::string text : {"",
                                   " ",
                                   "{",
                                   "[1,]",
                                   "[1 2]",
                                   R"({"a":1,"a":2})",
                                   R"({"a":1,})",
                                   "01",
                                   "-",
                                   "1.",
                                   ".5",
                                   "1e",
                                   "+1",
                                   "NaN",
                                   "1e999",
                                   "tru",
                                   "\"",
                                   "\"\x01\"",
                                   "\"\x80\"",
                                   R"("\x")",
                                   R"("\u00")",
                                   R"("\ud800")",
                                   R"({1:2})",
                                   "[] []",
                                   "1234567890123456789012"}) {
        EXPECT_FALSE(quick(text)) << text;
    }
}

TEST(QuickJson, KeepsToItsLimits) {
    EXPECT_TRUE(quick_json("[1,2,3]", 4, 1));
    EXPECT_FALSE(quick_json("[1,2,3]", 3, 1));
    EXPECT_TRUE(quick_json("[[],[[]]]", 10, 3));
    EXPECT_FALSE(quick_json("[[],[[]]]", 10, 2));
}

TEST(QuickJson, AgreesOnTextsThatWereDamaged) {
    const std::string whole =
        R"({"a":[1,-2.5e3,"x\ty",{"b":null,"c":[true,false,0.125]}],"d":{"é":"\u0041"},"e":-7,"f":[[],{}]})";
    std::mt19937 bits(7);
    const std::string letters = "{}[]\",:.-+eE0159tfn\\u \x80\x01";
    int read_too = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = whole;
        for (unsigned change = 0; change <= bits() % 2U; ++change) {
            const std::size_t at = bits() % text.size();
            const char letter = letters[bits() % letters.size()];
            if (bits() % 3U == 0) {
                text.erase(at, 1);
            } else if (bits() % 2U == 0) {
                text.insert(at, 1, letter);
            } else {
                text[at] = letter;
            }
        }
        const std::optional<Json> read = quick(text);
        if (!read) continue;
        ++read_too;
        ASSERT_TRUE(Json::accept(text)) << text;
        ASSERT_EQ(read->dump(), Json::parse(text).dump()) << text;
    }
    EXPECT_GT(read_too, 100);
}

}  // namespace
}  // namespace vitruvian::gltf
