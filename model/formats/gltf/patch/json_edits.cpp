#include "model/formats/gltf/patch/json_edits.h"

#include "model/formats/gltf/write/encode_container.h"

#include <algorithm>
#include <set>

namespace vitruvian::gltf {
namespace {

bool is_white(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// One member or element of an object or array, as ranges of the text.
struct JsonMember {
    std::size_t begin = 0;        // of the key, or of the element
    std::size_t value_begin = 0;  // of the value
    std::size_t end = 0;          // end of the value
    std::string key;              // empty in arrays
};

/// Returns the text of a JSON string token without its quotes and escapes.
std::string unescaped(std::string_view token) {
    if (token.find('\\') == std::string_view::npos) return std::string(token.substr(1, token.size() - 2));
    const nlohmann::json parsed = nlohmann::json::parse(token, nullptr, false);
    return parsed.is_string() ? parsed.get<std::string>() : std::string();
}

/// True if the token is that scalar; numbers are compared as the floats that a document has.
bool is_same(std::string_view token, const OrderedJson& value) {
    const nlohmann::json old = nlohmann::json::parse(token, nullptr, false);
    if (old.is_number() && value.is_number() && !(old.is_number_integer() && value.is_number_integer()))
        return old.get<float>() == value.get<float>();
    return !old.is_discarded() && !old.is_structured() && old == nlohmann::json(value);
}

}  // namespace

/// Returns the member of an object, in the order of `keys`, that a missing one comes before; empty: the end.
std::string_view next_of(std::string_view key, const std::vector<std::string>& keys,
                         const std::vector<JsonMember>& parts) {
    const auto rank = [&keys](std::string_view of) { return std::find(keys.begin(), keys.end(), of); };
    const auto is_before = [&](const JsonMember& a, const JsonMember& b) {
        return rank(a.key) < rank(b.key);
    };
    if (!std::is_sorted(parts.begin(), parts.end(), is_before)) return {};
    const auto next = std::find_if(parts.begin(), parts.end(),
                                   [&](const JsonMember& part) { return rank(part.key) > rank(key); });
    return next == parts.end() ? std::string_view() : std::string_view(next->key);
}

/// Traverses the text where there are edits, and copies everything else.
class EditedText {
  public:
    explicit EditedText(std::string_view text) : text_(text) {}

    std::string run(const JsonEdits::Edit& root) {
        const std::size_t begin = skip_white(0);
        out_.append(text_.substr(0, begin));
        const std::size_t end = edit_value(begin, root);
        out_.append(text_.substr(end));
        return std::move(out_);
    }

  private:
    [[nodiscard]] char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
    [[nodiscard]] std::size_t skip_white(std::size_t i) const {
        while (i < text_.size() && is_white(text_[i])) ++i;
        return i;
    }

    [[nodiscard]] std::size_t skip_string(std::size_t i) const {
        for (++i; i < text_.size() && text_[i] != '"'; ++i) {
            if (text_[i] == '\\') ++i;
        }
        return i < text_.size() ? i + 1 : text_.size();
    }

    /// Returns the end of the value that begins at `i`.
    [[nodiscard]] std::size_t skip_value(std::size_t i) const {
        std::size_t depth = 0;
        while (i < text_.size()) {
            const char c = text_[i];
            if (c == '"') {
                i = skip_string(i);
                if (depth == 0) return i;
                continue;
            }
            if (c == '{' || c == '[') ++depth;
            if (c == '}' || c == ']') {
                if (depth == 0) return i;
                if (--depth == 0) return i + 1;
            } else if (depth == 0 && (c == ',' || is_white(c))) {
                return i;
            }
            ++i;
        }
        return i;
    }

    /// Returns the members or elements of the object or array at `begin`; `close` receives the position of
    /// its closing bracket.
    std::vector<JsonMember> parts_of(std::size_t begin, std::size_t& close) const {
        std::vector<JsonMember> out;
        const bool is_object = text_[begin] == '{';
        std::size_t i = skip_white(begin + 1);
        while (i < text_.size() && text_[i] != '}' && text_[i] != ']') {
            JsonMember part;
            part.begin = i;
            if (is_object) {
                const std::size_t key_end = skip_string(i);
                part.key = unescaped(text_.substr(i, key_end - i));
                i = skip_white(key_end);
                if (at(i) == ':') i = skip_white(i + 1);
            }
            part.value_begin = i;
            part.end = skip_value(i);
            // Invalid JSON must not cause an endless loop.
            if (part.end == part.begin) break;
            i = skip_white(part.end);
            if (at(i) == ',') i = skip_white(i + 1);
            out.push_back(std::move(part));
        }
        close = skip_white(out.empty() ? begin + 1 : out.back().end);
        return out;
    }

    /// Writes `value` in place of the one at `begin`: what is equal keeps its spelling, lists their layout.
    void replace_value(std::size_t begin, const OrderedJson& value) {
        const std::string_view old = text_.substr(begin, skip_value(begin) - begin);
        const bool is_list =
            (at(begin) == '[' && value.is_array()) || (at(begin) == '{' && value.is_object());
        if (!is_list) {
            out_ += is_same(old, value) ? std::string(old) : to_text(value);
            return;
        }
        std::size_t close = 0;
        const std::vector<JsonMember> parts = parts_of(begin, close);
        bool is_alike = parts.size() == value.size();
        std::size_t i = 0;
        for (auto item = value.begin(); is_alike && item != value.end(); ++item, ++i)
            is_alike = value.is_array() || parts[i].key == item.key();
        if (!is_alike) {
            out_ += to_text(value);
            return;
        }
        std::size_t copied = begin;
        auto next = value.begin();
        for (const JsonMember& part : parts) {
            out_.append(text_.substr(copied, part.value_begin - copied));
            replace_value(part.value_begin, *next++);
            copied = part.end;
        }
        out_.append(text_.substr(copied, close + 1 - copied));
    }

    /// Writes the value at `begin` with `edit` applied; returns where it ended in the text.
    std::size_t edit_value(std::size_t begin, const JsonEdits::Edit& edit) {
        const char first = at(begin);
        const bool is_list = first == '{' || first == '[';
        if (edit.value || !is_list) {
            replace_value(begin, JsonEdits::made_from(edit));
            return skip_value(begin);
        }
        std::size_t close = 0;
        const std::vector<JsonMember> parts = parts_of(begin, close);
        // The text between two members, used for new ones.
        const std::string_view before_first =
            text_.substr(begin + 1, (parts.empty() ? close : parts[0].begin) - begin - 1);
        const std::string separator =
            parts.size() > 1 ? std::string(text_.substr(parts[0].end, parts[1].begin - parts[0].end))
                             : ',' + std::string(before_first);
        out_ += first;
        bool is_first = true;
        const auto separate = [&](std::string_view own) {
            if (is_first) {
                out_.append(before_first);
            } else {
                out_.append(own);
            }
            is_first = false;
        };
        // Members that are missing, each with the one that it comes before.
        std::set<std::string_view> there;
        for (const JsonMember& part : parts) there.insert(part.key);
        std::vector<std::pair<std::string_view, const JsonEdits::Child*>> missing;
        for (const JsonEdits::Child& child : edit.children) {
            if (first == '{' && !child.edit.removed && !there.contains(child.key))
                missing.emplace_back(next_of(child.key, child.edit.keys, parts), &child);
        }
        const auto add_missing = [&](std::string_view next) {
            for (const auto& [before, child] : missing) {
                if (before != next) continue;
                separate(separator);
                out_ += to_text(child->key) + ':' + to_text(JsonEdits::made_from(child->edit));
            }
        };
        const bool is_reordered = edit.order.size() == parts.size() + edit.appended.size();
        const std::size_t count = is_reordered ? edit.order.size() : parts.size();
        for (std::size_t place = 0; place < count; ++place) {
            const std::size_t p = is_reordered ? edit.order[place] : place;
            if (p >= parts.size()) {
                separate(separator);
                out_ += to_text(edit.appended[p - parts.size()]);
                continue;
            }
            const JsonMember& part = parts[p];
            if (!missing.empty()) add_missing(part.key);
            const JsonEdits::Edit* inner = edit.find(first == '{' ? part.key : std::to_string(p));
            if (inner != nullptr && inner->removed) continue;
            const bool is_between = place > 0 && place < parts.size();
            separate(is_between
                         ? text_.substr(parts[place - 1].end, parts[place].begin - parts[place - 1].end)
                         : std::string_view(separator));
            out_.append(text_.substr(part.begin, part.value_begin - part.begin));
            if (inner == nullptr) {
                out_.append(text_.substr(part.value_begin, part.end - part.value_begin));
            } else {
                edit_value(part.value_begin, *inner);
            }
        }
        if (first == '{') {
            add_missing({});
        } else if (!is_reordered) {
            for (const OrderedJson& value : edit.appended) {
                separate(separator);
                out_ += to_text(value);
            }
        }
        if (!is_first && !parts.empty())
            out_.append(text_.substr(parts.back().end, close - parts.back().end));
        out_ += first == '{' ? '}' : ']';
        return close + 1;
    }

    std::string_view text_;
    std::string out_;
};

const JsonEdits::Edit* JsonEdits::Edit::find(std::string_view key) const {
    const auto found = place.find(key);
    return found == place.end() ? nullptr : &children[found->second].edit;
}

JsonEdits::Edit& JsonEdits::at(std::string_view pointer) {
    Edit* edit = &root_;
    while (!pointer.empty()) {
        const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
        const std::string key(pointer.substr(1, end - 1));
        pointer = pointer.substr(end);
        const auto [entry, is_new] = edit->place.try_emplace(key, edit->children.size());
        if (is_new) edit->children.push_back({key, {}});
        edit = &edit->children[entry->second].edit;
    }
    return *edit;
}

void JsonEdits::set(std::string_view pointer, OrderedJson value) {
    Edit& edit = at(pointer);
    edit = Edit{};
    edit.value = std::move(value);
}

void JsonEdits::set_in_order(std::string_view pointer, OrderedJson value, std::vector<std::string> keys) {
    set(pointer, std::move(value));
    at(pointer).keys = std::move(keys);
}

void JsonEdits::remove(std::string_view pointer) {
    Edit& edit = at(pointer);
    edit = Edit{};
    edit.removed = true;
}

void JsonEdits::append(std::string_view pointer, OrderedJson value) {
    at(pointer).appended.push_back(std::move(value));
}

void JsonEdits::reorder(std::string_view pointer, std::vector<std::size_t> order) {
    at(pointer).order = std::move(order);
}

/// Returns the value of a place that does not exist in the text.
OrderedJson JsonEdits::made_from(const Edit& edit) {
    OrderedJson out =
        edit.value.value_or(edit.appended.empty() ? OrderedJson::object() : OrderedJson::array());
    for (const OrderedJson& value : edit.appended) out.push_back(value);
    for (const auto& [key, inner] : edit.children) {
        if (inner.removed || !out.is_object()) continue;
        out[key] = made_from(inner);
    }
    return out;
}

std::string JsonEdits::apply(std::string_view text) const {
    return empty() ? std::string(text) : EditedText(text).run(root_);
}

}  // namespace vitruvian::gltf
