#include "model/formats/gltf/read/schema.h"

#include "model/formats/gltf/read/schema_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::gltf {
namespace {

/// Whether it is a non-negative integer; 5.0 is accepted, and becomes 5.
bool make_integer(JsonValue& value) {
    constexpr double limit = 9007199254740992.0;  // 2^53
    if (value.is_number_float()) {
        const double number = value.get<double>();
        if (!(number >= 0.0 && number <= limit) || number != std::floor(number)) return false;
        value = JsonValue(static_cast<std::uint64_t>(number));
        return true;
    }
    if (value.is_number_unsigned()) return static_cast<double>(value.get<std::uint64_t>()) <= limit;
    return false;
}

/// Traverses the JSON along the table and keeps the place for messages.
class Checker {
  public:
    Checker(JsonValue& root, const std::string& file, Diagnostics& diagnostics)
        : root_(root), file_(file), diagnostics_(diagnostics) {}

    Result<void> run() {
        for (const List& list : schema_lists()) {
            const JsonValue* found = root_.find(list.name);
            if (found == nullptr) continue;
            const Location where{file_, 0, 0, fmt::format("/{}", list.name)};
            if (!found->is_array())
                return fail("gltf-type", fmt::format("{} is not an array", list.name), where);
            if (found->size() > list.max_count) {
                return fail(
                    "gltf-too-large",
                    fmt::format("{} {}; at most {} are read", found->size(), list.name, list.max_count),
                    where);
            }
            sizes_.emplace_back(list.name, found->size());
        }
        for (const List& list : schema_lists()) {
            if (JsonValue* found = root_.find(list.name)) check_elements(*found, list.name, list.shape);
        }
        return {};
    }

  private:
    /// A member by its name, or an element by its index.
    struct Place {
        std::string_view name;
        std::size_t index;
    };

    void report(std::string message) {
        diagnostics_.warn("gltf-invalid", std::move(message), {file_, 0, 0, path()});
    }

    /// Returns the place as a JSON pointer: only messages need it.
    [[nodiscard]] std::string path() const {
        std::string out;
        for (const Place& place : path_) {
            out += '/';
            out += place.name.data() != nullptr ? std::string(place.name) : std::to_string(place.index);
        }
        return out;
    }

    template <class Step>
    bool within(Place place, Step step) {
        path_.push_back(place);
        const bool good = step();
        path_.pop_back();
        return good;
    }

    void check_elements(JsonValue& array, std::string_view name, const Shape& shape) {
        within({name, 0}, [&] { return check_objects(array, shape); });
    }

    bool check_object(JsonValue& object, const Shape& shape) {
        if (!object.is_object()) {
            report("this is not an object and is left out");
            return false;
        }
        for (const Rule& rule : shape.rules) {
            JsonValue* found = object.find(rule.name);
            if (found == nullptr) {
                if (!rule.required) continue;
                report(fmt::format("\"{}\" is missing; the object is left out", rule.name));
                return false;
            }
            const bool good = within({rule.name, 0}, [&] { return check_value(*found, rule); });
            if (good) continue;
            within({rule.name, 0}, [&] {
                report(rule.required ? "a required property has a wrong type or value; its object is left out"
                                     : "a property has a wrong type or value and is left out");
                return true;
            });
            if (rule.required) return false;
            object.erase(rule.name);
        }
        return true;
    }

    bool is_index(JsonValue& value, std::string_view list) {
        if (!make_integer(value)) return false;
        const auto size = std::find_if(sizes_.begin(), sizes_.end(),
                                       [list](const auto& known) { return known.first == list; });
        return size != sizes_.end() && value.get<std::uint64_t>() < size->second;
    }

    bool check_value(JsonValue& value, const Rule& rule) {
        switch (rule.kind) {
            case Kind::boolean:
                return value.is_boolean();
            case Kind::number:
                return fits_float(value);
            case Kind::integer:
                return make_integer(value);
            case Kind::text:
                return value.is_string();
            case Kind::index:
                return is_index(value, rule.list);
            case Kind::indices:
                return check_indices(value, rule.list);
            case Kind::loose_indices:
                return drop_wrong_indices(value, rule.list);
            case Kind::numbers:
                return check_numbers(value, rule.count);
            case Kind::index_map:
                return check_map(value);
            case Kind::index_maps:
                return check_maps(value);
            case Kind::object:
                return check_object(value, *rule.shape);
            case Kind::objects:
                return check_objects(value, *rule.shape);
        }
        return false;
    }

    bool check_indices(JsonValue& array, std::string_view list) {
        if (!array.is_array() || array.empty()) return false;
        for (JsonValue& element : array.elements()) {
            if (!is_index(element, list)) return false;
        }
        return true;
    }

    bool drop_wrong_indices(JsonValue& array, std::string_view list) {
        if (!array.is_array()) return false;
        const std::span<JsonValue> elements = array.elements();
        std::size_t good = 0;
        for (std::size_t i = 0; i < elements.size(); ++i) {
            if (is_index(elements[i], list)) {
                elements[good++] = elements[i];
                continue;
            }
            within({{}, i}, [&] {
                report("there is no such node; the entry is left out");
                return true;
            });
        }
        array.shorten(good);
        return true;
    }

    static bool check_numbers(const JsonValue& array, std::size_t count) {
        if (!array.is_array() || (count != 0 && array.size() != count)) return false;
        return std::all_of(array.begin(), array.end(), fits_float);
    }

    bool check_map(JsonValue& map) {
        if (!map.is_object()) return false;
        for (std::size_t i = 0; i < map.size();) {
            JsonItem& entry = map.items()[i];
            if (is_index(entry.value, "accessors")) {
                ++i;
                continue;
            }
            within({entry.name, 0}, [&] {
                report("there is no such accessor; the attribute is left out");
                return true;
            });
            map.erase_item(i);
        }
        return true;
    }

    bool check_maps(JsonValue& array) {
        if (!array.is_array()) return false;
        const std::span<JsonValue> elements = array.elements();
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const bool good = within({{}, i}, [&] { return check_map(elements[i]); });
            if (!good) elements[i] = JsonValue(std::span<JsonItem>());
        }
        return true;
    }

    bool check_objects(JsonValue& array, const Shape& shape) {
        if (!array.is_array()) return false;
        const std::span<JsonValue> elements = array.elements();
        for (std::size_t i = 0; i < elements.size(); ++i) {
            within({{}, i}, [&] {
                if (!check_object(elements[i], shape)) elements[i] = JsonValue();
                return true;
            });
        }
        return true;
    }

    JsonValue& root_;
    const std::string& file_;
    Diagnostics& diagnostics_;
    std::vector<std::pair<std::string_view, std::size_t>> sizes_;
    std::vector<Place> path_;
};

Result<void> check_version(const JsonValue& root, const std::string& file, Diagnostics& diagnostics) {
    const JsonValue* asset = member(root, "asset");
    const JsonValue* version = asset != nullptr ? member(*asset, "version") : nullptr;
    const auto old = [&file](std::string_view text) {
        return fail("gltf-version",
                    fmt::format("this is glTF {}; only 2.0 is read: to convert it, run `npx "
                                "gltf-pipeline -i IN.gltf -o OUT.glb`",
                                text.substr(0, 20)),
                    {file, 0, 0, "/asset/version"});
    };
    // Version 1.0 and those before had objects with names as keys instead of lists, and a number for a version, or none.
    const auto is_keyed = [&root](std::string_view name) {
        const JsonValue* list = member(root, name);
        return list != nullptr && list->is_object() && !list->empty();
    };
    const bool says_version = version != nullptr && version->is_string();
    if (!says_version && (is_keyed("nodes") || is_keyed("meshes") || is_keyed("buffers")))
        return old("1.0 or older");
    if (version == nullptr || !version->is_string()) {
        diagnostics.warn("gltf-no-version", "the file does not say which version of glTF it is; read as 2.0",
                         {file, 0, 0, "/asset/version"});
        return {};
    }
    const std::string_view text = version->text();
    const auto is_before_2 = [](std::string_view number) {
        return number.starts_with("0") || number.starts_with("1.") || number == "1";
    };
    const auto is_2 = [](std::string_view number) { return number.starts_with("2.") || number == "2"; };
    if (is_before_2(text)) return old(text);
    // A later minor version is compatible unless the file says that it needs one (glTF 2.0, 3.2).
    const JsonValue* minimum = member(*asset, "minVersion");
    const std::string_view least = minimum != nullptr && minimum->is_string() ? minimum->text() : "2.0";
    const bool is_enough = least == "2.0" || least == "2" || is_before_2(least);
    if (is_2(text) && is_enough) return {};
    return fail(
        "gltf-version",
        fmt::format("this file needs glTF {}; only 2.0 is read", (is_2(text) ? least : text).substr(0, 20)),
        {file, 0, 0, is_2(text) ? "/asset/minVersion" : "/asset/version"});
}

}  // namespace

Result<void> check_json(JsonValue& root, const std::string& file, Diagnostics& diagnostics) {
    if (!root.is_object()) return fail("gltf-type", "the JSON is not an object", {file, 0, 0, "/"});
    if (Result<void> version = check_version(root, file, diagnostics); !version) return version;
    return Checker(root, file, diagnostics).run();
}

}  // namespace vitruvian::gltf
