// Fields and their values. The type of a field is not known here: the first token decides.
#include "model/formats/vrml/syntax/known_fields.h"
#include "model/formats/vrml/syntax/parsing.h"

#include <fmt/format.h>

#include <utility>

namespace vitruvian::vrml {

void Parser::parse_field(const Token& name, std::vector<Field>& fields) {
    if (lexer_.peek().kind == TokenKind::open_brace) {
        // "children Group Shape { }" and the like: a name before a brace is a node whose field is missing.
        complain(
            name.offset, "vrml-unexpected-token",
            fmt::format("\"{} {{\" is a node without a field; it is taken as a child", shown(name.text)));
        const NodeId child = parse_definition(name.offset, {}, name);
        if (child != none)
            fields.push_back({"children", std::vector<NodeId>{child}, tree_->nodes[child].range});
        return;
    }
    Value value = parse_value(name.text);
    fields.push_back({name.text, std::move(value), {name.offset, lexer_.last_end()}});
}

std::string Parser::string_value(const Token& token) {
    if (!token.terminated) complain(token.offset, "vrml-cut-off", "this string is never closed");
    bool odd = false;
    std::string value = unescape(token.text, odd);
    if (odd) {
        reporter_->warn(*tree_, token.offset, "vrml-string-backslash",
                        "a backslash in a string is kept as it is");
    }
    return value;
}

Value Parser::finish(ValueParts&& parts, bool list) {
    if (parts.numbers.repaired > 0) {
        reporter_->warn(*tree_, parts.numbers.first_repaired_at, "vrml-number-not-finite",
                        parts.numbers.in_place == 0.0F
                            ? "a number is not finite or too large; it is read as 0"
                            : "a number is not finite or too large; its key is left out");
    }
    if (!parts.nodes.empty()) return std::move(parts.nodes);
    if (!parts.strings.empty()) return std::move(parts.strings);
    if (parts.numbers.size() == 1 && !list) return parts.numbers.last;
    if (parts.numbers.is_real) return std::move(parts.numbers.real);
    if (!parts.numbers.whole.empty()) return std::move(parts.numbers.whole);
    return std::monostate{};
}

/// Parses TRUE, FALSE, NULL, IS, a node or nan. Returns false where the word is not a value: it is left in
/// place, since it is most likely the next field's name.
bool Parser::parse_word_value(const Token& word, Value& value, std::string_view owner) {
    if (keyword(word, "TRUE") || keyword(word, "FALSE")) {
        lexer_.next();
        value = equal_ignoring_case(word.text, "TRUE");
        return true;
    }
    if (keyword(word, "NULL")) {
        lexer_.next();
        value = std::monostate{};
        return true;
    }
    if (word.text == "IS") {
        lexer_.next();
        value = IsName{lexer_.next_name().text};
        return true;
    }
    ValueParts parts;
    parts.numbers.in_place = in_place_of_absurd(owner);
    lexer_.read_numbers(parts.numbers);
    if (parts.numbers.size() > 0) {
        value = finish(std::move(parts), false);
        return true;
    }
    const bool use_or_def = keyword(word, "USE") || keyword(word, "DEF");
    Lexer ahead = lexer_;
    ahead.next();
    if (use_or_def || ahead.peek().kind == TokenKind::open_brace) {
        const NodeId node = parse_node();
        if (node != none) value = std::vector<NodeId>{node};
        return true;
    }
    complain(word.offset, "vrml-missing-value", fmt::format("the field \"{}\" has no value", shown(owner)));
    return false;
}

Value Parser::parse_value(std::string_view owner) {
    const Token token = lexer_.peek();
    Value value;
    switch (token.kind) {
        case TokenKind::open_bracket:
            lexer_.next();
            return parse_list(owner);
        case TokenKind::number: {
            ValueParts parts;
            parts.numbers.in_place = in_place_of_absurd(owner);
            lexer_.read_numbers(parts.numbers);
            return finish(std::move(parts), false);
        }
        case TokenKind::string: {
            std::vector<std::string> strings;
            while (lexer_.peek().kind == TokenKind::string) strings.push_back(string_value(lexer_.next()));
            return strings;
        }
        case TokenKind::word:
            static_cast<void>(parse_word_value(token, value, owner));
            return value;
        default:
            complain(token.offset, "vrml-missing-value",
                     fmt::format("the field \"{}\" has no value", shown(owner)));
            return value;
    }
}

Value Parser::parse_list(std::string_view owner) {
    ValueParts parts;
    parts.numbers.in_place = in_place_of_absurd(owner);
    while (!stopped()) {
        lexer_.read_numbers(parts.numbers);
        const Token token = lexer_.peek();
        if (token.kind == TokenKind::close_bracket) {
            lexer_.next();
            break;
        }
        if (token.kind == TokenKind::string) {
            parts.strings.push_back(string_value(lexer_.next()));
            continue;
        }
        if (token.kind == TokenKind::end || token.kind == TokenKind::close_brace) {
            complain(token.offset, "vrml-list-not-closed", "a ] is missing here");
            break;
        }
        if (token.kind != TokenKind::word) {
            lexer_.next();
            complain(token.offset, "vrml-unexpected-token",
                     fmt::format("\"{}\" does not belong in a list; it is skipped", shown(token.text)));
            continue;
        }
        if (parse_declaration(token)) {
            reporter_->warn(*tree_, token.offset, "vrml-statement-in-list",
                            "ROUTE and PROTO do not belong in a list of nodes");
        } else if (keyword(token, "TRUE") || keyword(token, "FALSE")) {
            parts.numbers.whole.push_back(equal_ignoring_case(token.text, "TRUE") ? 1 : 0);
            lexer_.next();
        } else if (keyword(token, "NULL")) {
            lexer_.next();
        } else {
            const NodeId node = parse_node();
            if (node != none) parts.nodes.push_back(node);
        }
    }
    return finish(std::move(parts), true);
}

}  // namespace vitruvian::vrml
