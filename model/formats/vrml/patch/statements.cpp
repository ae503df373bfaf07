#include "model/formats/vrml/patch/statements.h"

#include "model/formats/vrml/patch/added_values.h"
#include "model/formats/vrml/patch/text_layout.h"
#include "model/formats/vrml/syntax/lexer.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::vrml {
namespace {

/// Whether some line of a statement begins inside a string.
bool has_broken_string(std::string_view statement) {
    char quote = 0;
    for (std::size_t i = 0; i < statement.size(); ++i) {
        const char c = statement[i];
        if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
        } else if (quote != 0 && c == '\\') {
            ++i;
        } else if (c == quote) {
            quote = 0;
        } else if (quote != 0 && c == '\n') {
            return true;
        }
    }
    return false;
}

}  // namespace

Statements::Statements(const SyntaxTree& tree, Encoding encoding)
    : tree_(&tree), encoding_(encoding), new_line_(new_line_of(tree.text)), holders_(tree.nodes.size()) {
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        for (const Field& field : tree.nodes[n].fields) {
            const auto* ids = std::get_if<std::vector<NodeId>>(&field.value);
            if (ids == nullptr) continue;
            for (const NodeId id : *ids) holders_[id] = {static_cast<NodeId>(n), &field, false};
        }
    }
    for (const NodeId root : tree.roots) holders_[root].is_root = true;
    if (is_json()) lists_.emplace(tree.text);
}

bool Statements::is_proto(std::string_view type) const {
    return std::any_of(tree_->protos.begin(), tree_->protos.end(),
                       [type](const Proto& proto) { return proto.name == type && proto.scope == none; });
}

std::string_view Statements::held_in(NodeId node) const {
    return holders_[node].field == nullptr ? std::string_view() : holders_[node].field->name;
}

tl::unexpected<Error> Statements::refuse(std::uint32_t at) const {
    return fail("save-structure", "this statement cannot be changed in place", tree_->location(at));
}

/// Returns the position after the ">" of the tag that begins at `at`; comments and the like count as tags.
std::uint32_t Statements::behind_tag(std::size_t at) const {
    const auto behind = [&](std::string_view end) {
        const std::size_t found = text().find(end, at);
        return static_cast<std::uint32_t>(found == std::string_view::npos ? text().size()
                                                                          : found + end.size());
    };
    if (text().substr(at).starts_with("<!--")) return behind("-->");
    if (text().substr(at).starts_with("<![CDATA[")) return behind("]]>");
    char quote = 0;
    for (std::size_t i = at; i < text().size(); ++i) {
        if (quote != 0) {
            if (text()[i] == quote) quote = 0;
        } else if (text()[i] == '"' || text()[i] == '\'') {
            quote = text()[i];
        } else if (text()[i] == '>') {
            return static_cast<std::uint32_t>(i + 1);
        }
    }
    return static_cast<std::uint32_t>(text().size());
}

SourceRange Statements::element(std::uint32_t begin) const {
    std::size_t at = begin;
    int depth = 0;
    while (at < text().size()) {
        const std::uint32_t behind = behind_tag(at);
        const char second = at + 1 < text().size() ? text()[at + 1] : ' ';
        if (second == '/') {
            --depth;
        } else if (second != '!' && second != '?' && text()[behind - 2] != '/') {
            ++depth;
        }
        if (depth <= 0) return {begin, behind};
        at = std::min(text().find('<', behind), text().size());
    }
    return {begin, static_cast<std::uint32_t>(text().size())};
}

SourceRange Statements::range_of(NodeId node) const {
    const SourceRange range = tree_->nodes[node].range;
    if (is_json()) {
        const int object = wrapper(range.begin);
        return object < 0 ? range : (*lists_)[object].range;
    }
    return is_xml() ? element(range.begin) : range;
}

std::string Statements::inner_indent(NodeId node) const {
    const std::string own = indent_at(text(), tree_->nodes[node].range.begin);
    for (const Field& field : tree_->nodes[node].fields) {
        if (!starts_line(text(), field.range.begin)) continue;
        std::string indent = indent_at(text(), field.range.begin);
        if (!is_xml() && indent.size() > own.size()) return indent;
    }
    return own + (own.find('\t') != std::string::npos ? "\t" : "  ");
}

std::string Statements::text_of(NodeId node) const {
    const SourceRange range = range_of(node);
    const std::string_view all = text().substr(range.begin, range.end - range.begin);
    const std::string indent = indent_at(text(), range.begin);
    if (indent.empty() || has_broken_string(all)) return std::string(all);
    return unindented(all, indent);
}

std::string Statements::indented(const std::string& statement, const std::string& indent) const {
    return has_broken_string(statement) ? statement : vrml::indented(statement, indent);
}

void Statements::add(NodeId node, std::string_view field, std::string statement, std::size_t place) {
    added_[{node, std::string(field), place}].push_back(std::move(statement));
}

/// Inserts after the last sibling that stays; if none does, in place of the first.
Result<void> Statements::insert_behind(std::span<const NodeId> siblings,
                                       const std::vector<std::string>& statements) {
    const auto last =
        std::find_if(siblings.rbegin(), siblings.rend(), [&](NodeId id) { return !cut_.contains(id); });
    const bool any = last != siblings.rend();
    const NodeId sibling = any ? *last : siblings.front();
    const SourceRange range = range_of(sibling);
    const Holder& holder = holders_[sibling];
    const bool wants_brackets = !is_xml() && siblings.size() == 1 &&
                                text()[value_range(text(), *holder.field, encoding_).begin] != '[';
    const std::string indent = indent_at(text(), range.begin);
    const bool own_line = starts_line(text(), range.begin) && !wants_brackets;
    std::string added;
    for (const std::string& statement : statements)
        added += (own_line ? new_line_ + indent : std::string(" ")) + indented(statement, indent);
    if (!any) {
        // Removed text includes its blanks.
        replacements_[range.begin] =
            wants_brackets ? '[' + added + " ]"
                           : added.substr(own_line ? new_line_.size() : 1) + (own_line ? new_line_ : " ");
        return {};
    }
    std::uint32_t at = range.end;
    std::uint32_t rest = at;
    while (rest < text().size() && (is_gap(text()[rest]) || text()[rest] == ',')) ++rest;
    // A comment after the sibling belongs to it.
    const bool comment = !is_xml() && rest < text().size() && text()[rest] == '#';
    if (own_line && comment)
        at = static_cast<std::uint32_t>(std::min(text().find_first_of("\r\n", rest), text().size()));
    if (wants_brackets) edits_.insert(range.begin, "[ ");
    edits_.insert(at, wants_brackets ? added + " ]" : added);
    return {};
}

/// Inserts into a field without a value.
Result<void> Statements::insert_first(NodeId node, std::string_view field,
                                      const std::vector<std::string>& statements) {
    const SyntaxNode& syntax = tree_->nodes[node];
    const std::string own = indent_at(text(), syntax.range.begin);
    const std::string inner = inner_indent(node);
    std::string lines;
    if (is_xml()) {
        const bool instance = is_proto_instance(text(), syntax, encoding_);
        const std::string margin = instance ? inner + inner.substr(own.size()) : inner;
        if (instance) lines = fmt::format("{}{}<fieldValue name='{}'>", new_line_, inner, field);
        for (const std::string& statement : statements)
            lines += new_line_ + margin + indented(statement, margin);
        if (instance) lines += new_line_ + inner + "</fieldValue>";
        const std::uint32_t behind = behind_tag(syntax.range.begin);
        if (text()[behind - 2] != '/') {
            edits_.insert(behind, lines);
            return {};
        }
        const std::string_view type =
            text().substr(syntax.range.begin + 1, syntax.range.end - syntax.range.begin - 1);
        const std::string closed = ">" + lines + new_line_ + own + "</" + std::string(type) + ">";
        if (!edits_.replace({behind - 2, behind}, closed)) return refuse(syntax.range.begin);
        return {};
    }
    const auto found = std::find_if(syntax.fields.begin(), syntax.fields.end(),
                                    [&](const Field& f) { return f.name == field; });
    const std::string deeper = inner + inner.substr(std::min(own.size(), inner.size()));
    for (const std::string& statement : statements) lines += new_line_ + deeper + indented(statement, deeper);
    const std::string value = "[" + lines + new_line_ + inner + "]";
    if (found != syntax.fields.end()) {
        if (std::holds_alternative<IsName>(found->value)) return refuse(found->range.begin);
        if (!edits_.replace(value_range(text(), *found, encoding_), value)) return refuse(found->range.begin);
        return {};
    }
    std::uint32_t last = 0;
    for (const Field& f : syntax.fields) last = std::max(last, f.range.end);
    const std::string statement = std::string(field) + ' ' + value;
    // The brace behind the last field stays where it is.
    const auto is_plain = [](char c) { return is_white(c) || c == '}'; };
    const bool is_last = std::all_of(text().begin() + last, text().begin() + syntax.range.end, is_plain);
    if (last != 0 && (is_last || starts_line(text(), syntax.range.end - 1))) {
        edits_.insert(last, new_line_ + inner + statement);
        return {};
    }
    std::uint32_t at = syntax.range.end - 1;
    while (at > last && is_white(text()[at - 1])) --at;
    edits_.insert(std::max(at, last), new_line_ + inner + statement + new_line_ + own);
    return {};
}

Result<void> Statements::finish() {
    for (const auto& [where, statements] : added_) {
        const auto& [node, field, place] = where;
        const std::span<const NodeId> there = nodes_of(tree_->nodes[node], field);
        const std::span<const NodeId> before = there.first(std::min(place, there.size()));
        Result<void> done = is_json()       ? insert_in_list(node, field, before, statements)
                            : there.empty() ? insert_first(node, field, statements)
                                            : insert_behind(before, statements);
        if (!done) return done;
    }
    if (is_json()) {
        take_out_emptied();
        Result<void> done = appended_.empty() ? Result<void>() : append_to_scene();
        if (done && !lists_->write(edits_)) return refuse(0);
        return done;
    }
    if (Result<void> done = write_removals(); !done) return done;
    if (appended_.empty()) return {};
    std::size_t at = text().size();
    std::string indent;
    if (is_xml()) {
        at = text().rfind("</Scene>");
        if (at == std::string_view::npos) return refuse(0);
        indent = tree_->roots.empty() ? std::string()
                                      : indent_at(text(), tree_->nodes[tree_->roots.back()].range.begin);
        while (at > 0 && is_gap(text()[at - 1])) --at;
    }
    std::string out;
    if (at > 0 && text()[at - 1] != '\n') out = new_line_;
    for (const std::string& statement : appended_) out += indent + indented(statement, indent) + new_line_;
    edits_.insert(static_cast<std::uint32_t>(at), out);
    return {};
}

}  // namespace vitruvian::vrml
