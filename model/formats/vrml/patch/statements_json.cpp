// Statements of X3D's JSON encoding: { "Type": { ... } } in lists of members whose names begin with "-".
#include "model/core/at.h"
#include "model/formats/vrml/patch/added_values.h"
#include "model/formats/vrml/patch/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vitruvian::vrml {

/// Returns the object around the one that begins there and its type; -1 where it contains anything else.
int Statements::wrapper(std::uint32_t begin) const {
    const int inner = lists_->find(begin);
    const int around = inner < 0 ? -1 : (*lists_)[inner].owner;
    const bool wraps = around >= 0 && !(*lists_)[around].is_list && (*lists_)[around].items.size() == 1;
    return wraps ? around : -1;
}

Result<void> Statements::cut_wrapped(std::uint32_t begin) {
    const int object = wrapper(begin);
    const int owner = object < 0 ? -1 : (*lists_)[object].owner;
    if (owner < 0) return refuse(begin);
    lists_->take_out(owner, (*lists_)[object].place);
    return {};
}

/// Takes out the members whose nodes were all cut (see is_emptied).
void Statements::take_out_emptied() {
    for (const NodeId node : cut_) {
        const Holder& holder = holders_[node];
        if (!is_emptied(holder)) continue;
        const int object = lists_->find(tree_->nodes[holder.node].range.begin);
        const int member = object < 0 ? -1 : lists_->member(object, '-' + std::string(holder.field->name));
        if (member >= 0) lists_->take_out(object, member);
    }
}

Result<void> Statements::dissolve_wrapped(NodeId node, const std::vector<NodeId>& children) {
    const std::uint32_t begin = tree_->nodes[node].range.begin;
    const int object = wrapper(begin);
    const int first = wrapper(tree_->nodes[children.front()].range.begin);
    const int owner = object < 0 ? -1 : (*lists_)[object].owner;
    const int inner = first < 0 ? -1 : (*lists_)[first].owner;
    if (owner < 0 || inner < 0) return refuse(begin);
    const bool together = std::all_of(children.begin(), children.end(), [&](NodeId child) {
        const int other = wrapper(tree_->nodes[child].range.begin);
        return other >= 0 && (*lists_)[other].owner == inner;
    });
    if (!together) return refuse(begin);
    if ((*lists_)[inner].is_list && (*lists_)[owner].is_list) {
        lists_->unwrap(owner, (*lists_)[object].place, inner);
        return {};
    }
    // Its one child, or the list of its children with its brackets.
    const SourceRange all = (*lists_)[object].range;
    const SourceRange kept = (*lists_)[(*lists_)[inner].is_list ? inner : first].range;
    if (!edits_.replace({all.begin, kept.begin}, "") || !edits_.replace({kept.end, all.end}, ""))
        return refuse(begin);
    return {};
}

/// Inserts behind the last of `siblings`; if there is none, into a field without nodes.
Result<void> Statements::insert_in_list(NodeId node, std::string_view field, std::span<const NodeId> siblings,
                                        const std::vector<std::string>& statements) {
    const SyntaxNode& syntax = tree_->nodes[node];
    if (siblings.empty()) {
        const int object = lists_->find(syntax.range.begin);
        return object < 0 ? refuse(syntax.range.begin) : insert_member(object, field, statements);
    }
    const std::uint32_t begin = tree_->nodes[siblings.back()].range.begin;
    const int last = wrapper(begin);
    const int owner = last < 0 ? -1 : (*lists_)[last].owner;
    if (owner < 0) return refuse(begin);
    const JsonBox& list = (*lists_)[owner];
    if (list.is_list) {
        for (const std::string& statement : statements)
            lists_->put_behind(owner, (*lists_)[last].place, statement);
        return {};
    }
    std::string added;
    for (const std::string& statement : statements) added += ", " + statement;
    edits_.insert((*lists_)[last].range.begin, "[ ");
    edits_.insert((*lists_)[last].range.end, added + " ]");
    return {};
}

/// Inserts into a field without nodes. An instance has it among its "fieldValue"s.
Result<void> Statements::insert_member(int object, std::string_view field,
                                       const std::vector<std::string>& statements) {
    const std::string name = '-' + std::string(field);
    if (const int member = lists_->member(object, name); member >= 0) {
        const int list = at((*lists_)[object].items, member).box;
        if (list < 0 || !(*lists_)[list].is_list) return refuse((*lists_)[object].range.begin);
        for (const std::string& statement : statements) lists_->put_behind(list, -1, statement);
        return {};
    }
    const std::string step = lists_->step_at(object);
    const auto in_lines = [&](char open, const std::vector<std::string>& items, char close) {
        std::string out(1, open);
        for (std::size_t i = 0; i < items.size(); ++i)
            out += (i > 0 ? "," : "") + new_line_ + step + indented(items[i], step);
        return out + new_line_ + close;
    };
    const std::string list = fmt::format("\"{}\": {}", name, in_lines('[', statements, ']'));
    const int outer = (*lists_)[object].owner;
    if (outer < 0 || lists_->name(outer, (*lists_)[object].place) != "ProtoInstance") {
        lists_->put_behind(object, -1, list);
        return {};
    }
    const std::string value = in_lines('{', {fmt::format("\"@name\": \"{}\"", field), list}, '}');
    const int values = lists_->member(object, "fieldValue");
    if (values < 0) {
        lists_->put_behind(object, -1, "\"fieldValue\": " + in_lines('[', {value}, ']'));
        return {};
    }
    const int there = at((*lists_)[object].items, values).box;
    if (there < 0 || !(*lists_)[there].is_list) return refuse((*lists_)[object].range.begin);
    lists_->put_behind(there, -1, value);
    return {};
}

/// Appends to the scene.
Result<void> Statements::append_to_scene() {
    const int last = tree_->roots.empty() ? -1 : wrapper(tree_->nodes[tree_->roots.back()].range.begin);
    const int list = last < 0 ? -1 : (*lists_)[last].owner;
    if (list < 0 || !(*lists_)[list].is_list) return refuse(0);
    for (const std::string& statement : appended_) lists_->put_behind(list, -1, statement);
    return {};
}

/// Renames the members with the value `from` in the object at `begin`.
Result<void> Statements::rename_members(std::uint32_t begin, std::span<const std::string_view> names,
                                        std::string_view from, const std::string& to) {
    const int object = lists_->find(begin);
    if (object < 0) return refuse(begin);
    for (const std::string_view name : names) {
        const int member = lists_->member(object, name);
        if (member < 0) continue;
        const JsonItem& item = at((*lists_)[object].items, member);
        const SourceRange word{item.value + 1, item.range.end - 1};
        if (text().substr(word.begin, word.end - word.begin) != from) continue;
        if (!edits_.replace(word, to)) return refuse(begin);
    }
    return {};
}

Result<void> Statements::make_wrapped_transform(NodeId node) {
    const std::uint32_t begin = tree_->nodes[node].range.begin;
    const int object = lists_->find(begin);
    const int around = wrapper(begin);
    if (object < 0 || around < 0 || is_proto_instance(text(), tree_->nodes[node], encoding_))
        return refuse(begin);
    const std::uint32_t type = (*lists_)[around].items.front().range.begin + 1;
    const auto size = static_cast<std::uint32_t>(tree_->nodes[node].type.size());
    if (!edits_.replace({type, type + size}, "Transform")) return refuse(begin);
    const int name = lists_->member(object, "@name");
    if (name >= 0) lists_->take_out(object, name);
    return {};
}

/// Returns { "Type": { "name": value } }, with blanks as in the file.
std::string Statements::object_text(std::string_view type,
                                    const std::vector<std::pair<std::string, std::string>>& members,
                                    NodeId like) const {
    const std::size_t begin = like == none ? 0 : tree_->nodes[like].range.begin;
    const std::size_t attribute = text().find("\"@", begin);
    const std::size_t colon = attribute == std::string_view::npos ? attribute : text().find(':', attribute);
    const bool tight =
        colon != std::string_view::npos && colon + 1 < text().size() && text()[colon + 1] != ' ';
    std::string inside;
    for (const auto& [name, value] : members)
        inside += fmt::format("{}\"{}\":{}{}",
                              inside.empty() ? ""
                              : tight        ? ","
                                             : ", ",
                              name, tight ? "" : " ", value);
    return tight ? fmt::format("{{\"{}\":{{{}}}}}", type, inside)
                 : fmt::format("{{ \"{}\": {{ {} }} }}", type, inside);
}

std::string Statements::json_node_text(std::string_view type, const std::string& def,
                                       const std::vector<std::pair<std::string_view, FieldValue>>& fields,
                                       NodeId like) const {
    std::vector<std::pair<std::string, std::string>> members;
    const bool instance = is_proto(type);
    if (instance) members.emplace_back("@name", fmt::format("\"{}\"", type));
    if (!def.empty()) members.emplace_back("@DEF", fmt::format("\"{}\"", def));
    std::string values;
    for (const auto& [name, value] : fields) {
        const std::string written = value_text(value, encoding_);
        if (instance) {
            values += fmt::format("{}{{ \"@name\": \"{}\", \"@value\": {} }}", values.empty() ? "" : ", ",
                                  name, written);
        } else {
            members.emplace_back('@' + std::string(name), written);
        }
    }
    if (!values.empty()) members.emplace_back("fieldValue", '[' + values + ']');
    return object_text(instance ? "ProtoInstance" : type, members, like);
}

}  // namespace vitruvian::vrml
