#include "model/edit/key_json.h"

#include "model/core/json_text.h"
#include "model/document/item.h"
#include "model/edit/command_json_names.h"
#include "model/edit/key_names.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

using Json = EditJson;

tl::unexpected<Error> wrong_keys(std::string message, const std::string& pointer,
                                 std::string code = "edit-field") {
    Location where;
    where.pointer = pointer;
    return fail(std::move(code), std::move(message), std::move(where));
}

template <class Keys>
Json named_json(const Keys& keys, const Document& document, const NodeNames& names) {
    if (keys.bone) return Json{{"bone", std::string(to_string(*keys.bone))}};
    if (keys.displacer < 0) return Json{{"node", names.text(keys.node)}};
    std::string address = address_of(document, displacer_item(keys.displacer));
    address.erase(0, address.find(':') + 1);
    return Json{{"displacer", address.empty() ? fmt::format("#{}", keys.displacer) : address}};
}

Result<void> read_numbers(const Json& json, const std::string& pointer, std::vector<float>& out) {
    if (!json.is_array()) return wrong_keys("Expected a list of numbers.", pointer);
    out.reserve(json.size());
    for (std::size_t i = 0; i < json.size(); ++i) {
        const bool is_number = json[i].is_number() && std::isfinite(json[i].get<float>());
        if (!is_number) return wrong_keys("Expected a finite number.", fmt::format("{}/{}", pointer, i));
        out.push_back(json[i].get<float>());
    }
    return {};
}

/// Reads lists of a channel's numbers, one per time; weights may be plain numbers.
Result<void> read_rows(const Json& json, const std::string& pointer, ChannelPath path,
                       std::vector<float>& out) {
    if (!json.is_array()) return wrong_keys("Expected a list.", pointer);
    const auto count = static_cast<std::size_t>(components(path));
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string at = fmt::format("{}/{}", pointer, i);
        const Json row = json[i].is_array() ? json[i] : Json::array({json[i]});
        if (row.size() != count) return wrong_keys(fmt::format("Expected a list of {} numbers.", count), at);
        if (Result<void> read = read_numbers(row, at, out); !read) return read;
    }
    return {};
}

struct KeyReader {
    const Document& document;
    const NodeNames& names;

    /// Whether `key` specifies the target of the keys.
    template <class Keys>
    Result<bool> read_name(const std::string& key, const Json& json, const std::string& at, Keys& out) const {
        if (key != "node" && key != "bone" && key != "displacer") return false;
        if (!json.is_string()) return wrong_keys("Expected a name.", at);
        const std::string& text = json.get_ref<const std::string&>();
        if (key == "bone") {
            out.bone = bone_from_string(text);
            if (!out.bone)
                return wrong_keys(fmt::format("No bone is called {}.", text), at, "edit-no-such-item");
        } else if (key == "displacer") {
            const Result<Item> item = find_item(document, ItemKind::displacer, text);
            if (!item) return wrong_keys(item.error().message, at, "edit-no-such-item");
            out.displacer = item->index;
        } else {
            const Result<int> node = names.node(text);
            const std::vector<Item> joints = node ? std::vector<Item>() : find_joints(document, text);
            if (!node && joints.size() != 1) return wrong_keys(node.error().message, at, "edit-no-such-item");
            out.node = node ? *node : node_of(document, joints.front());
        }
        return true;
    }

    static Result<void> read_other(const std::string& key, const Json& json, const std::string& at,
                                   KeyChoice& out) {
        if (key == "times") return read_numbers(json, at, out.times);
        return wrong_keys(fmt::format("Chosen keys have no \"{}\".", key), at);
    }

    static Result<void> read_other(const std::string& key, const Json& json, const std::string& at,
                                   KeyValues& out) {
        if (key == "times") return read_numbers(json, at, out.times);
        if (key == "values") return read_rows(json, at, out.path, out.values);
        if (key == "in-tangents") return read_rows(json, at, out.path, out.in_tangents);
        if (key == "out-tangents") return read_rows(json, at, out.path, out.out_tangents);
        return wrong_keys(fmt::format("Keys have no \"{}\".", key), at);
    }

    template <class Keys>
    Result<void> operator()(const Json& json, const std::string& pointer, Keys& out) const {
        const auto named =
            json.is_object() ? json.count("node") + json.count("bone") + json.count("displacer") : 0;
        if (named != 1)
            return wrong_keys("Expected an object with \"node\", \"bone\" or \"displacer\".", pointer);
        if (json.contains("path")) {
            const Json& path = json["path"];
            const auto known = path.is_string() ? channel_path_from_string(path.get_ref<const std::string&>())
                                                : std::nullopt;
            if (!known)
                return wrong_keys(
                    "\"path\" must be translation, rotation, scale, scale-orientation or weight.",
                    pointer + "/path");
            out.path = *known;
        } else if (std::is_same_v<Keys, KeyValues> && json.contains("displacer")) {
            out.path = ChannelPath::weight;  // there is only this path
        }
        for (const auto& [key, value] : json.items()) {
            if (key == "path") continue;
            const std::string at = pointer + "/" + pointer_key(key);
            const Result<bool> is_name = read_name(key, value, at, out);
            if (!is_name) return tl::unexpected(is_name.error());
            if (*is_name) continue;
            if (Result<void> read = read_other(key, value, at, out); !read) return read;
        }
        return {};
    }
};

template <class Keys>
Result<void> read_list(const Json& json, const Document& document, const std::string& pointer,
                       std::vector<Keys>& out) {
    if (!json.is_array() || json.empty()) return wrong_keys("Expected a list of objects.", pointer);
    const NodeNames names(document);
    for (std::size_t i = 0; i < json.size(); ++i) {
        out.emplace_back();
        const Result<void> read =
            KeyReader{document, names}(json[i], fmt::format("{}/{}", pointer, i), out.back());
        if (!read) return read;
    }
    return {};
}

Json rows_json(const std::vector<float>& numbers, ChannelPath path) {
    const auto count = static_cast<std::size_t>(components(path));
    Json out = Json::array();
    for (std::size_t i = 0; i + count <= numbers.size(); i += count) {
        if (count == 1) {
            out.push_back(numbers[i]);
            continue;
        }
        Json row = Json::array();
        for (std::size_t c = 0; c < count; ++c) row.push_back(numbers[i + c]);
        out.push_back(std::move(row));
    }
    return out;
}

}  // namespace

EditJson keys_json(const std::vector<KeyChoice>& keys, const Document& document) {
    const NodeNames names(document);
    Json out = Json::array();
    for (const KeyChoice& choice : keys) {
        Json object = named_json(choice, document, names);
        if (choice.path) object["path"] = std::string(to_string(*choice.path));
        if (!choice.times.empty()) object["times"] = choice.times;
        out.push_back(std::move(object));
    }
    return out;
}

EditJson keys_json(const std::vector<KeyValues>& keys, const Document& document) {
    const NodeNames names(document);
    Json out = Json::array();
    for (const KeyValues& values : keys) {
        Json object = named_json(values, document, names);
        if (values.displacer < 0) object["path"] = std::string(to_string(values.path));
        object["times"] = values.times;
        object["values"] = rows_json(values.values, values.path);
        if (!values.in_tangents.empty()) object["in-tangents"] = rows_json(values.in_tangents, values.path);
        if (!values.out_tangents.empty())
            object["out-tangents"] = rows_json(values.out_tangents, values.path);
        out.push_back(std::move(object));
    }
    return out;
}

Result<void> read_keys(const EditJson& json, const Document& document, const std::string& pointer,
                       std::vector<KeyChoice>& out) {
    return read_list(json, document, pointer, out);
}

Result<void> read_keys(const EditJson& json, const Document& document, const std::string& pointer,
                       std::vector<KeyValues>& out) {
    return read_list(json, document, pointer, out);
}

}  // namespace vitruvian
