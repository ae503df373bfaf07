#include "model/formats/vrml/patch/field_text.h"

#include "model/formats/vrml/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace vitruvian::vrml {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

bool is_newline(char c) {
    return c == '\n' || c == '\r';
}

bool is_space(char c) {
    return is_blank(c) || is_newline(c);
}

std::uint32_t skip_space(std::string_view text, std::size_t at) {
    while (at < text.size() && is_space(text[at])) ++at;
    return static_cast<std::uint32_t>(at);
}

std::string escaped_vrml(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string escaped_xml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') {
            out += "&amp;";
        } else if (c == '<') {
            out += "&lt;";
        } else if (c == '"') {
            out += "&quot;";
        } else if (c == '\'') {
            out += "&apos;";
        } else {
            out += c;
        }
    }
    return out;
}

/// Control characters do not occur here: names have none.
std::string escaped_json(std::string_view text) {
    return escaped_vrml(text);
}

/// Inserts before the first item between braces; after the brace if it is empty.
Insertion insertion_in_braces(std::string_view text, std::uint32_t behind_brace, std::uint32_t first,
                              std::string statement) {
    if (first != none) return {first, statement + separator_before(text, first)};
    const bool roomy = behind_brace < text.size() && is_space(text[behind_brace]);
    return {behind_brace, ' ' + statement + (roomy ? "" : " ")};
}

/// Returns the position after the "{" or "[" that ends the head of a node or PROTO; 0 if there is none.
std::uint32_t behind_bracket(std::string_view text, std::uint32_t begin, TokenKind bracket) {
    Lexer lexer(text.substr(begin));
    const int max_words = 8;
    for (int i = 0; i < max_words; ++i) {
        const Token token = i == 0 ? lexer.next() : lexer.peek();
        if (token.kind == bracket) {
            lexer.next();
            return begin + lexer.offset();
        }
        if (i > 0) lexer.next_name();
    }
    return 0;
}

std::uint32_t first_field(const SyntaxNode& node) {
    std::uint32_t first = none;
    for (const Field& field : node.fields) first = std::min(first, field.range.begin);
    return first;
}

std::optional<Insertion> insertion_in_tag(std::string_view text, const SyntaxNode& node,
                                          std::string_view field, const std::string& value) {
    if (tag_end(text, node.range.end) >= text.size()) return std::nullopt;
    const char quote = quote_of_tag(text, node);
    return Insertion{node.range.end, ' ' + std::string(field) + '=' + quote + value + quote};
}

std::size_t before_space(std::string_view text, std::size_t at) {
    while (at > 0 && is_space(text[at - 1])) --at;
    return at;
}

/// Returns the range of an object's member with the comma that separates it from its neighbour; nullopt where
/// the field is not one.
std::optional<SourceRange> member_removal(std::string_view text, const Field& field) {
    const std::string key = "\"@" + std::string(field.name) + '"';
    const std::size_t colon = before_space(text, field.range.begin);
    if (colon == 0 || text[colon - 1] != ':') return std::nullopt;
    const std::size_t behind_key = before_space(text, colon - 1);
    if (!text.substr(0, behind_key).ends_with(key)) return std::nullopt;
    const auto begin = static_cast<std::uint32_t>(behind_key - key.size());
    const std::uint32_t next = skip_space(text, field.range.end);
    if (next < text.size() && text[next] == ',') return SourceRange{begin, skip_space(text, next + 1)};
    const std::size_t before = before_space(text, begin);
    const bool is_last = before > 0 && text[before - 1] == ',';
    return SourceRange{is_last ? static_cast<std::uint32_t>(before - 1) : begin, field.range.end};
}

}  // namespace

std::string separator_before(std::string_view text, std::uint32_t at) {
    std::size_t begin = at;
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    if (begin == 0 || !is_newline(text[begin - 1])) return " ";
    std::size_t line_end = begin - 1;
    if (text[line_end] == '\n' && line_end > 0 && text[line_end - 1] == '\r') --line_end;
    return std::string(text.substr(line_end, at - line_end));
}

std::size_t tag_end(std::string_view text, std::size_t begin) {
    char quote = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (quote != 0) {
            if (text[i] == quote) quote = 0;
        } else if (text[i] == '"' || text[i] == '\'') {
            quote = text[i];
        } else if (text[i] == '>') {
            return i;
        }
    }
    return text.size();
}

char quote_of_tag(std::string_view text, const SyntaxNode& node) {
    const std::size_t first = text.find_first_of("'\"", node.range.end);
    return first < tag_end(text, node.range.end) ? text[first] : '\'';
}

std::string number_text(float value) {
    value += 0.0F;  // a negative zero becomes a plain one
    std::array<char, 48> buffer{};
    char* const end = buffer.data() + buffer.size();
    // Point indices have no exponent.
    constexpr float max_whole = 16777216.0F;
    const bool whole = std::abs(value) < max_whole && value == std::trunc(value) && !std::signbit(value);
    const auto done = whole ? std::to_chars(buffer.data(), end, static_cast<std::int32_t>(value))
                            : std::to_chars(buffer.data(), end, value);
    return {buffer.data(), done.ptr};
}

std::string value_text(const FieldValue& value, Encoding encoding) {
    if (value.is_text()) {
        if (encoding == Encoding::x3d_xml) return escaped_xml(value.text);
        return encoding == Encoding::x3d_json ? escaped_json(value.text) : escaped_vrml(value.text);
    }
    const bool json = encoding == Encoding::x3d_json;
    if (value.type == "MFString") {
        std::string list;
        for (const std::string& text : value.texts) {
            list += (list.empty() ? "" : (json ? ", " : " ")) + escaped_vrml(text);
        }
        if (encoding == Encoding::x3d_xml) return escaped_xml(list);
        return json ? '[' + list + ']' : list.empty() ? "[ ]" : "[ " + list + " ]";
    }
    if (value.type == "SFBool") {
        const bool in_braces = encoding == Encoding::vrml97 || encoding == Encoding::x3d_classic;
        if (in_braces) return value.numbers.front() != 0.0F ? "TRUE" : "FALSE";
        return value.numbers.front() != 0.0F ? "true" : "false";
    }
    std::string list;
    for (const float number : value.numbers) {
        list += (list.empty() ? "" : (json ? ", " : " ")) + number_text(number);
    }
    const bool many = value.type.starts_with("MF");
    const bool brackets = encoding != Encoding::x3d_xml &&
                          (many || (json && value.type != "SFFloat" && value.type != "SFInt32"));
    if (!brackets) return list;
    if (json) return '[' + list + ']';
    return list.empty() ? "[ ]" : "[ " + list + " ]";
}

SourceRange value_range(std::string_view text, const Field& field, Encoding encoding) {
    if (encoding == Encoding::x3d_json) return field.range;
    if (encoding == Encoding::x3d_xml) {
        const std::size_t equals = text.find('=', field.range.begin);
        const std::uint32_t quote = skip_space(text, equals + 1);
        return {quote + 1, field.range.end - 1};
    }
    Lexer lexer(text.substr(field.range.begin, field.range.end - field.range.begin));
    lexer.next_name();
    return {field.range.begin + lexer.peek().offset, field.range.end};
}

std::optional<std::vector<NumberToken>> number_tokens(std::string_view text, SourceRange range,
                                                      Encoding encoding) {
    std::string_view value = text.substr(range.begin, range.end - range.begin);
    // Lists of numbers may also be written as one string in JSON.
    if (encoding == Encoding::x3d_json && value.size() >= 2 && value.front() == '"') {
        value = value.substr(1, value.size() - 2);
        ++range.begin;
    }
    std::vector<NumberToken> out;
    Lexer lexer(value);
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
        if (token.kind == TokenKind::open_bracket || token.kind == TokenKind::close_bracket) continue;
        double number = 0.0;
        bool whole = false;
        const char* end = token.text.data() + token.text.size();
        if (token.kind != TokenKind::number || read_number(token.text.data(), end, number, whole) != end) {
            return std::nullopt;
        }
        const std::uint32_t begin = range.begin + token.offset;
        out.push_back(
            {{begin, begin + static_cast<std::uint32_t>(token.text.size())}, static_cast<float>(number)});
    }
    return out;
}

std::optional<Insertion> field_insertion(std::string_view text, const SyntaxNode& node,
                                         std::string_view field, const std::string& value,
                                         Encoding encoding) {
    if (encoding == Encoding::x3d_xml) return insertion_in_tag(text, node, field, value);
    if (encoding == Encoding::x3d_json) return std::nullopt;
    const std::uint32_t behind = behind_bracket(text, node.range.begin, TokenKind::open_brace);
    if (behind == 0) return std::nullopt;
    return insertion_in_braces(text, behind, first_field(node), std::string(field) + ' ' + value);
}

std::optional<Insertion> interface_insertion(std::string_view text, const Proto& proto,
                                             const std::string& declaration) {
    const std::uint32_t behind = behind_bracket(text, proto.range.begin, TokenKind::open_bracket);
    if (behind == 0) return std::nullopt;
    std::uint32_t first = none;
    for (const InterfaceField& line : proto.interface) first = std::min(first, line.range.begin);
    return insertion_in_braces(text, behind, first, declaration);
}

std::optional<SourceRange> field_removal(std::string_view text, const Field& field, Encoding encoding) {
    if (encoding == Encoding::x3d_json) return member_removal(text, field);
    if (text.substr(field.range.begin, field.name.size()) != field.name) return std::nullopt;
    std::uint32_t begin = field.range.begin;
    std::uint32_t end = field.range.end;
    if (encoding == Encoding::x3d_xml) {
        while (begin > 0 && is_space(text[begin - 1])) --begin;
        const bool room = end < text.size() && (is_space(text[end]) || text[end] == '>' || text[end] == '/');
        return room ? SourceRange{begin, end} : field.range;
    }
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    const bool starts_line = begin == 0 || is_newline(text[begin - 1]);
    std::uint32_t rest = end;
    while (rest < text.size() && (is_blank(text[rest]) || text[rest] == ',')) ++rest;
    if (starts_line && rest < text.size() && is_newline(text[rest])) {
        if (text[rest] == '\r' && rest + 1 < text.size() && text[rest + 1] == '\n') ++rest;
        return SourceRange{begin, rest + 1};
    }
    if (starts_line) begin = field.range.begin;
    const bool room_behind = end < text.size() && (is_space(text[end]) || text[end] == '}');
    return room_behind ? SourceRange{begin, end} : field.range;
}

}  // namespace vitruvian::vrml
