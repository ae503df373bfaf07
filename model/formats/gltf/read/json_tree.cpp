#include "model/formats/gltf/read/json_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitruvian::gltf {
namespace {

const JsonValue no_value{};

/// As ==; names mostly differ in length or the first letter.
bool is_name(std::string_view a, std::string_view b) {
    return a.size() == b.size() && (a.empty() || (a.front() == b.front() && a == b));
}

}  // namespace

std::byte* JsonArena::take(std::size_t bytes) {
    constexpr std::size_t block = std::size_t{64} << 10;
    constexpr std::size_t alignment = alignof(double);
    bytes = (bytes + alignment - 1) / alignment * alignment;
    if (bytes > block / 4) {
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes));
        return blocks_.back().get();
    }
    if (bytes > free_.size()) {
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(block));
        free_ = {blocks_.back().get(), block};
    }
    std::byte* const out = free_.data();
    free_ = free_.subspan(bytes);
    return out;
}

const JsonValue& JsonValue::operator[](std::size_t index) const {
    return is_array() && index < count_ ? elements_[index] : no_value;
}

const JsonValue& JsonValue::operator[](std::string_view name) const {
    const JsonValue* found = find(name);
    return found == nullptr ? no_value : *found;
}

const JsonValue* JsonValue::find(std::string_view name) const {
    constexpr std::size_t few = 12;
    const std::span<const JsonItem> members = items();
    if (members.size() <= few) {
        for (const JsonItem& member : members) {
            if (is_name(member.name, name)) return &member.value;
        }
        return nullptr;
    }
    const auto found = std::lower_bound(members.begin(), members.end(), name,
                                        [](const JsonItem& m, std::string_view n) { return m.name < n; });
    return found != members.end() && found->name == name ? &found->value : nullptr;
}

void JsonValue::erase_item(std::size_t index) {
    const std::span<JsonItem> members = items();
    if (index >= members.size()) return;
    const auto place = members.begin() + static_cast<std::ptrdiff_t>(index);
    std::copy(place + 1, members.end(), place);
    --count_;
}

void JsonValue::erase(std::string_view name) {
    const std::span<JsonItem> members = items();
    const auto found = std::find_if(members.begin(), members.end(),
                                    [name](const JsonItem& member) { return member.name == name; });
    erase_item(static_cast<std::size_t>(found - members.begin()));
}

const JsonValue* extension(const JsonValue& value, std::string_view name) {
    const JsonValue* extensions = member(value, "extensions");
    const JsonValue* found = extensions != nullptr ? member(*extensions, name) : nullptr;
    return found != nullptr && found->is_object() ? found : nullptr;
}

bool fits_float(const JsonValue& value) {
    constexpr double largest = std::numeric_limits<float>::max();
    return value.is_number() && std::abs(value.get<double>()) <= largest;
}

int int_or(const JsonValue& value, std::string_view key, int otherwise) {
    const JsonValue* found = member(value, key);
    if (found == nullptr || !found->is_number()) return otherwise;
    const auto number = found->get<double>();
    if (!(number >= 0.0 && number <= 2147483647.0) || number != std::floor(number)) return otherwise;
    return static_cast<int>(number);
}

float float_or(const JsonValue& value, std::string_view key, float otherwise) {
    const JsonValue* found = member(value, key);
    return found != nullptr && fits_float(*found) ? found->get<float>() : otherwise;
}

std::string text_or_empty(const JsonValue& value, std::string_view key) {
    const JsonValue* found = member(value, key);
    return found != nullptr ? found->get<std::string>() : std::string();
}

}  // namespace vitruvian::gltf
