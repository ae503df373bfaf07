// Read-only JSON for the glTF readers: values are contiguous in a few memory blocks, are looked up by name,
// corrected in place and freed all at once. Files are written with the JSON library (library_json.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

struct JsonItem;

/// A value of a JsonTree. Copies are shallow; strings, elements and members live as long as the tree.
class JsonValue {
  public:
    enum class Type : std::uint8_t {
        null,
        boolean,
        unsigned_integer,
        negative_integer,
        real,
        text,
        array,
        object
    };

    JsonValue() = default;
    explicit JsonValue(bool value) : boolean_(value), type_(Type::boolean) {}
    explicit JsonValue(std::uint64_t value) : unsigned_(value), type_(Type::unsigned_integer) {}
    explicit JsonValue(std::int64_t value) : negative_(value), type_(Type::negative_integer) {}
    explicit JsonValue(double value) : real_(value), type_(Type::real) {}
    /// At most 4 G characters, elements or members each.
    explicit JsonValue(std::string_view text)
        : text_(text.data()), count_(static_cast<std::uint32_t>(text.size())), type_(Type::text) {}
    explicit JsonValue(std::span<JsonValue> elements)
        : elements_(elements.data()),
          count_(static_cast<std::uint32_t>(elements.size())),
          type_(Type::array) {}
    /// Sorted by name, no name twice.
    explicit JsonValue(std::span<JsonItem> members);

    [[nodiscard]] Type type() const { return type_; }
    [[nodiscard]] bool is_null() const { return type_ == Type::null; }
    [[nodiscard]] bool is_boolean() const { return type_ == Type::boolean; }
    [[nodiscard]] bool is_number() const { return type_ >= Type::unsigned_integer && type_ <= Type::real; }
    [[nodiscard]] bool is_number_unsigned() const { return type_ == Type::unsigned_integer; }
    [[nodiscard]] bool is_number_float() const { return type_ == Type::real; }
    [[nodiscard]] bool is_string() const { return type_ == Type::text; }
    [[nodiscard]] bool is_array() const { return type_ == Type::array; }
    [[nodiscard]] bool is_object() const { return type_ == Type::object; }

    /// Number of elements or members; 0 for other values.
    [[nodiscard]] std::size_t size() const { return is_array() || is_object() ? count_ : 0; }
    [[nodiscard]] bool empty() const { return size() == 0; }

    /// Returns a boolean, a number cast to another type, or a string; 0 or empty where it is something else.
    template <class T>
    [[nodiscard]] T get() const;
    /// Empty where it is not a string.
    [[nodiscard]] std::string_view text() const {
        return is_string() ? std::string_view(text_, count_) : std::string_view();
    }

    /// The elements of an array; empty for other values.
    [[nodiscard]] std::span<const JsonValue> elements() const {
        return {elements_, is_array() ? count_ : std::size_t{0}};
    }
    [[nodiscard]] std::span<JsonValue> elements() {
        return {elements_, is_array() ? count_ : std::size_t{0}};
    }
    [[nodiscard]] const JsonValue* begin() const { return elements().data(); }
    [[nodiscard]] const JsonValue* end() const { return begin() + elements().size(); }
    [[nodiscard]] const JsonValue& front() const { return (*this)[std::size_t{0}]; }
    /// Returns an element or a member; a null value where there is none.
    [[nodiscard]] const JsonValue& operator[](std::size_t index) const;
    [[nodiscard]] const JsonValue& operator[](std::string_view name) const;

    /// The members of an object, sorted by name; empty for other values.
    [[nodiscard]] std::span<const JsonItem> items() const;
    [[nodiscard]] std::span<JsonItem> items();
    /// Null where there is no such member.
    [[nodiscard]] const JsonValue* find(std::string_view name) const;
    [[nodiscard]] JsonValue* find(std::string_view name) {
        return const_cast<JsonValue*>(std::as_const(*this).find(name));
    }
    /// Removes a member of an object; `index` is its index in items().
    void erase_item(std::size_t index);
    void erase(std::string_view name);
    /// Keeps the first `count` elements of an array.
    void shorten(std::size_t count) { count_ = static_cast<std::uint32_t>(count); }

  private:
    union {
        std::uint64_t unsigned_ = 0;
        std::int64_t negative_;
        double real_;
        bool boolean_;
        const char* text_;
        JsonValue* elements_;
        JsonItem* members_;
    };
    std::uint32_t count_ = 0;
    Type type_ = Type::null;
};

struct JsonItem {
    std::string_view name;
    JsonValue value;
};

static_assert(std::is_trivially_copyable_v<JsonItem>);

inline JsonValue::JsonValue(std::span<JsonItem> members)
    : members_(members.data()), count_(static_cast<std::uint32_t>(members.size())), type_(Type::object) {}

inline std::span<const JsonItem> JsonValue::items() const {
    return {members_, is_object() ? count_ : std::size_t{0}};
}

inline std::span<JsonItem> JsonValue::items() {
    return {members_, is_object() ? count_ : std::size_t{0}};
}

template <class T>
T JsonValue::get() const {
    if constexpr (std::is_same_v<T, std::string>) {
        return std::string(text());
    } else if constexpr (std::is_same_v<T, bool>) {
        return is_boolean() && boolean_;
    } else {
        if (type_ == Type::unsigned_integer) return static_cast<T>(unsigned_);
        if (type_ == Type::negative_integer) return static_cast<T>(negative_);
        return type_ == Type::real ? static_cast<T>(real_) : T{};
    }
}

/// Memory that is freed all at once.
class JsonArena {
  public:
    template <class T>
    [[nodiscard]] std::span<T> copy(std::span<const T> values) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(double));
        if (values.empty()) return {};
        T* const out = reinterpret_cast<T*>(take(values.size_bytes()));
        std::uninitialized_copy(values.begin(), values.end(), out);
        return {out, values.size()};
    }

  private:
    [[nodiscard]] std::byte* take(std::size_t bytes);

    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::span<std::byte> free_;
};

struct JsonTree {
    JsonArena arena;
    JsonValue root;
};

/// Parses the same values as the library's parser (RFC 8259; numbers as the nearest double). Returns nullopt
/// for invalid JSON and for rare cases: duplicate names in an object, numbers beyond 18 digits or a double,
/// non-ASCII characters written as \u, more than `max_values` values or `max_levels` levels. The tree points
/// into `text`.
[[nodiscard]] std::optional<JsonTree> quick_json(std::string_view text, std::size_t max_values,
                                                 int max_levels);

/// The member `key` of an object, or null where there is none or `value` is not an object.
[[nodiscard]] inline const JsonValue* member(const JsonValue& value, std::string_view key) {
    return value.find(key);
}

/// The object value.extensions[name], or null.
[[nodiscard]] const JsonValue* extension(const JsonValue& value, std::string_view name);

/// Whether it is a number that fits a float.
[[nodiscard]] bool fits_float(const JsonValue& value);

/// Returns a non-negative integer that fits an int, or `otherwise`: for extensions, which the table of
/// schema.cpp does not cover.
[[nodiscard]] int int_or(const JsonValue& value, std::string_view key, int otherwise);
/// Returns a number that fits a float, or `otherwise`.
[[nodiscard]] float float_or(const JsonValue& value, std::string_view key, float otherwise);
/// Returns a boolean, or `otherwise`.
[[nodiscard]] bool flag_or(const JsonValue& value, std::string_view key, bool otherwise);
/// Returns a string, or empty.
[[nodiscard]] std::string text_or_empty(const JsonValue& value, std::string_view key);

}  // namespace vitruvian::gltf
