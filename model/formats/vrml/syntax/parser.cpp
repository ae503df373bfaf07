#include "model/core/utf8.h"
#include "model/formats/vrml/syntax/parsing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {

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

/// VRML's keywords are upper case; files have them in any case, which is accepted where it is unambiguous.
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

namespace {

/// The header line (VRML97 4.2.1) may have anything after its name, and may be missing.
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
    tree.text = without_bom(text);
    if (tree.text.size() >= none)
        return fail("file-too-large", "a VRML file may not exceed 4 GB", {file, 0, 0, ""});
    if (std::optional<Error> error = check_header(tree, reporter)) return tl::unexpected(std::move(*error));
    Parser parser(tree.text, tree, reporter, options);
    if (std::optional<Error> error = parser.parse()) return tl::unexpected(std::move(*error));
    return tree;
}

}  // namespace vitruvian::vrml
