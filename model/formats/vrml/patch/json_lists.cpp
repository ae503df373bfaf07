#include "model/formats/vrml/patch/json_lists.h"

#include "model/core/at.h"
#include "model/formats/vrml/patch/text_layout.h"

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Reads a text's brackets, names and commas in one pass.
class BoxReader {
  public:
    explicit BoxReader(std::string_view text) : text_(text) {}

    std::vector<JsonBox> read() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '"') {
                read_string();
            } else if (c == '{' || c == '[') {
                open(c == '[');
            } else if (c == '}' || c == ']') {
                close();
            } else if (is_white(c) || c == ',' || c == ':') {
                ++at_;
            } else {
                read_word();
            }
        }
        return std::move(boxes_);
    }

  private:
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }

    /// Returns the item of the value that begins here; null for values that are not recorded.
    JsonItem* begin_value() {
        if (open_.empty()) return nullptr;
        JsonBox& box = at(boxes_, open_.back());
        if (box.is_list) {
            box.items.push_back({{here(), here()}, here(), -1});
        } else if (box.items.empty() || box.items.back().value != 0) {
            return nullptr;
        } else {
            box.items.back().value = here();
        }
        return &box.items.back();
    }

    void end_scalar(JsonItem* item) {
        if (item == nullptr) return;
        JsonBox& box = at(boxes_, open_.back());
        item->range.end = here();
        if (!box.is_list) return;
        box.is_plain = false;
        box.items.pop_back();
    }

    void read_string() {
        const std::uint32_t begin = here();
        const bool is_name =
            !open_.empty() && !at(boxes_, open_.back()).is_list &&
            (at(boxes_, open_.back()).items.empty() || at(boxes_, open_.back()).items.back().value != 0);
        JsonItem* item = is_name ? nullptr : begin_value();
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\') ++at_;
        }
        at_ = std::min(at_ + 1, text_.size());
        if (is_name) {
            at(boxes_, open_.back()).items.push_back({{begin, here()}, 0, -1});
        } else {
            end_scalar(item);
        }
    }

    void read_word() {
        JsonItem* item = begin_value();
        while (at_ < text_.size() && !is_white(text_[at_]) &&
               std::string_view(",:{}[]\"").find(text_[at_]) == std::string_view::npos)
            ++at_;
        end_scalar(item);
    }

    void open(bool is_list) {
        const auto number = static_cast<int>(boxes_.size());
        JsonBox box;
        box.range = {here(), static_cast<std::uint32_t>(text_.size())};
        box.is_list = is_list;
        if (JsonItem* item = begin_value()) {
            item->box = number;
            item->range.end = box.range.end;
            box.owner = open_.back();
            box.place = static_cast<int>(at(boxes_, box.owner).items.size()) - 1;
        }
        boxes_.push_back(std::move(box));
        open_.push_back(number);
        ++at_;
    }

    void close() {
        ++at_;
        if (open_.empty()) return;
        JsonBox& box = at(boxes_, open_.back());
        open_.pop_back();
        box.range.end = here();
        if (box.owner >= 0) at(at(boxes_, box.owner).items, box.place).range.end = here();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<JsonBox> boxes_;
    std::vector<int> open_;
};

}  // namespace

JsonLists::JsonLists(std::string_view text)
    : text_(text), new_line_(new_line_of(text)), boxes_(BoxReader(text).read()) {}

int JsonLists::find(std::uint32_t begin) const {
    const auto found =
        std::lower_bound(boxes_.begin(), boxes_.end(), begin,
                         [](const JsonBox& box, std::uint32_t b) { return box.range.begin < b; });
    if (found == boxes_.end() || found->range.begin != begin) return -1;
    return static_cast<int>(found - boxes_.begin());
}

std::string_view JsonLists::name(int box, int item) const {
    const std::uint32_t begin = at((*this)[box].items, item).range.begin;
    if ((*this)[box].is_list) return {};
    const std::size_t end = text_.find('"', begin + 1);
    return end == std::string_view::npos ? std::string_view() : text_.substr(begin + 1, end - begin - 1);
}

int JsonLists::member(int box, std::string_view wanted) const {
    for (std::size_t i = 0; i < (*this)[box].items.size(); ++i) {
        if (name(box, static_cast<int>(i)) == wanted) return static_cast<int>(i);
    }
    return -1;
}

JsonLists::Changes& JsonLists::changes_of(int box) {
    Changes& out = changes_[box];
    out.gone.resize((*this)[box].items.size(), false);
    return out;
}

const JsonLists::Changes* JsonLists::find_changes(int box) const {
    const auto found = changes_.find(box);
    return found == changes_.end() ? nullptr : &found->second;
}

void JsonLists::take_out(int box, int item) {
    changes_of(box).gone[static_cast<std::size_t>(item)] = true;
}

void JsonLists::unwrap(int box, int item, int inner) {
    changes_of(box).inner[item] = inner;
}

void JsonLists::put_behind(int box, int item, std::string text) {
    const int last = static_cast<int>((*this)[box].items.size()) - 1;
    changes_of(box).added.emplace_back(item < 0 ? last : item, std::move(text));
}

/// Whether something remains in the item's place.
bool JsonLists::stays(int box, int item) const {
    const Changes* changes = find_changes(box);
    if (changes == nullptr) return true;
    if (changes->gone[static_cast<std::size_t>(item)]) return false;
    const auto unwrapped = changes->inner.find(item);
    return unwrapped == changes->inner.end() || has_any(unwrapped->second);
}

bool JsonLists::has_any(int box) const {
    const Changes* changes = find_changes(box);
    if (changes != nullptr && !changes->added.empty()) return true;
    for (std::size_t i = 0; i < (*this)[box].items.size(); ++i) {
        if (stays(box, static_cast<int>(i))) return true;
    }
    return false;
}

bool JsonLists::is_gone_with_another(int box) const {
    for (int inner = box; (*this)[inner].owner >= 0; inner = (*this)[inner].owner) {
        const int owner = (*this)[inner].owner;
        const int item = (*this)[inner].place;
        if (!stays(owner, item)) return true;
        const Changes* changes = find_changes(owner);
        const auto unwrapped =
            changes == nullptr ? std::map<int, int>::const_iterator() : changes->inner.find(item);
        if (changes == nullptr || unwrapped == changes->inner.end()) continue;
        // Of an unwrapped item only the contents of the inner list remain.
        const SourceRange left = (*this)[unwrapped->second].range;
        if ((*this)[box].range.begin < left.begin || (*this)[box].range.end > left.end) return true;
    }
    return false;
}

bool JsonLists::write(TextEdits& edits) const {
    return std::all_of(changes_.begin(), changes_.end(), [&](const auto& changed) {
        return is_gone_with_another(changed.first) || write_box(changed.first, changed.second, edits);
    });
}

bool JsonLists::write_box(int box, const Changes& changes, TextEdits& edits) const {
    if (!(*this)[box].is_plain) return false;
    const int count = static_cast<int>((*this)[box].items.size());
    bool any = false;
    for (int i = 0; i < count; ++i) any = any || stays(box, i);
    if (!any) return write_all_new(box, changes, edits);
    for (const auto& unwrapped : changes.inner) {
        const int item = unwrapped.first;
        if (stays(box, item) && !write_unwrapped(box, item, unwrapped.second, edits)) return false;
    }
    return write_gone(box, edits) && write_added(box, changes, edits);
}

/// Items are removed with the comma after them, those at the end with the comma before.
bool JsonLists::write_gone(int box, TextEdits& edits) const {
    const std::vector<JsonItem>& items = (*this)[box].items;
    int last = static_cast<int>(items.size()) - 1;
    while (!stays(box, last)) --last;
    for (int i = 0; i < last; ++i) {
        if (stays(box, i)) continue;
        std::uint32_t begin = at(items, i).range.begin;
        std::uint32_t end = at(items, i + 1).range.begin;
        if (starts_line(text_, begin) && starts_line(text_, end)) {
            begin = before_gap(text_, begin);
            end = before_gap(text_, end);
        } else if (starts_line(text_, end) && i > 0 && stays(box, i - 1)) {
            // The last item on a line, with the comma before it.
            begin = at(items, i - 1).range.end;
            end = at(items, i).range.end;
        }
        if (!edits.replace({begin, end}, "")) return false;
    }
    if (last + 1 == static_cast<int>(items.size())) return true;
    return edits.replace({at(items, last).range.end, items.back().range.end}, "");
}

bool JsonLists::write_unwrapped(int box, int item, int inner, TextEdits& edits) const {
    const SourceRange all = at((*this)[box].items, item).range;
    if ((*this)[inner].items.empty()) return false;
    std::uint32_t begin = all.begin;
    std::uint32_t first = (*this)[inner].items.front().range.begin;
    if (starts_line(text_, begin) && starts_line(text_, first)) {
        begin = before_gap(text_, begin);
        first = before_gap(text_, first);
    }
    return edits.replace({begin, first}, "") &&
           edits.replace({(*this)[inner].items.back().range.end, all.end}, "");
}

bool JsonLists::write_added(int box, const Changes& changes, TextEdits& edits) const {
    const std::vector<JsonItem>& items = (*this)[box].items;
    for (const auto& [behind, text] : changes.added) {
        int before = behind;
        while (before >= 0 && !stays(box, before)) --before;
        if (before >= 0) {
            const SourceRange range = at(items, before).range;
            const std::string indent = indent_at(text_, range.begin);
            const std::string gap = starts_line(text_, range.begin) ? new_line_ + indent : std::string(" ");
            edits.insert(range.end, ',' + gap + indented(text, indent));
            continue;
        }
        int next = behind + 1;
        while (!stays(box, next)) ++next;
        const std::uint32_t begin = at(items, next).range.begin;
        if (changes.inner.contains(next)) return false;
        const std::string indent = indent_at(text_, begin);
        const std::string gap = starts_line(text_, begin) ? new_line_ + indent : std::string(" ");
        edits.insert(begin, indented(text, indent) + ',' + gap);
    }
    return true;
}

/// Writes a list none of whose items remain.
bool JsonLists::write_all_new(int box, const Changes& changes, TextEdits& edits) const {
    const SourceRange range = (*this)[box].range;
    const std::string outer = indent_at(text_, range.begin);
    const std::string indent = indent_in(box).value_or(outer + step_at(box));
    std::string inside;
    for (const auto& added : changes.added)
        inside += (inside.empty() ? "" : ",") + new_line_ + indent + indented(added.second, indent);
    if (!inside.empty()) inside += new_line_ + outer;
    const bool roomy = range.begin + 2 < range.end && is_white(text_[range.begin + 1]);
    if (inside.empty() && roomy) inside = " ";
    return edits.replace({range.begin + 1, range.end - 1}, inside);
}

std::optional<std::string> JsonLists::indent_in(int box) const {
    for (const JsonItem& item : (*this)[box].items) {
        if (starts_line(text_, item.range.begin)) return indent_at(text_, item.range.begin);
    }
    return std::nullopt;
}

std::string JsonLists::step_at(int box) const {
    for (int around = box; around >= 0; around = (*this)[around].owner) {
        const std::optional<std::string> inner = indent_in(around);
        const std::string outer = indent_at(text_, (*this)[around].range.begin);
        if (inner && inner->size() > outer.size() && inner->starts_with(outer))
            return inner->substr(outer.size());
    }
    return "  ";
}

}  // namespace vitruvian::vrml
