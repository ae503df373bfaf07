// Renames nodes: their DEF names, and exact names that are not legal as DEF names (given_names.h).
#include "model/formats/vrml/patch/added_values.h"
#include "model/formats/vrml/patch/statements.h"
#include "model/formats/vrml/world/given_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vitruvian::vrml {
namespace {

bool is_part_of_name(char c) {
    return std::string_view(" \t\r\n.,\"'{}[]=<>/").find(c) == std::string_view::npos;
}

/// Whether a WorldInfo only holds one name.
bool says_one_name(const SyntaxNode& info) {
    return info.def.empty() && info.fields.size() == 1 && texts_of(info, "info").size() == 1;
}

}  // namespace

/// Whole words only; in a ROUTE those that refer to nodes.
Result<void> Statements::rename_word(SourceRange range, std::string_view from, const std::string& to,
                                     bool in_route) {
    for (std::size_t at = text().find(from, range.begin); at < range.end; at = text().find(from, at + 1)) {
        const std::size_t end = at + from.size();
        if (end > range.end) break;
        const bool begins = at == 0 || !is_part_of_name(text()[at - 1]);
        const bool ends = end >= text().size() || !is_part_of_name(text()[end]);
        const std::string_view before = text().substr(range.begin, at - range.begin);
        const bool is_field = !is_xml() && before.ends_with('.');
        const bool named = !is_xml() || before.ends_with("fromNode='") || before.ends_with("toNode='") ||
                           before.ends_with("fromNode=\"") || before.ends_with("toNode=\"") ||
                           before.ends_with("DEF='") || before.ends_with("DEF=\"") ||
                           before.ends_with("USE='") || before.ends_with("USE=\"");
        if (!begins || !ends || is_field || !named) continue;
        const SourceRange word{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
        if (!edits_.replace(word, to)) return refuse(word.begin);
        if (!in_route) return {};
    }
    return {};
}

Result<void> Statements::rename_def(NodeId node, const std::string& def) {
    const std::string_view old = tree_->nodes[node].def;
    constexpr std::array<std::string_view, 2> of_nodes{"@DEF", "@USE"};
    constexpr std::array<std::string_view, 2> of_routes{"@fromNode", "@toNode"};
    const auto head = [&](NodeId id) {
        const SourceRange range = tree_->nodes[id].range;
        return is_xml() ? SourceRange{range.begin, behind_tag(range.begin)} : range;
    };
    const auto rename = [&](NodeId id) {
        return is_json() ? rename_members(tree_->nodes[id].range.begin, of_nodes, old, def)
                         : rename_word(head(id), old, def, false);
    };
    if (Result<void> done = rename(node); !done) return done;
    for (std::size_t n = 0; n < tree_->nodes.size(); ++n) {
        if (!tree_->nodes[n].is_use || tree_->nodes[n].use_of != node) continue;
        if (Result<void> done = rename(static_cast<NodeId>(n)); !done) return done;
    }
    for (const Route& route : tree_->routes) {
        if (route.from != node && route.to != node) continue;
        const SourceRange range = is_xml() ? element(route.range.begin) : route.range;
        Result<void> done =
            is_json() ? rename_members(range.begin, of_routes, old, def) : rename_word(range, old, def, true);
        if (!done) return done;
    }
    return {};
}

void Statements::define(NodeId node, const std::string& def) {
    const SourceRange range = tree_->nodes[node].range;
    if (is_xml()) {
        edits_.insert(range.end, " DEF='" + def + "'");
    } else if (is_json()) {
        AddedValues name;
        name.add(node, "DEF", '"' + def + '"');
        static_cast<void>(name.write(*tree_, encoding_, edits_));
    } else {
        edits_.insert(range.begin, "DEF " + def + ' ');
    }
}

std::string Statements::words(const std::string& text) const {
    const std::string value = value_text({"SFString", {}, text}, encoding_);
    return is_xml() ? value : value.substr(1, value.size() - 2);
}

bool Statements::rename_given(NodeId node, const std::string& from, const std::string& to) {
    const std::string line = words(fmt::format("name of {}: ", tree_->nodes[node].def));
    for (const NodeId root : tree_->roots) {
        if (tree_->nodes[root].type != "WorldInfo") continue;
        const SourceRange range = range_of(root);
        const std::size_t at = text().find(line + words(from), range.begin);
        if (at == std::string_view::npos || at >= range.end) continue;
        if (to == tree_->nodes[node].def && says_one_name(tree_->nodes[root])) return cut(root).has_value();
        const auto begin = static_cast<std::uint32_t>(at + line.size());
        return edits_.replace({begin, begin + static_cast<std::uint32_t>(words(from).size())}, words(to));
    }
    for (const NodeId own : nodes_of(tree_->nodes[node], "metadata")) {
        const SyntaxNode& metadata = tree_->nodes[own];
        if (!is_own_metadata(metadata) || vrml::text_of(metadata, "name") != given_name_tag) continue;
        if (to == tree_->nodes[node].def) return cut(own).has_value();
        for (const Field& field : metadata.fields) {
            if (field.name != "value") continue;
            const FieldValue value{"MFString", {}, {}, {to}};
            return edits_.replace(value_range(text(), field, encoding_), value_text(value, encoding_));
        }
    }
    return false;
}

Result<void> Statements::call(NodeId node, const std::string& from, const std::string& to, DefNames& names) {
    const SyntaxNode& syntax = tree_->nodes[node];
    std::string def(syntax.def);
    if (!def.empty() && rename_given(node, from, to)) return {};
    const bool is_exported = std::any_of(tree_->exports.begin(), tree_->exports.end(),
                                         [&](const auto& shared) { return shared.second == syntax.def; });
    const std::string wanted = names.make(to);
    if (def.empty()) {
        def = wanted;
        define(node, def);
    } else if (wanted == to && !is_exported) {
        def = wanted;
        if (Result<void> done = rename_def(node, def); !done) return done;
    }
    if (def == to) return {};
    // For a name that is not legal as a DEF name. Names in a PROTO's body cannot be looked up.
    if (syntax.scope != none) return refuse(syntax.range.begin);
    append(given_name_text(def, to));
    return {};
}

std::string Statements::given_name_text(const std::string& def, const std::string& name) const {
    const FieldValue line{"MFString", {}, {}, {fmt::format("name of {}: {}", def, name)}};
    return node_text("WorldInfo", {}, {{"info", line}}, none);
}

}  // namespace vitruvian::vrml
