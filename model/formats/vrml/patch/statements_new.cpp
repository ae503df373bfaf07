// New statements as text.
#include "model/formats/vrml/patch/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vitruvian::vrml {
void Statements::declare(std::string proto) {
    while (!proto.empty() && proto.back() == '\n') proto.pop_back();
    for (std::size_t at = proto.find('\n'); at != std::string::npos;
         at = proto.find('\n', at + new_line_.size()))
        proto.replace(at, 1, new_line_);
    const std::uint32_t first = tree_->roots.empty() ? 0 : tree_->nodes[tree_->roots.front()].range.begin;
    edits_.insert(first, proto + new_line_);
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

Result<void> Statements::use_instead(NodeId node, const std::string& def) {
    const SyntaxNode& syntax = tree_->nodes[node];
    const SourceRange range = range_of(node);
    std::string text = "USE " + def;
    if (syntax.is_use) {
        text = use_text(node, def);
    } else if (is_json()) {
        text = object_text(syntax.type, {{"@USE", '"' + def + '"'}}, node);
    } else if (is_xml()) {
        const char quote = quote_of_tag(this->text(), syntax);
        text = fmt::format("<{} USE={}{}{}/>", syntax.type, quote, def, quote);
    }
    if (!edits_.replace(range, text)) return refuse(range.begin);
    return {};
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

void Statements::wrap(NodeId node, const std::vector<std::pair<std::string_view, FieldValue>>& fields) {
    const SourceRange range = range_of(node);
    std::string text = node_text("Transform", {}, fields, node);
    if (is_xml()) {
        text.replace(text.size() - 2, 2, ">");
        edits_.insert(range.begin, text);
        edits_.insert(range.end, "</Transform>");
        return;
    }
    // Before its closing brackets.
    std::size_t end = text.find_last_not_of("} ") + 1;
    const std::string behind = text.substr(end);
    text.resize(end);
    edits_.insert(range.begin, text + (is_json() ? ", \"-children\": [ " : " children "));
    edits_.insert(range.end, (is_json() ? " ]" : "") + behind);
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
