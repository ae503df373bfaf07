#include "model/formats/gltf/read/library_json.h"

#include "model/formats/gltf/read/container.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian::gltf {
namespace {

JsonValue copied(const Json& value, JsonArena& arena) {
    const auto kept = [&arena](const std::string& text) {
        const std::span<char> out = arena.copy(std::span<const char>(text));
        return std::string_view(out.data(), out.size());
    };
    switch (value.type()) {
        case Json::value_t::boolean:
            return JsonValue(value.get<bool>());
        case Json::value_t::number_unsigned:
            return JsonValue(value.get<std::uint64_t>());
        case Json::value_t::number_integer:
            return JsonValue(value.get<std::int64_t>());
        case Json::value_t::number_float:
            return JsonValue(value.get<double>());
        case Json::value_t::string:
            return JsonValue(kept(value.get_ref<const std::string&>()));
        case Json::value_t::array: {
            std::vector<JsonValue> elements;
            for (const Json& element : value) elements.push_back(copied(element, arena));
            return JsonValue(arena.copy(std::span<const JsonValue>(elements)));
        }
        case Json::value_t::object: {
            std::vector<JsonItem> members;
            for (const auto& [name, element] : value.items())
                members.push_back({kept(name), copied(element, arena)});
            return JsonValue(arena.copy(std::span<const JsonItem>(members)));
        }
        default:
            return {};
    }
}

}  // namespace

Json to_library(const JsonValue& value) {
    switch (value.type()) {
        case JsonValue::Type::boolean:
            return value.get<bool>();
        case JsonValue::Type::unsigned_integer:
            return value.get<std::uint64_t>();
        case JsonValue::Type::negative_integer:
            return value.get<std::int64_t>();
        case JsonValue::Type::real:
            return value.get<double>();
        case JsonValue::Type::text:
            return value.get<std::string>();
        case JsonValue::Type::array: {
            Json out = Json::array();
            for (const JsonValue& element : value) out.push_back(to_library(element));
            return out;
        }
        case JsonValue::Type::object: {
            Json out = Json::object();
            for (const auto& [name, element] : value.items()) out[std::string(name)] = to_library(element);
            return out;
        }
        default:
            return nullptr;
    }
}

JsonTree to_tree(const Json& value) {
    JsonTree out;
    out.root = copied(value, out.arena);
    return out;
}

Result<Json> parse_json(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
    const Result<JsonTree> tree = parse_tree(text, file, diagnostics);
    if (!tree) return tl::unexpected(tree.error());
    return to_library(tree->root);
}

const Json* member(const Json& value, const char* key) {
    if (!value.is_object()) return nullptr;
    const auto found = value.find(key);
    return found == value.end() ? nullptr : &*found;
}

const Json* extension(const Json& value, const char* name) {
    const Json* extensions = member(value, "extensions");
    const Json* found = extensions != nullptr ? member(*extensions, name) : nullptr;
    return found != nullptr && found->is_object() ? found : nullptr;
}

int int_or(const Json& value, const char* key, int otherwise) {
    const Json* found = member(value, key);
    if (found == nullptr || !found->is_number()) return otherwise;
    const auto number = found->get<double>();
    if (!(number >= 0.0 && number <= 2147483647.0) || number != std::floor(number)) return otherwise;
    return static_cast<int>(number);
}

float float_or(const Json& value, const char* key, float otherwise) {
    const Json* found = member(value, key);
    if (found == nullptr || !found->is_number()) return otherwise;
    constexpr double largest = std::numeric_limits<float>::max();
    return std::abs(found->get<double>()) <= largest ? found->get<float>() : otherwise;
}

std::size_t size_or(const Json& value, const char* key, std::size_t otherwise) {
    const int found = int_or(value, key, -1);
    return found < 0 ? otherwise : static_cast<std::size_t>(found);
}

std::string text_or_empty(const Json& value, const char* key) {
    const Json* found = member(value, key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

const Json& list_of(const Json& value, const char* key) {
    static const Json none = Json::array();
    const Json* found = member(value, key);
    return found != nullptr && found->is_array() ? *found : none;
}

std::optional<std::pair<int, std::string_view>> element_of(std::string_view list, std::string_view pointer) {
    if (!pointer.starts_with(list)) return std::nullopt;
    pointer.remove_prefix(list.size());
    int number = -1;
    const auto [end, error] = std::from_chars(pointer.data(), pointer.data() + pointer.size(), number);
    const std::string_view rest = pointer.substr(static_cast<std::size_t>(end - pointer.data()));
    if (error != std::errc() || number < 0 || !(rest.empty() || rest.starts_with('/'))) return std::nullopt;
    return std::pair(number, rest);
}

}  // namespace vitruvian::gltf
