#include "model/formats/vrml/patch/added_values.h"

#include "model/core/at.h"
#include "model/formats/vrml/patch/field_text.h"
#include "model/formats/vrml/patch/json_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace vitruvian::vrml {

bool is_proto_instance(std::string_view text, const SyntaxNode& node, Encoding encoding) {
    if (encoding == Encoding::x3d_xml)
        return text.substr(node.range.begin, node.range.end - node.range.begin) == "<ProtoInstance";
    if (encoding != Encoding::x3d_json) return false;
    // The member's name, which precedes the object.
    std::string_view before = text.substr(0, node.range.begin);
    const std::size_t last = before.find_last_not_of(" \t\r\n:");
    return last != std::string_view::npos && before.substr(0, last + 1).ends_with("\"ProtoInstance\"");
}

bool gets_added_values(std::string_view text, const SyntaxNode& node, Encoding encoding) {
    return encoding == Encoding::x3d_json || is_proto_instance(text, node, encoding);
}

bool AddedValues::write(const SyntaxTree& tree, Encoding encoding, TextEdits& edits) const {
    if (added_.empty()) return true;
    if (encoding == Encoding::x3d_json) return write_json(tree, edits);
    return std::all_of(added_.begin(), added_.end(), [&](const auto& added) {
        return write_xml(tree.text, tree.nodes[added.first], added.second, edits);
    });
}

bool AddedValues::write_xml(std::string_view text, const SyntaxNode& node, const Values& values,
                            TextEdits& edits) {
    const std::size_t end = tag_end(text, node.range.end);
    if (end >= text.size()) return false;
    const char quote = quote_of_tag(text, node);
    std::string elements;
    for (const auto& [field, value] : values)
        elements += fmt::format("<fieldValue name={0}{1}{0} value={0}{2}{0}/>", quote, field, value);
    const auto at = static_cast<std::uint32_t>(end);
    if (text[end - 1] == '/') return edits.replace({at - 1, at + 1}, '>' + elements + "</ProtoInstance>");
    edits.insert(at + 1, elements);
    return true;
}

/// Inserts them before the existing members.
bool AddedValues::write_members(std::string_view text, const SyntaxNode& node, const Values& values,
                                TextEdits& edits) {
    const std::uint32_t behind = node.range.begin + 1;
    const std::size_t next = text.find_first_not_of(" \t\r\n", behind);
    if (next == std::string_view::npos || text[node.range.begin] != '{') return false;
    const bool empty = text[next] == '}';
    const auto first = static_cast<std::uint32_t>(next);
    const std::string gap = empty ? std::string(" ") : separator_before(text, first);
    std::string members;
    for (const auto& [field, value] : values) {
        if (empty && !members.empty()) members += ", ";
        members += fmt::format("\"@{}\": {}", field, value);
        if (!empty) members += ',' + gap;
    }
    if (!empty) {
        edits.insert(first, members);
    } else {
        edits.insert(behind, ' ' + members + (first > behind ? "" : " "));
    }
    return true;
}

bool AddedValues::write_json(const SyntaxTree& tree, TextEdits& edits) const {
    std::optional<JsonLists> lists;  // of the text, if there are instances
    for (const auto& [node, values] : added_) {
        if (!is_proto_instance(tree.text, tree.nodes[node], Encoding::x3d_json)) {
            if (!write_members(tree.text, tree.nodes[node], values, edits)) return false;
            continue;
        }
        if (!lists) lists.emplace(tree.text);
        const int object = lists->find(tree.nodes[node].range.begin);
        if (object < 0) return false;
        const int member = lists->member(object, "fieldValue");
        const int list = member < 0 ? -1 : at((*lists)[object].items, member).box;
        if (member >= 0 && (list < 0 || !(*lists)[list].is_list)) return false;
        std::string all;
        for (const auto& [field, value] : values) {
            std::string entry = fmt::format("{{ \"@name\": \"{}\", \"@value\": {} }}", field, value);
            if (list >= 0) {
                lists->put_behind(list, -1, std::move(entry));
            } else {
                all += (all.empty() ? "" : ", ") + entry;
            }
        }
        if (list < 0) lists->put_behind(object, -1, "\"fieldValue\": [" + all + ']');
    }
    return !lists || lists->write(edits);
}

}  // namespace vitruvian::vrml
