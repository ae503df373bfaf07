#include "model/formats/vrml/patch/instance_values.h"

#include "model/core/at.h"
#include "model/formats/vrml/patch/field_text.h"
#include "model/formats/vrml/patch/json_lists.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian::vrml {

bool is_proto_instance(std::string_view text, const SyntaxNode& node, Encoding encoding) {
    if (encoding == Encoding::x3d_xml)
        return text.substr(node.range.begin, node.range.end - node.range.begin) == "<ProtoInstance";
    if (encoding != Encoding::x3d_json) return false;
    // The member's name before the object.
    std::string_view before = text.substr(0, node.range.begin);
    const std::size_t last = before.find_last_not_of(" \t\r\n:");
    return last != std::string_view::npos && before.substr(0, last + 1).ends_with("\"ProtoInstance\"");
}

bool InstanceValues::write(const SyntaxTree& tree, Encoding encoding, TextEdits& edits) const {
    if (added_.empty()) return true;
    if (encoding == Encoding::x3d_json) return write_json(tree, edits);
    return std::all_of(added_.begin(), added_.end(), [&](const auto& added) {
        return write_xml(tree.text, tree.nodes[added.first], added.second, edits);
    });
}

bool InstanceValues::write_xml(std::string_view text, const SyntaxNode& node, const Values& values,
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

bool InstanceValues::write_json(const SyntaxTree& tree, TextEdits& edits) const {
    JsonLists lists(tree.text);
    for (const auto& [node, values] : added_) {
        const int object = lists.find(tree.nodes[node].range.begin);
        if (object < 0) return false;
        const int member = lists.member(object, "fieldValue");
        const int list = member < 0 ? -1 : vitruvian::at(lists[object].items, member).box;
        if (member >= 0 && (list < 0 || !lists[list].is_list)) return false;
        std::string all;
        for (const auto& [field, value] : values) {
            std::string entry = fmt::format("{{ \"@name\": \"{}\", \"@value\": {} }}", field, value);
            if (list >= 0) {
                lists.put_behind(list, -1, std::move(entry));
            } else {
                all += (all.empty() ? "" : ", ") + entry;
            }
        }
        if (list < 0) lists.put_behind(object, -1, "\"fieldValue\": [" + all + ']');
    }
    return lists.write(edits);
}

}  // namespace vitruvian::vrml
