// Declarations: PROTO, EXTERNPROTO, ROUTE, and the statements of classic X3D.
#include "model/formats/vrml/syntax/parsing.h"

#include <fmt/format.h>

#include <utility>

namespace vitruvian::vrml {

/// PROTO, EXTERNPROTO or ROUTE, which may occur among nodes and fields.
bool Parser::parse_declaration(const Token& token) {
    if (token.kind != TokenKind::word) return false;
    if (keyword(token, "ROUTE")) {
        lexer_.next();
        parse_route(token.offset);
        return true;
    }
    const bool external = keyword(token, "EXTERNPROTO");
    if (!external && !keyword(token, "PROTO")) return false;
    lexer_.next();
    parse_proto(token.offset, external);
    return true;
}

/// PROFILE, COMPONENT, META, UNIT, IMPORT and EXPORT of X3D's classic encoding (ISO/IEC 19776-2, 5.3), which
/// do not affect figures.
bool Parser::parse_x3d_statement(const Token& token) {
    const auto is = [&](std::string_view word) {
        return token.kind == TokenKind::word && token.text == word;
    };
    const auto skip_names = [this](int count) {
        for (int i = 0; i < count; ++i) lexer_.next_name();
    };
    if (is("PROFILE") || is("COMPONENT")) {
        lexer_.next();
        skip_names(1);
        // "name:level" may be written with spaces.
        while (lexer_.peek().kind == TokenKind::number || lexer_.peek().text.starts_with(':')) lexer_.next();
    } else if (is("META")) {
        lexer_.next();
        while (lexer_.peek().kind == TokenKind::string) lexer_.next();
    } else if (is("UNIT")) {
        lexer_.next();
        const std::string_view category = lexer_.next_name().text;
        skip_names(1);
        NumberRun factor;
        lexer_.read_numbers(factor);
        if (factor.size() > 0) set_unit(*tree_, category, factor.last);
    } else if (is("IMPORT") || is("EXPORT")) {
        lexer_.next();
        parse_sharing(token.offset, token.text == "IMPORT");
    } else {
        return false;
    }
    return true;
}

/// IMPORT inline.name [AS here], EXPORT name [AS elsewhere].
void Parser::parse_sharing(std::uint32_t begin, bool import) {
    const std::string_view what = lexer_.next_name().text;
    std::string_view alias;
    if (lexer_.peek().text == "AS") {
        lexer_.next();
        alias = lexer_.next_name().text;
    }
    if (!import) {
        tree_->exports.try_emplace(alias.empty() ? what : alias, what);
        return;
    }
    const std::size_t point = what.find('.');
    if (point == std::string_view::npos) {
        complain(begin, "x3d-import", "an IMPORT reads: IMPORT inline.name AS name; this one is left out");
        return;
    }
    const Import from{what.substr(0, point), what.substr(point + 1)};
    names_.import_node(alias.empty() ? from.exported : alias, from, {begin, lexer_.last_end()});
}

void Parser::parse_route(std::uint32_t begin) {
    const auto split = [this](std::string_view& node, std::string_view& field) {
        std::string_view name = lexer_.next_name().text;
        // Files have "A . b" and "A. b": the point may be separated.
        if (name.find('.') == std::string_view::npos || name.back() == '.') {
            const Token ahead = lexer_.peek();
            const bool goes_on = ahead.text.starts_with('.') || (!name.empty() && name.back() == '.');
            if (!goes_on || ahead.text == "ROUTE") return false;
            const std::string_view rest = lexer_.next_name().text;
            if (!rest.empty()) {
                name = {name.data(), static_cast<std::size_t>(rest.data() + rest.size() - name.data())};
            }
            if (rest == ".") {
                const std::string_view last = lexer_.next_name().text;
                name = {name.data(), static_cast<std::size_t>(last.data() + last.size() - name.data())};
            }
        }
        const std::size_t point = name.rfind('.');
        if (point == std::string_view::npos) return false;
        const auto trim = [](std::string_view s) {
            const std::size_t first = s.find_first_not_of(" \t\r\n,.");
            const std::size_t last = s.find_last_not_of(" \t\r\n,.");
            return first == std::string_view::npos ? std::string_view() : s.substr(first, last - first + 1);
        };
        node = trim(name.substr(0, point));
        field = trim(name.substr(point + 1));
        return !node.empty() && !field.empty();
    };
    Route route;
    std::string_view from;
    std::string_view to;
    const bool has_from = split(from, route.from_field);
    const bool has_to = has_from && keyword(lexer_.next(), "TO") && split(to, route.to_field);
    route.range = {begin, lexer_.last_end()};
    if (!has_to) {
        complain(begin, "vrml-route-syntax",
                 "a ROUTE reads: ROUTE node.event TO node.event; this one is left out");
        return;
    }
    names_.add_route(route, from, to);
}

InterfaceField Parser::parse_interface_field(Access access, std::uint32_t begin, bool with_value) {
    InterfaceField out;
    out.access = access;
    out.type = lexer_.next().text;
    out.name = lexer_.next_name().text;
    const bool event = access == Access::event_in || access == Access::event_out;
    const Token ahead = lexer_.peek();
    const bool is = ahead.kind == TokenKind::word && ahead.text == "IS";
    const bool next_declaration = ahead.kind == TokenKind::word && access_named(ahead.text).has_value();
    if (is || (with_value && !event && !next_declaration && ahead.kind != TokenKind::close_bracket &&
               ahead.kind != TokenKind::close_brace)) {
        out.value = parse_value(out.name);
        out.has_value = true;
    }
    out.range = {begin, lexer_.last_end()};
    return out;
}

std::vector<InterfaceField> Parser::parse_interface(bool external) {
    std::vector<InterfaceField> out;
    while (!stopped()) {
        const Token token = lexer_.next();
        if (token.kind == TokenKind::close_bracket) break;
        if (token.kind == TokenKind::end) {
            complain(token.offset, "vrml-cut-off", "the file ends inside a PROTO's interface");
            break;
        }
        const std::optional<Access> access =
            token.kind == TokenKind::word ? access_named(token.text) : std::nullopt;
        if (!access) {
            complain(token.offset, "vrml-unexpected-token",
                     fmt::format("\"{}\" is not an interface declaration; it is skipped", shown(token.text)));
            continue;
        }
        out.push_back(parse_interface_field(*access, token.offset, !external));
    }
    return out;
}

void Parser::parse_proto(std::uint32_t begin, bool external) {
    const auto id = static_cast<ProtoId>(tree_->protos.size());
    tree_->protos.emplace_back();
    const std::string_view name = lexer_.next_name().text;
    const ProtoId outer = names_.current();
    if (++depth_ > options_->limits.max_depth + shape_levels) {
        abort(begin, "vrml-too-deep", fmt::format("PROTOs nest deeper than {}", options_->limits.max_depth));
        return;
    }
    std::vector<InterfaceField> interface;
    const auto first = static_cast<NodeId>(tree_->nodes.size());
    names_.open(id);
    if (lexer_.peek().kind == TokenKind::open_bracket) {
        lexer_.next();
        interface = parse_interface(external);
    } else {
        complain(lexer_.offset(), "vrml-unexpected-token", "a PROTO's interface, in [ ], is missing here");
    }
    std::vector<std::string> urls;
    std::vector<NodeId> roots;
    if (external) {
        Value list = parse_value("url");
        if (auto* strings = std::get_if<std::vector<std::string>>(&list)) urls = std::move(*strings);
    } else if (lexer_.peek().kind == TokenKind::open_brace) {
        lexer_.next();
        parse_statements(Place::proto_body, roots);
    } else {
        complain(lexer_.offset(), "vrml-unexpected-token", "a PROTO's body, in { }, is missing here");
    }
    if (!stopped()) names_.close();
    --depth_;
    Proto& proto = tree_->protos[id];
    proto.name = name;
    proto.external = external;
    proto.scope = outer;
    proto.interface = std::move(interface);
    proto.urls = std::move(urls);
    proto.roots = std::move(roots);
    proto.first_node = first;
    proto.last_node = static_cast<NodeId>(tree_->nodes.size());
    proto.range = {begin, lexer_.last_end()};
    if (!stopped()) names_.declare(name, id);
}

}  // namespace vitruvian::vrml
