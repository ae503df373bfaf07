// X3D's JSON encoding: "@field" is a field, "-field" holds nodes, "#comment" is dropped.
#include "model/formats/vrml/syntax/known_fields.h"
#include "model/formats/vrml/x3d/x3d_elements.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <iterator>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// A JSON value with its location, which nlohmann's type does not store.
struct Json {
    enum class Kind : std::uint8_t { null, boolean, number, string, list, object } kind = Kind::null;
    bool truth = false;
    bool whole = false;
    double number = 0.0;
    std::string_view text;
    std::vector<Json> items;              // of lists, and an object's values
    std::vector<std::string_view> names;  // an object's keys; empty: an attribute that comes again
    std::vector<double> reals;            // of a list of numbers alone, which then has no items
    bool all_whole = true;                // of `reals`
    std::uint32_t begin = 0;  // of the value itself, if it is in an object or is an object or a list
    std::uint32_t end = 0;
};

/// Iterates over the text and counts how far the parser has read.
class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        ++at_;
        *furthest_ = at_;
        return *this;
    }
    CountingIterator operator++(int) {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    const char** furthest_;
};

/// Builds a Json tree from nlohmann's SAX events. The names are the library's.
class JsonMaker {
  public:
    JsonMaker(std::string_view text, const std::string& file, const LoadOptions& options,
              std::deque<std::string>& strings)
        : text_(text), file_(&file), options_(&options), strings_(&strings), furthest_(text.data()) {
        open_.push_back(&root_);
    }

    std::optional<Error> error;
    [[nodiscard]] const char** furthest() { return &furthest_; }
    std::vector<RepeatedName> take_repeated() { return std::move(repeated_); }
    Json take() { return std::move(root_.items.empty() ? root_ : root_.items.front()); }

    bool null() { return put(Json{}); }
    bool boolean(bool value) {
        Json json;
        json.kind = Json::Kind::boolean;
        json.truth = value;
        return put(std::move(json));
    }
    bool number_integer(std::int64_t value) { return put_number(static_cast<double>(value), true); }
    bool number_unsigned(std::uint64_t value) { return put_number(static_cast<double>(value), true); }
    bool number_float(double value, const std::string& /*written*/) { return put_number(value, false); }
    bool string(std::string& value) {
        Json json;
        json.kind = Json::Kind::string;
        json.text = keep(std::move(value));
        return put(std::move(json));
    }
    bool binary(const std::vector<std::uint8_t>& /*value*/) { return false; }
    bool start_object(std::size_t /*size*/) {
        places_.emplace_back();
        return open(Json::Kind::object);
    }
    bool end_object() {
        places_.pop_back();
        return close();
    }
    bool start_array(std::size_t /*size*/) { return open(Json::Kind::list); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        const std::string_view kept = keep(std::move(name));
        std::vector<std::string_view>& names = open_.back()->names;
        if (const auto [place, is_new] = places_.back().try_emplace(kept, names.size()); !is_new) {
            constexpr std::size_t most = 10'000;
            if (repeated_.size() < most) repeated_.push_back({kept, begin_of_key()});
            if (kept.starts_with('@')) names[place->second] = {};
            place->second = names.size();
        }
        names.push_back(kept);
        const std::size_t value = text_.find_first_not_of(" \t\r\n:", offset());
        value_at_ = static_cast<std::uint32_t>(std::min(value, text_.size()));
        return true;
    }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::json::exception& /*why*/) {
        return stop("json-syntax", "this is not well-formed JSON: it cannot be read on from here");
    }

  private:
    [[nodiscard]] std::uint32_t offset() const {
        return static_cast<std::uint32_t>(furthest_ - text_.data());
    }

    /// The parser has read the key's closing quote.
    [[nodiscard]] std::uint32_t begin_of_key() const {
        std::size_t at = offset() - 1;
        do {
            at = text_.rfind('"', at - 1);
        } while (at > 0 && at != std::string_view::npos && text_[at - 1] == '\\');
        return at == std::string_view::npos ? 0 : static_cast<std::uint32_t>(at);
    }

    std::string_view keep(std::string&& text) { return strings_->emplace_back(std::move(text)); }

    bool stop(std::string code, std::string message) {
        if (!error) error = Error{std::move(code), std::move(message), locate(*file_, text_, offset())};
        return false;
    }

    /// Lists of numbers stay flat; the first other item converts them to items.
    void unflatten(Json& list) {
        for (const double value : list.reals) {
            Json json;
            json.kind = Json::Kind::number;
            json.number = value;
            json.whole = list.all_whole;
            list.items.push_back(std::move(json));
        }
        list.reals.clear();
    }

    bool put_number(double value, bool whole) {
        Json& owner = *open_.back();
        if (owner.kind == Json::Kind::list && owner.items.empty()) {
            // Pixels go up to 0xFFFFFFFF.
            const bool exact = whole && value >= -2147483648.0 && value <= 4294967295.0;
            owner.reals.push_back(value);
            owner.all_whole = owner.all_whole && exact;
            return true;
        }
        Json json;
        json.kind = Json::Kind::number;
        json.number = value;
        json.whole = whole;
        return put(std::move(json));
    }

    /// The parser has read a container's bracket, the end of a word, or one byte past a number.
    void place(Json& json, bool in_object) const {
        const bool container = json.kind == Json::Kind::list || json.kind == Json::Kind::object;
        json.begin = in_object ? value_at_ : offset() - (container && offset() > 0 ? 1 : 0);
        json.end = offset();
        if (json.kind != Json::Kind::number) return;
        const std::size_t end = text_.find_first_not_of("+-.0123456789eE", json.begin);
        json.end = static_cast<std::uint32_t>(std::min(end, text_.size()));
    }

    bool put(Json&& json) {
        place(json, open_.back()->kind == Json::Kind::object);
        if (++count_ > 4 * options_->limits.max_nodes) {
            return stop("vrml-too-many-nodes", "the file holds too many values");
        }
        Json& owner = *open_.back();
        if (owner.kind == Json::Kind::list) unflatten(owner);
        owner.items.push_back(std::move(json));
        return true;
    }

    bool open(Json::Kind kind) {
        // Every node takes up to three levels: "-children", its list, and the object that names it.
        if (open_.size() > 4 * options_->limits.max_depth) {
            return stop("vrml-too-deep",
                        fmt::format("nodes nest deeper than {}", options_->limits.max_depth));
        }
        if (options_->cancel != nullptr && options_->cancel->load(std::memory_order_relaxed)) {
            return stop("cancelled", "reading was cancelled");
        }
        Json json;
        json.kind = kind;
        if (!put(std::move(json))) return false;
        open_.push_back(&open_.back()->items.back());
        return true;
    }

    bool close() {
        open_.back()->end = offset();
        open_.pop_back();
        return true;
    }

    std::string_view text_;
    const std::string* file_;
    const LoadOptions* options_;
    std::deque<std::string>* strings_;
    const char* furthest_;
    Json root_;
    std::vector<Json*> open_;  // an open value is the last of its owner's items, which do not move meanwhile
    // Per open object: the last place of each key.
    std::vector<std::unordered_map<std::string_view, std::size_t>> places_;
    std::vector<RepeatedName> repeated_;
    std::size_t count_ = 0;
    std::uint32_t value_at_ = 0;  // where the value of the last key begins
};

/// Rounds to float32, or returns the replacement where float32 cannot represent it.
float narrowed(double value, float in_place) {
    return std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max())
               ? static_cast<float>(value)
               : in_place;
}

/// "@field": a list by its syntax, a string as text.
std::variant<std::string_view, Value> attribute_value(std::string_view field, const Json& json) {
    switch (json.kind) {
        case Json::Kind::string:
            return json.text;
        case Json::Kind::boolean:
            return Value(json.truth);
        case Json::Kind::number:
            return Value(std::abs(json.number) <= 3e38 ? json.number : 0.0);
        case Json::Kind::list:
            break;
        default:
            return Value(std::monostate{});
    }
    if (!json.reals.empty() && json.all_whole) {
        std::vector<std::int32_t> wholes;
        for (const double value : json.reals) {
            wholes.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(value)));
        }
        return Value(std::move(wholes));
    }
    if (!json.reals.empty()) {
        std::vector<float> reals;
        const float in_place = in_place_of_absurd(field);
        for (const double value : json.reals) reals.push_back(narrowed(value, in_place));
        return Value(std::move(reals));
    }
    std::vector<std::string> strings;
    std::vector<std::int32_t> truths;
    for (const Json& item : json.items) {
        if (item.kind == Json::Kind::string) strings.emplace_back(item.text);
        if (item.kind == Json::Kind::boolean) truths.push_back(item.truth ? 1 : 0);
    }
    if (!strings.empty()) return Value(std::move(strings));
    if (!truths.empty()) return Value(std::move(truths));
    return Value(std::monostate{});
}

void add_children(Element& owner, std::string_view container, const Json& json);

void add_members(Element& element, const Json& object) {
    for (std::size_t i = 0; i < object.names.size() && i < object.items.size(); ++i) {
        const std::string_view name = object.names[i];
        const Json& value = object.items[i];
        if (name.empty()) continue;
        if (name.starts_with('@')) {
            const std::string_view field = name.substr(1);
            element.attributes.push_back({field, attribute_value(field, value), {value.begin, value.end}});
        } else if (name.starts_with('-')) {
            add_children(element, name.substr(1), value);
        } else if (value.kind == Json::Kind::list) {
            for (const Json& item : value.items) {
                Element& child = element.children.emplace_back();
                child.name = name;
                child.range = {item.begin, item.end};
                add_members(child, item);
            }
        } else if (value.kind == Json::Kind::object) {
            Element& child = element.children.emplace_back();
            child.name = name;
            child.range = {value.begin, value.end};
            add_members(child, value);
        }
    }
}

/// The nodes of "-field": a list of { "Type": { ... } }, or a single one.
void add_children(Element& owner, std::string_view container, const Json& json) {
    if (json.kind == Json::Kind::list) {
        for (const Json& item : json.items) {
            if (item.kind == Json::Kind::object) add_children(owner, container, item);
        }
        return;
    }
    const std::size_t first = owner.children.size();
    add_members(owner, json);
    for (std::size_t i = first; i < owner.children.size(); ++i) owner.children[i].container = container;
}

}  // namespace

Result<ElementFile> read_json_elements(std::string_view text, const std::string& file,
                                       const LoadOptions& options) {
    const auto strings = std::make_shared<std::deque<std::string>>();
    JsonMaker maker(text, file, options, *strings);
    const char* end = text.data() + text.size();
    const CountingIterator first(text.data(), maker.furthest());
    const CountingIterator last(end, maker.furthest());
    const bool parsed = nlohmann::json::sax_parse(first, last, &maker);
    if (!parsed && maker.error && maker.error->code != "json-syntax")
        return tl::unexpected(std::move(*maker.error));
    ElementFile out;
    out.storage = strings;
    out.damage = std::move(maker.error);
    out.repeated = maker.take_repeated();
    const Json json = maker.take();
    add_members(out.root, json);
    for (Element& child : out.root.children) {
        if (child.name != "X3D") continue;
        Element root = std::move(child);
        out.root = std::move(root);
        return out;
    }
    if (out.damage) return tl::unexpected(std::move(*out.damage));
    return fail("x3d-no-root", "there is no \"X3D\" object", {file, 0, 0, ""});
}

}  // namespace vitruvian::vrml
