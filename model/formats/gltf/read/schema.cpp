#include "model/formats/gltf/read/schema.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::gltf {
namespace {

enum class Kind {
    boolean,
    number,
    integer,  // not negative
    text,
    index,          // into the list `list`
    indices,        // an array of them; wrong ones make the property wrong
    loose_indices,  // an array of them; wrong ones are left out
    numbers,        // an array of `count` numbers, or of any where 0
    index_map,      // names to accessors
    index_maps,     // an array of those
    object,
    objects,
};

struct Shape;

/// One property of one kind of object (glTF 2.0, chapter 5).
struct Rule {
    const char* name;
    Kind kind;
    bool required = false;
    const char* list = nullptr;
    const Shape* shape = nullptr;
    std::size_t count = 0;
};

struct Shape {
    std::span<const Rule> rules;
};

constexpr bool required = true;

constexpr std::array buffer_rules{Rule{"byteLength", Kind::integer, required}, Rule{"uri", Kind::text},
                                  Rule{"name", Kind::text}};
constexpr std::array view_rules{Rule{"buffer", Kind::index, required, "buffers"},
                                Rule{"byteLength", Kind::integer, required},
                                Rule{"byteOffset", Kind::integer}, Rule{"byteStride", Kind::integer}};
constexpr std::array sparse_indices_rules{Rule{"bufferView", Kind::index, required, "bufferViews"},
                                          Rule{"byteOffset", Kind::integer},
                                          Rule{"componentType", Kind::integer, required}};
constexpr Shape sparse_indices{sparse_indices_rules};
constexpr std::array sparse_values_rules{Rule{"bufferView", Kind::index, required, "bufferViews"},
                                         Rule{"byteOffset", Kind::integer}};
constexpr Shape sparse_values{sparse_values_rules};
constexpr std::array sparse_rules{Rule{"count", Kind::integer, required},
                                  Rule{"indices", Kind::object, required, nullptr, &sparse_indices},
                                  Rule{"values", Kind::object, required, nullptr, &sparse_values}};
constexpr Shape sparse{sparse_rules};
constexpr std::array accessor_rules{Rule{"bufferView", Kind::index, false, "bufferViews"},
                                    Rule{"byteOffset", Kind::integer},
                                    Rule{"componentType", Kind::integer, required},
                                    Rule{"normalized", Kind::boolean},
                                    Rule{"count", Kind::integer, required},
                                    Rule{"type", Kind::text, required},
                                    Rule{"sparse", Kind::object, false, nullptr, &sparse}};
constexpr std::array image_rules{Rule{"uri", Kind::text}, Rule{"mimeType", Kind::text},
                                 Rule{"name", Kind::text},
                                 Rule{"bufferView", Kind::index, false, "bufferViews"}};
constexpr std::array primitive_rules{Rule{"attributes", Kind::index_map, required},
                                     Rule{"indices", Kind::index, false, "accessors"},
                                     Rule{"material", Kind::index, false, "materials"},
                                     Rule{"mode", Kind::integer}, Rule{"targets", Kind::index_maps}};
constexpr Shape primitive{primitive_rules};
constexpr std::array mesh_rules{Rule{"name", Kind::text},
                                Rule{"primitives", Kind::objects, required, nullptr, &primitive},
                                Rule{"weights", Kind::numbers}};
constexpr std::array target_rules{Rule{"node", Kind::index, false, "nodes"},
                                  Rule{"path", Kind::text, required}};
constexpr Shape channel_target{target_rules};
constexpr std::array channel_rules{Rule{"sampler", Kind::integer, required},
                                   Rule{"target", Kind::object, required, nullptr, &channel_target}};
constexpr Shape channel{channel_rules};
constexpr std::array animation_sampler_rules{Rule{"input", Kind::index, required, "accessors"},
                                             Rule{"output", Kind::index, required, "accessors"},
                                             Rule{"interpolation", Kind::text}};
constexpr Shape animation_sampler{animation_sampler_rules};
constexpr std::array animation_rules{Rule{"name", Kind::text},
                                     Rule{"channels", Kind::objects, required, nullptr, &channel},
                                     Rule{"samplers", Kind::objects, required, nullptr, &animation_sampler}};
constexpr std::array node_rules{Rule{"name", Kind::text},
                                Rule{"children", Kind::loose_indices, false, "nodes"},
                                Rule{"skin", Kind::index, false, "skins"},
                                Rule{"mesh", Kind::index, false, "meshes"},
                                Rule{"camera", Kind::index, false, "cameras"},
                                Rule{"matrix", Kind::numbers, false, nullptr, nullptr, 16},
                                Rule{"translation", Kind::numbers, false, nullptr, nullptr, 3},
                                Rule{"rotation", Kind::numbers, false, nullptr, nullptr, 4},
                                Rule{"scale", Kind::numbers, false, nullptr, nullptr, 3},
                                Rule{"weights", Kind::numbers}};
constexpr std::array scene_rules{Rule{"name", Kind::text},
                                 Rule{"nodes", Kind::loose_indices, false, "nodes"}};
constexpr std::array skin_rules{
    Rule{"name", Kind::text}, Rule{"inverseBindMatrices", Kind::index, false, "accessors"},
    Rule{"skeleton", Kind::index, false, "nodes"}, Rule{"joints", Kind::indices, required, "nodes"}};
constexpr std::array texture_info_rules{Rule{"index", Kind::index, required, "textures"},
                                        Rule{"texCoord", Kind::integer}, Rule{"scale", Kind::number},
                                        Rule{"strength", Kind::number}};
constexpr Shape texture_info{texture_info_rules};
constexpr std::array surface_rules{
    Rule{"baseColorFactor", Kind::numbers, false, nullptr, nullptr, 4},
    Rule{"baseColorTexture", Kind::object, false, nullptr, &texture_info},
    Rule{"metallicFactor", Kind::number}, Rule{"roughnessFactor", Kind::number},
    Rule{"metallicRoughnessTexture", Kind::object, false, nullptr, &texture_info}};
constexpr Shape surface{surface_rules};
constexpr std::array material_rules{Rule{"name", Kind::text},
                                    Rule{"pbrMetallicRoughness", Kind::object, false, nullptr, &surface},
                                    Rule{"normalTexture", Kind::object, false, nullptr, &texture_info},
                                    Rule{"occlusionTexture", Kind::object, false, nullptr, &texture_info},
                                    Rule{"emissiveTexture", Kind::object, false, nullptr, &texture_info},
                                    Rule{"emissiveFactor", Kind::numbers, false, nullptr, nullptr, 3},
                                    Rule{"alphaMode", Kind::text},
                                    Rule{"alphaCutoff", Kind::number},
                                    Rule{"doubleSided", Kind::boolean}};
constexpr std::array texture_rules{Rule{"sampler", Kind::index, false, "samplers"},
                                   Rule{"source", Kind::index, false, "images"}, Rule{"name", Kind::text}};
constexpr std::array sampler_rules{Rule{"magFilter", Kind::integer}, Rule{"minFilter", Kind::integer},
                                   Rule{"wrapS", Kind::integer}, Rule{"wrapT", Kind::integer}};
constexpr std::array perspective_rules{Rule{"yfov", Kind::number, required},
                                       Rule{"znear", Kind::number, required},
                                       Rule{"aspectRatio", Kind::number}, Rule{"zfar", Kind::number}};
constexpr Shape perspective{perspective_rules};
constexpr std::array orthographic_rules{
    Rule{"xmag", Kind::number, required}, Rule{"ymag", Kind::number, required},
    Rule{"zfar", Kind::number, required}, Rule{"znear", Kind::number, required}};
constexpr Shape orthographic{orthographic_rules};
constexpr std::array camera_rules{Rule{"name", Kind::text}, Rule{"type", Kind::text, required},
                                  Rule{"perspective", Kind::object, false, nullptr, &perspective},
                                  Rule{"orthographic", Kind::object, false, nullptr, &orthographic}};

/// A list at the top of the file. tinygltf spends up to 3 KB on an element of two bytes, hence the limits.
struct List {
    const char* name;
    Shape shape;
    std::size_t max_count;
    bool for_tinygltf;
};

constexpr std::size_t few = 16'384;
constexpr std::size_t many = 262'144;
constexpr std::array lists{
    List{"buffers", {buffer_rules}, few, false},      List{"bufferViews", {view_rules}, many, false},
    List{"accessors", {accessor_rules}, many, false}, List{"images", {image_rules}, few, false},
    List{"meshes", {mesh_rules}, many, false},        List{"animations", {animation_rules}, few, false},
    List{"nodes", {node_rules}, many, true},          List{"scenes", {scene_rules}, few, true},
    List{"skins", {skin_rules}, few, true},           List{"materials", {material_rules}, few, true},
    List{"textures", {texture_rules}, few, true},     List{"samplers", {sampler_rules}, few, true},
    List{"cameras", {camera_rules}, few, true},
};

bool fits_float(const Json& value) {
    if (!value.is_number()) return false;
    const double number = value.get<double>();
    return std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max());
}

/// Whole and not negative; 5.0 counts, and becomes 5.
bool make_integer(Json& value) {
    constexpr double limit = 9007199254740992.0;  // 2^53
    if (value.is_number_float()) {
        const double number = value.get<double>();
        if (!(number >= 0.0 && number <= limit) || number != std::floor(number)) return false;
        value = static_cast<std::uint64_t>(number);
        return true;
    }
    if (value.is_number_unsigned()) return static_cast<double>(value.get<std::uint64_t>()) <= limit;
    return false;
}

/// Walks the JSON along the table and keeps the place for messages.
class Checker {
  public:
    Checker(Json& root, const std::string& file, Diagnostics& diagnostics)
        : root_(root), file_(file), diagnostics_(diagnostics) {}

    Result<void> run() {
        for (const List& list : lists) {
            const auto found = root_.find(list.name);
            if (found == root_.end()) continue;
            const Location where{file_, 0, 0, fmt::format("/{}", list.name)};
            if (!found->is_array())
                return fail("gltf-type", fmt::format("{} is not an array", list.name), where);
            if (found->size() > list.max_count) {
                return fail(
                    "gltf-too-large",
                    fmt::format("{} {}; at most {} are read", found->size(), list.name, list.max_count),
                    where);
            }
            sizes_[list.name] = found->size();
        }
        for (const List& list : lists) {
            const auto found = root_.find(list.name);
            if (found != root_.end()) check_elements(*found, list.name, list.shape);
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

    /// Where it is, as a JSON pointer: only messages need it.
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

    bool check_elements(Json& array, const char* name, const Shape& shape) {
        return within({name, 0}, [&] {
            for (std::size_t i = 0; i < array.size(); ++i) {
                within({{}, i}, [&] {
                    if (!check_object(array[i], shape)) array[i] = nullptr;
                    return true;
                });
            }
            return true;
        });
    }

    bool check_object(Json& object, const Shape& shape) {
        if (!object.is_object()) {
            report("this is not an object and is left out");
            return false;
        }
        for (const Rule& rule : shape.rules) {
            const auto found = object.find(rule.name);
            if (found == object.end()) {
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
            object.erase(found);
        }
        return true;
    }

    bool is_index(Json& value, const char* list) {
        if (!make_integer(value)) return false;
        const auto size = sizes_.find(list);
        return size != sizes_.end() && value.get<std::uint64_t>() < size->second;
    }

    bool check_value(Json& value, const Rule& rule) {
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

    bool check_indices(Json& array, const char* list) {
        if (!array.is_array() || array.empty()) return false;
        for (Json& element : array) {
            if (!is_index(element, list)) return false;
        }
        return true;
    }

    bool drop_wrong_indices(Json& array, const char* list) {
        if (!array.is_array()) return false;
        Json good = Json::array();
        for (std::size_t i = 0; i < array.size(); ++i) {
            if (is_index(array[i], list)) {
                good.push_back(std::move(array[i]));
                continue;
            }
            within({{}, i}, [&] {
                report("there is no such node; the entry is left out");
                return true;
            });
        }
        array = std::move(good);
        return true;
    }

    static bool check_numbers(const Json& array, std::size_t count) {
        if (!array.is_array() || (count != 0 && array.size() != count)) return false;
        for (const Json& element : array) {
            if (!fits_float(element)) return false;
        }
        return true;
    }

    bool check_map(Json& map) {
        if (!map.is_object()) return false;
        for (auto entry = map.begin(); entry != map.end();) {
            if (is_index(entry.value(), "accessors")) {
                ++entry;
                continue;
            }
            within({entry.key(), 0}, [&] {
                report("there is no such accessor; the attribute is left out");
                return true;
            });
            entry = map.erase(entry);
        }
        return true;
    }

    bool check_maps(Json& array) {
        if (!array.is_array()) return false;
        for (std::size_t i = 0; i < array.size(); ++i) {
            const bool good = within({{}, i}, [&] { return check_map(array[i]); });
            if (!good) array[i] = Json::object();
        }
        return true;
    }

    bool check_objects(Json& array, const Shape& shape) {
        if (!array.is_array()) return false;
        for (std::size_t i = 0; i < array.size(); ++i) {
            within({{}, i}, [&] {
                if (!check_object(array[i], shape)) array[i] = nullptr;
                return true;
            });
        }
        return true;
    }

    Json& root_;
    const std::string& file_;
    Diagnostics& diagnostics_;
    std::map<std::string, std::size_t, std::less<>> sizes_;
    std::vector<Place> path_;
};

Result<void> check_version(const Json& root, const std::string& file, Diagnostics& diagnostics) {
    const Json* asset = member(root, "asset");
    const Json* version = asset != nullptr ? member(*asset, "version") : nullptr;
    const auto old = [&file](std::string_view text) {
        return fail("gltf-version",
                    fmt::format("this is glTF {}; only 2.0 is read: to convert it, run `npx "
                                "gltf-pipeline -i IN.gltf -o OUT.glb`",
                                text.substr(0, 20)),
                    {file, 0, 0, "/asset/version"});
    };
    // Version 1.0 kept its things in objects by name, and often said no version.
    const Json* meshes = member(root, "meshes");
    if (version == nullptr && meshes != nullptr && meshes->is_object() && !meshes->empty()) return old("1.0");
    if (version == nullptr || !version->is_string()) {
        diagnostics.warn("gltf-no-version", "the file does not say which version of glTF it is; read as 2.0",
                         {file, 0, 0, "/asset/version"});
        return {};
    }
    const auto& text = version->get_ref<const std::string&>();
    if (text.starts_with("2.") || text == "2") return {};
    return old(text);
}

/// The properties that the table knows.
Json known_part(const Json& value, const Shape& shape) {
    Json out = Json::object();
    if (!value.is_object()) return out;
    for (const Rule& rule : shape.rules) {
        const auto found = value.find(rule.name);
        if (found == value.end()) continue;
        out[rule.name] = rule.shape == nullptr ? *found : known_part(*found, *rule.shape);
    }
    return out;
}

/// tinygltf refuses a whole file over one camera without its lens.
void complete_camera(Json& camera) {
    const std::string type = text_or_empty(camera, "type");
    if ((type == "perspective" || type == "orthographic") && camera.contains(type)) return;
    camera["type"] = "perspective";
    camera["perspective"] = {{"yfov", 0.0}, {"znear", 0.0}};
}

}  // namespace

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
    const double number = found->get<double>();
    if (!(number >= 0.0 && number <= 2147483647.0) || number != std::floor(number)) return otherwise;
    return static_cast<int>(number);
}

float float_or(const Json& value, const char* key, float otherwise) {
    const Json* found = member(value, key);
    return found != nullptr && fits_float(*found) ? found->get<float>() : otherwise;
}

std::string text_or_empty(const Json& value, const char* key) {
    const Json* found = member(value, key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

Result<void> check_json(Json& root, const std::string& file, Diagnostics& diagnostics) {
    if (!root.is_object()) return fail("gltf-type", "the JSON is not an object", {file, 0, 0, "/"});
    if (Result<void> version = check_version(root, file, diagnostics); !version) return version;
    return Checker(root, file, diagnostics).run();
}

std::string scene_text(const Json& root) {
    Json out = {{"asset", {{"version", "2.0"}}}};
    for (const List& list : lists) {
        const auto found = root.find(list.name);
        if (!list.for_tinygltf || found == root.end()) continue;
        Json& copy = out[list.name] = Json::array();
        for (const Json& element : *found) copy.push_back(known_part(element, list.shape));
    }
    // tinygltf refuses a whole file over one skin without joints, too.
    if (out.contains("skins")) {
        for (Json& skin : out["skins"]) skin.emplace("joints", Json::array());
    }
    if (out.contains("cameras")) {
        for (Json& camera : out["cameras"]) complete_camera(camera);
    }
    if (const int scene = int_or(root, "scene", -1); scene >= 0) out["scene"] = scene;
    return out.dump();
}

}  // namespace vitruvian::gltf
