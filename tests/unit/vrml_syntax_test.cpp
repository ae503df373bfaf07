// Tokens with their places, the syntax tree, and diagnostics of broken text.
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/formats/vrml/syntax/lexer.h"
#include "model/formats/vrml/syntax/parser.h"
#include "tests/unit/diagnostics.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

using test::count_of;
struct Parsed {
    Diagnostics diagnostics;
    Result<SyntaxTree> tree;
};

Parsed parse(std::string_view text, const LoadOptions& options = {}) {
    Parsed out{{}, fail("", "")};
    Reporter reporter(out.diagnostics);
    out.tree = parse_vrml(text, "t.wrl", reporter, options);
    return out;
}

double number(std::string_view text) {
    double value = -1.0;
    bool whole = false;
    const char* end = read_number(text.data(), text.data() + text.size(), value, whole);
    EXPECT_EQ(end, text.data() + text.size()) << text;
    return value;
}

TEST(VrmlLexer, TokensHaveKindTextAndOffset) {
    Lexer lexer("DEF a-b:c.d Shape{,} [1 \"x\\\"y\"] # end\r'");
    const std::vector<std::pair<TokenKind, std::string>> expected{
        {TokenKind::word, "DEF"},     {TokenKind::word, "a-b:c.d"},  {TokenKind::word, "Shape"},
        {TokenKind::open_brace, "{"}, {TokenKind::close_brace, "}"}, {TokenKind::open_bracket, "["},
        {TokenKind::number, "1"},     {TokenKind::string, "x\\\"y"}, {TokenKind::close_bracket, "]"},
        {TokenKind::junk, "'"},       {TokenKind::end, ""}};
    for (const auto& [kind, text] : expected) {
        const Token token = lexer.next();
        EXPECT_EQ(token.kind, kind) << text;
        EXPECT_EQ(token.text, text);
    }
}

TEST(VrmlLexer, PlacesCountAnyLineEnd) {
    const std::string text = "a\nb\r\nc\rd e";
    EXPECT_EQ(locate("f", text, 2).line, 2);
    EXPECT_EQ(locate("f", text, 5).line, 3);
    EXPECT_EQ(locate("f", text, 7).line, 4);
    EXPECT_EQ(locate("f", text, 9).text(), "f:4:3");
}

TEST(VrmlLexer, NumbersInAllSpellings) {
    EXPECT_EQ(number("1."), 1.0);
    EXPECT_EQ(number(".5"), 0.5);
    EXPECT_EQ(number("+1"), 1.0);
    EXPECT_EQ(number("-1.25e-3"), -0.00125);
    EXPECT_EQ(number("0X1f"), 31.0);
    EXPECT_EQ(number("0xFFFFFFFF"), -1.0);
    EXPECT_EQ(number("123456789012345678901234567890"), 123456789012345678901234567890.0);
    EXPECT_TRUE(std::isnan(number("-nan")));
    EXPECT_TRUE(std::isnan(number("INF")));
    EXPECT_TRUE(std::isnan(number("-1.#IND")));
}

TEST(VrmlLexer, RandomDecimalsAgreeWithFromChars) {
    std::mt19937 random(7);
    for (int i = 0; i < 20'000; ++i) {
        const auto digits = static_cast<int>(random() % 12);
        const double value =
            (static_cast<double>(random()) - 2e9) / std::pow(10.0, static_cast<double>(random() % 14));
        const std::string text = fmt::format("{:.{}f}", value, digits);
        double expected = 0.0;
        std::from_chars(text.data(), text.data() + text.size(), expected);
        EXPECT_EQ(number(text), expected) << text;
    }
}

TEST(VrmlLexer, NumberRunsTurnRealAtTheFirstFraction) {
    Lexer lexer("1,2 3.5 nan 4 word");
    NumberRun run;
    lexer.read_numbers(run);
    EXPECT_TRUE(run.is_real);
    EXPECT_EQ(run.real, (std::vector<float>{1.0F, 2.0F, 3.5F, 0.0F, 4.0F}));
    EXPECT_EQ(run.repaired, 1U);
    EXPECT_EQ(lexer.next().text, "word");
}

TEST(VrmlLexer, StringsKeepWhatIsNoEscape) {
    bool odd = false;
    EXPECT_EQ(unescape(R"(a\"b\\c)", odd), R"(a"b\c)");
    EXPECT_FALSE(odd);
    EXPECT_EQ(unescape(R"(C:\new)", odd), R"(C:\new)");
    EXPECT_TRUE(odd);
}

TEST(VrmlSyntax, TreeHasNodesFieldsAndRanges) {
    const std::string text =
        "#VRML V2.0 utf8\nDEF A Group { children [ DEF B Shape { } USE B ] bboxSize 1 2 3 }";
    const Parsed parsed = parse(text);
    ASSERT_TRUE(parsed.tree);
    const SyntaxTree& tree = *parsed.tree;
    ASSERT_EQ(tree.roots.size(), 1U);
    const SyntaxNode& group = tree.nodes[tree.roots[0]];
    EXPECT_EQ(group.def, "A");
    EXPECT_EQ(text.substr(group.range.begin, group.range.end - group.range.begin), text.substr(16));
    ASSERT_EQ(group.fields.size(), 2U);
    const Field& box = group.fields[1];
    EXPECT_EQ(text.substr(box.range.begin, box.range.end - box.range.begin), "bboxSize 1 2 3");
    const auto& children = std::get<std::vector<NodeId>>(group.fields[0].value);
    ASSERT_EQ(children.size(), 2U);
    EXPECT_TRUE(tree.nodes[children[1]].is_use);
    EXPECT_EQ(tree.nodes[children[1]].use_of, children[0]);
}

TEST(VrmlSyntax, UseBindsToTheClosestDefinitionBefore) {
    const Parsed parsed = parse(
        "#VRML V2.0 utf8\nUSE X DEF X Group { } USE X DEF X Shape { } USE X PROTO P [ ] { DEF X Box { } } "
        "USE X");
    ASSERT_TRUE(parsed.tree);
    const SyntaxTree& tree = *parsed.tree;
    const auto type_of = [&](std::size_t root) {
        return tree.nodes[tree.nodes[tree.roots[root]].use_of].type;
    };
    EXPECT_EQ(type_of(0), "Shape");  // before any: the last
    EXPECT_EQ(type_of(2), "Group");
    EXPECT_EQ(type_of(4), "Shape");
    EXPECT_EQ(type_of(5), "Shape");
    EXPECT_TRUE(count_of(parsed.diagnostics, "vrml-use-before-def"));
}

TEST(VrmlSyntax, ProtosAreSeenFromWhereTheyAre) {
    const Parsed parsed = parse(
        "#VRML V2.0 utf8\n"
        "PROTO Outer [ field SFVec3f at 1 2 3 eventIn SFTime go field MFNode kids [ Shape { } ] ]\n"
        "{ PROTO Inner [ ] { Group { } } Inner { } Transform { translation IS at } }\n"
        "Outer { } Inner { }");
    ASSERT_TRUE(parsed.tree);
    const SyntaxTree& tree = *parsed.tree;
    ASSERT_EQ(tree.protos.size(), 2U);
    const Proto& outer = tree.protos[0];
    ASSERT_EQ(outer.interface.size(), 3U);
    EXPECT_EQ(outer.interface[0].type, "SFVec3f");
    EXPECT_EQ(outer.interface[1].access, Access::event_in);
    EXPECT_EQ(outer.roots.size(), 2U);
    EXPECT_EQ(std::get<IsName>(tree.nodes[outer.roots[1]].fields[0].value).name, "at");
    EXPECT_EQ(tree.nodes[tree.roots[0]].proto, 0U);
    EXPECT_EQ(tree.nodes[tree.roots[1]].proto, none);
}

TEST(VrmlSyntax, MistakesAreSkippedAndLocated) {
    const Parsed parsed = parse("#VRML V2.0 utf8\nGroup {\n  5 wobble }\nShape { }\nROUTE nothing TO x.y\n");
    ASSERT_TRUE(parsed.tree);
    EXPECT_EQ(parsed.tree->roots.size(), 2U);
    ASSERT_FALSE(parsed.diagnostics.empty());
    EXPECT_EQ(parsed.diagnostics.list().front().where.text(), "t.wrl:3:3");
    EXPECT_TRUE(count_of(parsed.diagnostics, "vrml-missing-value"));
    EXPECT_TRUE(count_of(parsed.diagnostics, "vrml-route-syntax"));
}

TEST(VrmlSyntax, WhatIsNoWorldIsAnErrorWithItsPlace) {
    const Parsed old = parse("#VRML V1.0 ascii\nSeparator { }");
    ASSERT_FALSE(old.tree);
    EXPECT_THAT(old.tree.error().message, testing::HasSubstr("VRML 1.0"));
    const Parsed words = parse("once upon\n a time");
    ASSERT_FALSE(words.tree);
    EXPECT_EQ(words.tree.error().where.line, 1);
    std::string deep = "#VRML V2.0 utf8\n";
    for (int i = 0; i < 5000; ++i) deep += "Group { children ";
    const Parsed nested = parse(deep);
    ASSERT_FALSE(nested.tree);
    EXPECT_EQ(nested.tree.error().code, "vrml-too-deep");
    EXPECT_GT(nested.tree.error().where.column, 1);
}

TEST(VrmlSyntax, LimitsAndCancellationAreKept) {
    LoadOptions options;
    options.limits.max_nodes = 10;
    std::string many = "#VRML V2.0 utf8\n";
    for (int i = 0; i < 20; ++i) many += "Group { }\n";
    const Parsed limited = parse(many, options);
    ASSERT_FALSE(limited.tree);
    EXPECT_EQ(limited.tree.error().where.line, 12);
    const std::atomic<bool> cancel = true;
    LoadOptions stopped;
    stopped.cancel = &cancel;
    const Parsed cancelled = parse(many, stopped);
    ASSERT_FALSE(cancelled.tree);
    EXPECT_EQ(cancelled.tree.error().code, "cancelled");
}

}  // namespace
}  // namespace vitruvian::vrml
