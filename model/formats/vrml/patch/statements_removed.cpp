// Removes statements, with the lines and blanks around them.
#include "model/formats/vrml/patch/statements.h"
#include "model/formats/vrml/patch/text_layout.h"

#include <algorithm>

namespace vitruvian::vrml {
namespace {

bool is_word(char c) {
    return std::string_view(" \t\n\r.,\"'{[=").find(c) == std::string_view::npos;
}

/// Before the blanks and line breaks that precede `at`.
std::uint32_t before_white(std::string_view text, std::uint32_t at) {
    while (at > 0 && is_white(text[at - 1])) --at;
    return at;
}

/// Whether the last line with anything in it before `at` may end with a comment, which would swallow what follows.
bool ends_with_comment(std::string_view text, std::uint32_t at) {
    const std::string_view before = text.substr(0, before_white(text, at));
    const std::size_t line = before.find_last_of("\r\n");
    return before.find('#', line == std::string_view::npos ? 0 : line) != std::string_view::npos;
}

}  // namespace

/// Extends a range to the lines that would become empty, or the blanks that would remain.
SourceRange Statements::whole_lines(SourceRange range) const {
    std::uint32_t end = range.end;
    while (end < text().size() && (is_gap(text()[end]) || text()[end] == ',')) ++end;
    const bool ends_line = end >= text().size() || text()[end] == '\n' || text()[end] == '\r';
    const std::uint32_t begin = before_gap(text(), range.begin);
    if (starts_line(text(), range.begin)) {
        // The last of a list whose bracket closes behind it goes with its line break.
        const bool is_last = !ends_line && !is_xml() && (text()[end] == ']' || text()[end] == '}');
        if (is_last && !ends_with_comment(text(), begin)) return {before_white(text(), begin), range.end};
        if (!ends_line) return {range.begin, end};
        if (end < text().size() && text()[end] == '\r') ++end;
        if (end < text().size() && text()[end] == '\n') ++end;
        return {begin, end};
    }
    return ends_line ? SourceRange{begin, range.end} : SourceRange{range.begin, end};
}

/// Whether all displacers of a segment, joint or humanoid go, so that their field goes too; a PROTO may give it
/// others then.
bool Statements::is_emptied(const Holder& holder) const {
    if (holder.field == nullptr || holder.field->name != "displacers") return false;
    const std::string_view type = tree_->nodes[holder.node].type;
    const bool is_given = std::any_of(tree_->protos.begin(), tree_->protos.end(), [&](const Proto& proto) {
        return proto.name == type &&
               (proto.external ||
                std::any_of(proto.interface.begin(), proto.interface.end(), [](const InterfaceField& field) {
                    const auto* ids = std::get_if<std::vector<NodeId>>(&field.value);
                    return field.name == "displacers" && ids != nullptr && !ids->empty();
                }));
    });
    const auto* ids = std::get_if<std::vector<NodeId>>(&holder.field->value);
    if (is_given || ids == nullptr || added_.contains({holder.node, std::string(holder.field->name), at_end}))
        return false;
    const auto is_cut = [this](NodeId id) { return cut_.contains(id); };
    if (ids->empty() || !std::all_of(ids->begin(), ids->end(), is_cut)) return false;
    // A comment in the brackets keeps them.
    if (is_json()) {
        const int first = wrapper(tree_->nodes[ids->front()].range.begin);
        const int list = first < 0 ? -1 : (*lists_)[first].owner;
        return list >= 0 && (*lists_)[list].items.size() == ids->size();
    }
    std::uint32_t at = value_range(text(), *holder.field, encoding_).begin;
    std::string between;
    for (const NodeId id : *ids) {
        const SourceRange range = range_of(id);
        if (range.begin < at) return false;
        between += text().substr(at, range.begin - at);
        at = range.end;
    }
    between += text().substr(at, holder.field->range.end - std::min(at, holder.field->range.end));
    return std::all_of(between.begin(), between.end(),
                       [](char c) { return is_white(c) || c == ',' || c == '[' || c == ']'; });
}

/// Returns everything removed; neighbours on one line are merged.
std::vector<SourceRange> Statements::removals() const {
    std::vector<SourceRange> ranges = removed_;
    for (const NodeId node : cut_) {
        const Holder& holder = holders_[node];
        const SourceRange range = range_of(node);
        const bool alone =
            !is_xml() && !holder.is_root &&
            (text()[value_range(text(), *holder.field, encoding_).begin] != '[' || is_emptied(holder));
        ranges.push_back(alone && !replacements_.contains(range.begin) ? holder.field->range : range);
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const SourceRange& a, const SourceRange& b) { return a.begin < b.begin; });
    std::vector<SourceRange> out;
    for (const SourceRange& range : ranges) {
        const bool joined =
            !out.empty() && (range.begin <= out.back().end ||
                             std::all_of(text().begin() + out.back().end, text().begin() + range.begin,
                                         [](char c) { return is_gap(c) || c == ','; }));
        if (joined) {
            out.back().end = std::max(out.back().end, range.end);
        } else {
            out.push_back(range);
        }
    }
    return out;
}

Result<void> Statements::write_removals() {
    for (const SourceRange& range : removals()) {
        const SourceRange gone = whole_lines(range);
        const bool joins = gone.begin > 0 && gone.end < text().size() && is_word(text()[gone.begin - 1]) &&
                           is_word(text()[gone.end]) && !is_xml();
        std::string instead = joins ? " " : "";
        for (const auto& [at, statements] : replacements_) {
            if (at >= range.begin && at < range.end) instead += statements;
        }
        if (!edits_.replace(gone, instead)) return refuse(range.begin);
    }
    return {};
}

Result<void> Statements::cut(NodeId node) {
    const Holder& holder = holders_[node];
    if (holder.field == nullptr && !holder.is_root) return refuse(range_of(node).begin);
    cut_.insert(node);
    if (is_json()) return cut_wrapped(tree_->nodes[node].range.begin);
    return {};
}

Result<void> Statements::dissolve(NodeId node) {
    const SyntaxNode& syntax = tree_->nodes[node];
    const Holder& holder = holders_[node];
    const auto children = std::find_if(syntax.fields.begin(), syntax.fields.end(),
                                       [](const Field& field) { return field.name == "children"; });
    const auto* ids =
        children == syntax.fields.end() ? nullptr : std::get_if<std::vector<NodeId>>(&children->value);
    if (ids == nullptr || ids->empty()) return cut(node);
    const SourceRange all = range_of(node);
    if (holder.field == nullptr && !holder.is_root) return refuse(all.begin);
    if (is_json()) return dissolve_wrapped(node, *ids);
    if (is_xml()) {
        std::uint32_t last = 0;
        for (const Field& field : syntax.fields) {
            const auto* others = std::get_if<std::vector<NodeId>>(&field.value);
            for (std::size_t i = 0; others != nullptr && i < others->size(); ++i) {
                if (field.name == "children") {
                    last = std::max(last, range_of((*others)[i]).end);
                } else {
                    removed_.push_back(range_of((*others)[i]));
                }
            }
        }
        const std::size_t end_tag = text().rfind("</", all.end - 1);
        if (end_tag == std::string_view::npos || end_tag < last) return refuse(all.begin);
        removed_.push_back({all.begin, behind_tag(all.begin)});
        removed_.push_back({static_cast<std::uint32_t>(end_tag), all.end});
        return {};
    }
    const SourceRange value = value_range(text(), *children, encoding_);
    const bool list = text()[value.begin] == '[';
    const bool list_outside =
        holder.is_root || text()[value_range(text(), *holder.field, encoding_).begin] == '[';
    SourceRange head{all.begin, list ? value.begin + 1 : value.begin};
    SourceRange tail{list ? value.end - 1 : value.end, all.end};
    if (!list_outside && list) {
        // The brackets are removed too.
        head.end = value.begin;
        tail.begin = value.end;
        if (!edits_.replace(head, "")) return refuse(all.begin);
        removed_.push_back(tail);
        return {};
    }
    removed_.insert(removed_.end(), {head, tail});
    return {};
}

Result<void> Statements::swap(NodeId use, NodeId definition) {
    const SourceRange early = range_of(use);
    const SourceRange late = range_of(definition);
    const std::string defining = indented(text_of(definition), indent_at(text(), early.begin));
    const std::string using_it = indented(text_of(use), indent_at(text(), late.begin));
    if (!edits_.replace(early, defining) || !edits_.replace(late, using_it)) return refuse(early.begin);
    return {};
}

Result<void> Statements::cut(const Route& route) {
    if (is_json()) return cut_wrapped(route.range.begin);
    removed_.push_back(is_xml() ? element(route.range.begin) : route.range);
    return {};
}

}  // namespace vitruvian::vrml
