#include "model/vrml/parser.h"

#include "model/vrml/lexer.h"
#include "model/vrml/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace vitruvian::vrml {
namespace {

std::string shown(std::string_view text) {
    const std::size_t most = 40;
    return text.size() <= most ? std::string(text) : std::string(text.substr(0, most)) + "...";
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; };
               return upper(x) == upper(y);
           });
}

/// A value as it grows: numbers, strings or nodes, whatever comes first decides.
struct ValueParts {
    NumberRun numbers;
    std::vector<std::string> strings;
    std::vector<NodeId> nodes;
};

class Parser {
  public:
    Parser(std::string_view text, SyntaxTree& tree, Reporter& reporter, const LoadOptions& options)
        : lexer_(text),
          tree_(&tree),
          reporter_(&reporter),
          options_(&options),
          names_(tree, reporter),
          is_x3d_(text.starts_with("#X3D")) {}

    std::optional<Error> parse();

  private:
    enum class Place { file, proto_body };
    void parse_statements(Place place, std::vector<NodeId>& roots);
    bool parse_declaration(const Token& token);
    bool parse_x3d_statement(const Token& token);
    void parse_sharing(std::uint32_t begin, bool import);
    void parse_route(std::uint32_t begin);
    void parse_proto(std::uint32_t begin, bool external);
    std::vector<InterfaceField> parse_interface(bool external);
    InterfaceField parse_interface_field(Access access, std::uint32_t begin, bool with_value);
    /// A node, or none where there is no node at the next token (which then is skipped, and said).
    NodeId parse_node();
    NodeId parse_use(std::uint32_t begin);
    NodeId parse_definition(std::uint32_t begin, std::string_view def, const Token& type);
    void parse_body(NodeId id, const Token& type);
    void parse_field(const Token& name, std::vector<Field>& fields);
    Value parse_value(std::string_view owner);
    Value parse_list();
    bool parse_word_value(const Token& word, Value& value, std::string_view owner);
    std::string string_value(const Token& token);
    Value finish(ValueParts&& parts, bool list);

    [[nodiscard]] bool keyword(const Token& token, std::string_view word);
    [[nodiscard]] bool stopped() const { return error_.has_value(); }
    void complain(std::uint32_t offset, std::string code, std::string message);
    void abort(std::uint32_t offset, std::string code, std::string message);
    void tick();

    Lexer lexer_;
    SyntaxTree* tree_;
    Reporter* reporter_;
    const LoadOptions* options_;
    NameScopes names_;
    bool is_x3d_;
    std::optional<Error> error_;        // why to give up
    std::optional<Error> first_fault_;  // the first mistake that was skipped
    std::size_t faults_ = 0;
    std::size_t depth_ = 0;
};

void Parser::complain(std::uint32_t offset, std::string code, std::string message) {
    if (!first_fault_) first_fault_ = Error{code, message, tree_->location(offset)};
    const std::size_t most = 10'000;
    if (++faults_ > most) {
        abort(offset, "vrml-too-many-errors", "there are too many mistakes; this is hardly a VRML file");
        return;
    }
    reporter_->warn(*tree_, offset, std::move(code), std::move(message));
}

void Parser::abort(std::uint32_t offset, std::string code, std::string message) {
    if (!error_) error_ = Error{std::move(code), std::move(message), tree_->location(offset)};
}

void Parser::tick() {
    if (options_->cancel != nullptr && options_->cancel->load(std::memory_order_relaxed)) {
        abort(lexer_.offset(), "cancelled", "reading was cancelled");
    }
    if (options_->progress != nullptr && !tree_->text.empty()) {
        const float share = 0.7F;
        options_->progress->store(share * static_cast<float>(lexer_.offset()) /
                                  static_cast<float>(tree_->text.size()));
    }
}

/// VRML's keywords are upper case; files hold them in any, where nothing else can be meant.
bool Parser::keyword(const Token& token, std::string_view word) {
    if (token.kind != TokenKind::word) return false;
    if (token.text == word) return true;
    if (!equal_ignoring_case(token.text, word)) return false;
    reporter_->warn(*tree_, token.offset, "vrml-keyword-case",
                    fmt::format("\"{}\" is read as {}", token.text, word));
    return true;
}

std::optional<Error> Parser::parse() {
    parse_statements(Place::file, tree_->roots);
    if (error_) return error_;
    names_.close();
    if (tree_->nodes.empty() && tree_->protos.empty() && first_fault_) return first_fault_;
    return std::nullopt;
}

void Parser::parse_statements(Place place, std::vector<NodeId>& roots) {
    while (!stopped()) {
        const Token token = lexer_.peek();
        if (token.kind == TokenKind::end) {
            if (place == Place::proto_body)
                complain(token.offset, "vrml-cut-off", "the file ends inside a PROTO");
            return;
        }
        if (token.kind == TokenKind::close_brace && place == Place::proto_body) {
            lexer_.next();
            return;
        }
        if (parse_declaration(token) || (is_x3d_ && parse_x3d_statement(token))) continue;
        const NodeId node = parse_node();
        if (node != none) roots.push_back(node);
    }
}

/// PROTO, EXTERNPROTO or ROUTE, which may stand among nodes and fields.
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

/// PROFILE, COMPONENT, META, UNIT, IMPORT and EXPORT of X3D's classic encoding (ISO/IEC 19776-2, 5.3):
/// nothing that a figure is made of.
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
        // "name:level" may be written apart.
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
        // "A . b" and "A. b" are seen: the point may stand apart.
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
                     fmt::format("\"{}\" is no interface declaration; it is skipped", shown(token.text)));
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

NodeId Parser::parse_use(std::uint32_t begin) {
    const Token name = lexer_.next_name();
    const auto id = static_cast<NodeId>(tree_->nodes.size());
    SyntaxNode& node = tree_->nodes.emplace_back();
    node.is_use = true;
    node.def = name.text;
    node.scope = names_.current();
    node.range = {begin, lexer_.last_end()};
    names_.bind_use(id);
    return id;
}

NodeId Parser::parse_node() {
    Token token = lexer_.next();
    const std::uint32_t begin = token.offset;
    if (token.kind == TokenKind::word && keyword(token, "USE")) return parse_use(begin);
    std::string_view def;
    while (token.kind == TokenKind::word && keyword(token, "DEF")) {
        def = lexer_.next_name().text;
        token = lexer_.next();
    }
    if (token.kind == TokenKind::word && lexer_.peek().kind == TokenKind::open_brace) {
        return parse_definition(begin, def, token);
    }
    if (token.kind == TokenKind::end) {
        complain(begin, "vrml-cut-off", "the file ends where a node is expected");
    } else {
        complain(token.offset, "vrml-unexpected-token",
                 fmt::format("a node is expected here, not \"{}\"; it is skipped", shown(token.text)));
    }
    return none;
}

NodeId Parser::parse_definition(std::uint32_t begin, std::string_view def, const Token& type) {
    const auto id = static_cast<NodeId>(tree_->nodes.size());
    if (id >= options_->limits.max_nodes) {
        abort(begin, "vrml-too-many-nodes",
              fmt::format("the file has more than {} nodes", options_->limits.max_nodes));
        return none;
    }
    if (depth_ >= options_->limits.max_depth + shape_levels) {
        abort(begin, "vrml-too-deep", fmt::format("nodes nest deeper than {}", options_->limits.max_depth));
        return none;
    }
    if (id % 256 == 0) tick();
    SyntaxNode& node = tree_->nodes.emplace_back();
    node.type = type.text;
    node.def = def;
    node.scope = names_.current();
    node.proto = names_.find_proto(type.text);
    node.range = {begin, begin};
    if (!def.empty()) names_.define(def, id);
    lexer_.next();
    ++depth_;
    parse_body(id, type);
    --depth_;
    tree_->nodes[id].range.end = lexer_.last_end();
    return id;
}

void Parser::parse_body(NodeId id, const Token& type) {
    std::vector<Field> fields;
    std::vector<InterfaceField> interface;
    while (!stopped()) {
        const Token token = lexer_.peek();
        if (token.kind == TokenKind::close_brace) {
            lexer_.next();
            break;
        }
        if (token.kind == TokenKind::end) {
            complain(type.offset, "vrml-cut-off",
                     fmt::format("the file ends inside this {} node", shown(type.text)));
            break;
        }
        if (token.kind != TokenKind::word) {
            lexer_.next();
            complain(
                token.offset, "vrml-unexpected-token",
                fmt::format("a field name is expected here, not \"{}\"; it is skipped", shown(token.text)));
            continue;
        }
        if (parse_declaration(token)) continue;
        lexer_.next();
        const std::optional<Access> access = access_named(token.text);
        if (access) {
            interface.push_back(parse_interface_field(*access, token.offset, true));
        } else {
            parse_field(token, fields);
        }
    }
    SyntaxNode& node = tree_->nodes[id];
    node.fields = std::move(fields);
    node.interface = std::move(interface);
}

void Parser::parse_field(const Token& name, std::vector<Field>& fields) {
    if (lexer_.peek().kind == TokenKind::open_brace) {
        // "children Group Shape { }" and the like: a name before a brace is a node without its field.
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
                        "a number is not finite or too large; it is read as 0");
    }
    if (!parts.nodes.empty()) return std::move(parts.nodes);
    if (!parts.strings.empty()) return std::move(parts.strings);
    if (parts.numbers.size() == 1 && !list) return parts.numbers.last;
    if (parts.numbers.is_real) return std::move(parts.numbers.real);
    if (!parts.numbers.whole.empty()) return std::move(parts.numbers.whole);
    return std::monostate{};
}

/// TRUE, FALSE, NULL, IS, a node or nan. False where the word is no value: it is left in place, as the next
/// field's name most likely.
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
            return parse_list();
        case TokenKind::number: {
            ValueParts parts;
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

Value Parser::parse_list() {
    ValueParts parts;
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

/// The header line (VRML97 4.2.1) may carry anything behind its name, and may be missing.
std::optional<Error> check_header(const SyntaxTree& tree, Reporter& reporter) {
    const std::string_view text = tree.text;
    if (text.starts_with("#VRML V1")) {
        return Error{"format-vrml1",
                     "this is VRML 1.0; only VRML97 (\"#VRML V2.0 utf8\") is read: convert it first",
                     tree.location(0)};
    }
    if (!text.starts_with("#VRML V2.0") && !text.starts_with("#X3D")) {
        reporter.warn(tree, 0, "vrml-no-header", "the header line \"#VRML V2.0 utf8\" is missing");
    }
    return std::nullopt;
}

}  // namespace

Result<SyntaxTree> parse_vrml(std::string_view text, const std::string& file, Reporter& reporter,
                              const LoadOptions& options) {
    SyntaxTree tree;
    tree.file = file;
    tree.text = text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
    if (tree.text.size() >= none)
        return fail("file-too-large", "a VRML file may not exceed 4 GB", {file, 0, 0, ""});
    if (std::optional<Error> error = check_header(tree, reporter)) return tl::unexpected(std::move(*error));
    Parser parser(tree.text, tree, reporter, options);
    if (std::optional<Error> error = parser.parse()) return tl::unexpected(std::move(*error));
    return tree;
}

}  // namespace vitruvian::vrml
