// New statements as text, and other names in those that are there.
#include "model/formats/vrml/patch/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vitruvian::vrml {
namespace {

bool is_part_of_name(char c) {
    return std::string_view(" \t\r\n.,\"'{}[]=<>/").find(c) == std::string_view::npos;
}

}  // namespace

void Statements::declare(std::string proto) {
    while (!proto.empty() && proto.back() == '\n') proto.pop_back();
    const std::uint32_t first = tree_->roots.empty() ? 0 : tree_->nodes[tree_->roots.front()].range.begin;
    edits_.insert(first, indented(proto, {}) + new_line_);
}

std::string Statements::node_text(std::string_view type, const std::string& def,
                                  const std::vector<std::pair<std::string_view, FieldValue>>& fields,
                                  NodeId like) const {
    if (is_json()) return json_node_text(type, def, fields, like);
    if (is_xml()) return xml_node_text(type, def, fields, like);
    std::string out = def.empty() ? std::string() : "DEF " + def + ' ';
    out += std::string(type) + " {";
    for (const auto& [name, value] : fields) out += fmt::format(" {} {}", name, value_text(value, encoding_));
    return out + " }";
}

std::string Statements::xml_node_text(std::string_view type, const std::string& def,
                                      const std::vector<std::pair<std::string_view, FieldValue>>& fields,
                                      NodeId like) const {
    char quote = '\'';
    if (like != none) {
        const std::uint32_t begin = tree_->nodes[like].range.begin;
        const std::size_t first = text().find_first_of("'\"", begin);
        if (first < behind_tag(begin)) quote = text()[first];
    }
    const auto attribute = [&](std::string_view name, std::string_view value) {
        return fmt::format(" {}={}{}{}", name, quote, value, quote);
    };
    const bool instance = is_proto(type);
    std::string out = '<' + std::string(instance ? "ProtoInstance" : type);
    if (instance) out += attribute("name", type);
    if (!def.empty()) out += attribute("DEF", def);
    std::string values;
    for (const auto& [name, value] : fields) {
        const std::string written = attribute(instance ? "value" : name, value_text(value, encoding_));
        if (instance) {
            values += "<fieldValue" + attribute("name", name) + written + "/>";
        } else {
            out += written;
        }
    }
    return values.empty() ? out + "/>" : out + '>' + values + "</ProtoInstance>";
}

std::string Statements::use_text(NodeId use, const std::string& def) const {
    if (!is_xml() && !is_json()) return "USE " + def;
    std::string out = text_of(use);
    const std::string_view old = tree_->nodes[use].def;
    const std::size_t word = out.find("USE");
    const std::size_t at = word == std::string::npos ? word : out.find(old, word);
    if (at != std::string::npos) out.replace(at, old.size(), def);
    return out;
}

std::string Statements::route_text(const std::string& from, std::string_view from_field,
                                   const std::string& to, std::string_view to_field) const {
    if (is_json()) {
        const auto quoted = [](std::string_view word) { return fmt::format("\"{}\"", word); };
        return object_text("ROUTE",
                           {{"@fromNode", quoted(from)},
                            {"@fromField", quoted(from_field)},
                            {"@toNode", quoted(to)},
                            {"@toField", quoted(to_field)}},
                           none);
    }
    if (!is_xml()) return fmt::format("ROUTE {}.{} TO {}.{}", from, from_field, to, to_field);
    return fmt::format("<ROUTE fromNode='{}' fromField='{}' toNode='{}' toField='{}'/>", from, from_field, to,
                       to_field);
}

/// Whole words; in a ROUTE those that name nodes.
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

bool Statements::rename_given(const std::string& def, const std::string& from, const std::string& to) {
    const std::string line = words(fmt::format("name of {}: ", def));
    for (const NodeId root : tree_->roots) {
        if (tree_->nodes[root].type != "WorldInfo") continue;
        const SourceRange range = range_of(root);
        const std::size_t at = text().find(line + words(from), range.begin);
        if (at == std::string_view::npos || at >= range.end) continue;
        const auto begin = static_cast<std::uint32_t>(at + line.size());
        return edits_.replace({begin, begin + static_cast<std::uint32_t>(words(from).size())}, words(to));
    }
    return false;
}

Result<void> Statements::make_transform(NodeId node) {
    if (is_json()) return make_wrapped_transform(node);
    const SyntaxNode& syntax = tree_->nodes[node];
    const SourceRange range = range_of(node);
    const std::size_t behind_name = is_xml() || syntax.def.empty() ? 0 : syntax.def.size() + 4;
    const std::size_t type = text().find(syntax.type, syntax.range.begin + behind_name);
    const auto rename = [&](std::size_t at) {
        const auto begin = static_cast<std::uint32_t>(at);
        return edits_.replace({begin, begin + static_cast<std::uint32_t>(syntax.type.size())}, "Transform");
    };
    if (type >= range.end || !rename(type)) return refuse(range.begin);
    if (is_xml()) {
        const std::size_t end_tag = text().rfind("</", range.end - 1);
        if (end_tag <= range.begin || !rename(end_tag + 2)) return refuse(range.begin);
    }
    for (const Field& field : syntax.fields) {
        const std::optional<SourceRange> name =
            field.name == "name" ? field_removal(text(), field, encoding_) : std::nullopt;
        if (name && !edits_.replace(*name, "")) return refuse(range.begin);
    }
    return {};
}

}  // namespace vitruvian::vrml
