// The fast JSON parser gives the same result as the library's parser, or none.
#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/library_json.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace vitruvian::gltf {
namespace {

std::optional<Json> quick(const std::string& text) {
    const std::optional<JsonTree> tree = quick_json(text, 1000, 20);
    return tree ? std::optional<Json>(to_library(tree->root)) : std::nullopt;
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

TEST(QuickJson, ARepeatedKeyIsReportedAndTheLastValueUsed) {
    Diagnostics diagnostics;
    const Result<JsonTree> tree = parse_tree(R"({"a":{"b":1,"c":2,"b":3}})", "f.gltf", diagnostics);
    ASSERT_TRUE(tree);
    EXPECT_EQ(int_or(tree->root["a"], "b", 0), 3);
    ASSERT_EQ(diagnostics.list().size(), 1U);
    EXPECT_EQ(diagnostics.list()[0].code, "gltf-repeated-key");
    EXPECT_EQ(diagnostics.list()[0].where.text(), "f.gltf#byte 18");
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

TEST(JsonTree, FindsMembersAmongFewAndMany) {
    std::string text = "{\"z\":1";
    for (int i = 0; i < 40; ++i) {
        const std::string name = "member " + std::to_string(i * 7 % 40);
        text += ",\"" + name + "\":" + std::to_string(i * 7 % 40);
        const std::string whole = text + '}';
        const std::optional<JsonTree> tree = quick_json(whole, 1000, 20);
        ASSERT_TRUE(tree);
        EXPECT_EQ(tree->root.size(), static_cast<std::size_t>(i) + 2);
        for (int k = 0; k <= i; ++k) {
            const int number = k * 7 % 40;
            EXPECT_EQ(int_or(tree->root, "member " + std::to_string(number), -1), number);
        }
        EXPECT_EQ(member(tree->root, "member"), nullptr);
        EXPECT_EQ(member(tree->root, "zz"), nullptr);
        EXPECT_EQ(tree->root["z"].get<int>(), 1);
    }
    EXPECT_FALSE(quick(text + ",\"z\":2}"));
}

TEST(JsonTree, LosesMembersAndElements) {
    const std::string text = R"({"c":[1,2,3],"a":{"x":1},"b":"\u0041b"})";
    std::optional<JsonTree> tree = quick_json(text, 100, 20);
    ASSERT_TRUE(tree);
    JsonValue& root = tree->root;
    root.find("c")->shorten(1);
    root.erase("a");
    root.erase("not there");
    EXPECT_EQ(to_library(root).dump(), R"({"b":"Ab","c":[1]})");
    root.erase_item(0);
    EXPECT_EQ(to_library(root).dump(), R"({"c":[1]})");
}

TEST(JsonTree, WhatIsNotThereIsNull) {
    const std::string text = R"([1,"two",null,{"a":true}])";
    const std::optional<JsonTree> tree = quick_json(text, 100, 20);
    ASSERT_TRUE(tree);
    const JsonValue& root = tree->root;
    EXPECT_TRUE(root[std::size_t{4}].is_null());
    EXPECT_TRUE(root["a"].is_null());
    EXPECT_TRUE(root[std::size_t{3}]["b"].is_null());
    EXPECT_TRUE(root[std::size_t{3}]["a"].get<bool>());
    EXPECT_EQ(root[std::size_t{1}].get<int>(), 0);
    EXPECT_EQ(root[std::size_t{0}].get<std::string>(), "");
    EXPECT_EQ(root[std::size_t{1}].begin(), root[std::size_t{1}].end());
    EXPECT_TRUE(root[std::size_t{1}].items().empty());
}

TEST(JsonTree, IsWhatTheLibraryHolds) {
    const std::string texts[] = {"null",
                                 "true",
                                 "-5",
                                 "18446744073709551615",
                                 "0.25",
                                 R"("\ud83d\ude00")",
                                 R"({"b":[{},[],[1,[2,{"c":"d"}]]],"a":{"e":null}})"};
    for (const std::string& text : texts) {
        const Json json = Json::parse(text);
        EXPECT_EQ(to_library(to_tree(json).root).dump(), json.dump());
        EXPECT_EQ(to_library(to_tree(json).root).type(), json.type());
    }
}

}  // namespace
}  // namespace vitruvian::gltf
