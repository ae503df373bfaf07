#include "model/edit/command_json_fields.h"

#include "model/core/json_text.h"
#include "model/edit/command_json_names.h"
#include "model/edit/key_json.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using Json = EditJson;
using Poses = std::vector<std::pair<int, Transform>>;
using Weights = std::vector<std::pair<Item, float>>;

constexpr int deepest_batch = 16;

Result<float> number_of(const Json& json, const std::string& pointer) {
    if (!json.is_number()) return wrong("edit-field", "Expected a number.", pointer);
    const auto value = json.get<float>();
    if (!std::isfinite(value)) return wrong("edit-field", "This number is too large.", pointer);
    return value;
}

template <std::size_t count>
Result<std::array<float, count>> numbers_of(const Json& json, const std::string& pointer) {
    if (!json.is_array() || json.size() != count)
        return wrong("edit-field", fmt::format("Expected a list of {} numbers.", count), pointer);
    std::array<float, count> out{};
    for (std::size_t i = 0; i < count; ++i) {
        const Result<float> value = number_of(json[i], fmt::format("{}/{}", pointer, i));
        if (!value) return tl::unexpected(value.error());
        out[i] = *value;
    }
    return out;
}

Result<void> read_vector(const Json& json, const std::string& pointer, vec3& out) {
    const auto v = numbers_of<3>(json, pointer);
    if (!v) return tl::unexpected(v.error());
    out = {(*v)[0], (*v)[1], (*v)[2]};
    return {};
}

Result<void> read_quaternion(const Json& json, const std::string& pointer, quat& out) {
    const auto v = numbers_of<4>(json, pointer);
    if (!v) return tl::unexpected(v.error());
    out = quat((*v)[3], (*v)[0], (*v)[1], (*v)[2]);
    return {};
}

struct FieldReader : JsonField {
    Result<void> operator()(Item* out) const {
        Result<ItemKind> kind = item_kind();
        if (!kind) return tl::unexpected(kind.error());
        const Result<Item> item = item_of(*kind, json, document, humanoid, pointer);
        if (!item) return tl::unexpected(item.error());
        *out = *item;
        return {};
    }
    Result<void> operator()(std::optional<Item>* out) const {
        out->reset();
        return json.is_null() ? Result<void>() : (*this)(&out->emplace());
    }
    Result<void> operator()(std::vector<Item>* out) const {
        if (!json.is_array()) return wrong("edit-field", "Expected a list of names.", pointer);
        for (std::size_t i = 0; i < json.size(); ++i) {
            const std::string at = fmt::format("{}/{}", pointer, i);
            const Result<Item> item = item_of(field.kinds.front(), json[i], document, humanoid, at);
            if (!item) return tl::unexpected(item.error());
            out->push_back(*item);
        }
        return {};
    }
    Result<void> operator()(Weights* out) const {
        const bool has_weights = json.is_object() && json.size() == 1 && json.contains("weights");
        if (!has_weights || !json["weights"].is_object()) {
            return wrong("edit-field", "Expected an object {\"weights\": {NAME: NUMBER, ...}}.", pointer);
        }
        for (const auto& [name, value] : json["weights"].items()) {
            const std::string at = pointer + "/weights/" + pointer_key(name);
            const Result<Item> item = item_of(field.kinds.front(), Json(name), document, humanoid, at);
            if (!item) return tl::unexpected(item.error());
            const Result<float> weight = number_of(value, at);
            if (!weight) return tl::unexpected(weight.error());
            out->emplace_back(*item, *weight);
        }
        return {};
    }
    Result<void> operator()(std::string* out) const {
        if (!json.is_string()) return wrong("edit-field", "Expected a quoted string.", pointer);
        *out = json.get<std::string>();
        return {};
    }
    Result<void> operator()(std::optional<std::string>* out) const {
        out->reset();
        return json.is_null() ? Result<void>() : (*this)(&out->emplace());
    }
    Result<void> operator()(std::vector<std::string>* out) const {
        if (!json.is_array()) return wrong("edit-field", "Expected a list of quoted strings.", pointer);
        for (std::size_t i = 0; i < json.size(); ++i) {
            if (!json[i].is_string())
                return wrong("edit-field", "Expected a quoted string.", fmt::format("{}/{}", pointer, i));
            out->push_back(json[i].get<std::string>());
        }
        return {};
    }
    Result<void> operator()(std::optional<float>* out) const {
        out->reset();
        return json.is_null() ? Result<void>() : (*this)(&out->emplace());
    }
    Result<void> operator()(int* out) const {
        const bool fits = json.is_number_integer() && std::abs(json.get<float>()) < 1e6F;
        if (!fits) return wrong("edit-field", "Expected a whole number.", pointer);
        *out = json.get<int>();
        return {};
    }
    Result<void> operator()(std::optional<std::array<float, 9>>* out) const {
        out->reset();
        if (json.is_null()) return {};
        const auto values = numbers_of<9>(json, pointer);
        if (!values) return tl::unexpected(values.error());
        *out = *values;
        return {};
    }
    Result<void> operator()(float* out) const {
        const Result<float> value = number_of(json, pointer);
        if (!value) return tl::unexpected(value.error());
        *out = *value;
        return {};
    }
    Result<void> operator()(vec3* out) const { return read_vector(json, pointer, *out); }
    Result<void> operator()(std::optional<vec3>* out) const {
        out->reset();
        if (json.is_null()) return {};
        return read_vector(json, pointer, out->emplace());
    }
    Result<void> operator()(Poses* out) const {
        if (!json.is_array()) return wrong("edit-field", "Expected a list of objects.", pointer);
        const NodeNames names(document);
        for (std::size_t i = 0; i < json.size(); ++i) {
            const std::string at = fmt::format("{}/{}", pointer, i);
            out->emplace_back();
            if (Result<void> read = read_pose(json[i], at, names, out->back()); !read) return read;
        }
        return {};
    }
    Result<void> operator()(std::vector<std::pair<int, vec3>>* out) const {
        if (!json.is_array() || json.empty())
            return wrong("edit-field", "Expected a list of objects.", pointer);
        const NodeNames names(document);
        for (std::size_t i = 0; i < json.size(); ++i) {
            const std::string at = fmt::format("{}/{}", pointer, i);
            const Json& target = json[i];
            if (!target.is_object() || target.size() != 2 || !target.contains("effector") ||
                !target.contains("position"))
                return wrong("edit-field", "Expected an object with \"effector\" and \"position\".", at);
            const Result<int> node = node_of(target["effector"], names, at + "/effector");
            if (!node) return tl::unexpected(node.error());
            out->emplace_back(*node, vec3(0.0F));
            if (Result<void> read = read_vector(target["position"], at + "/position", out->back().second);
                !read)
                return read;
        }
        return {};
    }
    Result<void> operator()(std::vector<int>* out) const {
        if (!json.is_array()) return wrong("edit-field", "Expected a list of names.", pointer);
        const NodeNames names(document);
        for (std::size_t i = 0; i < json.size(); ++i) {
            const Result<int> node = node_of(json[i], names, fmt::format("{}/{}", pointer, i));
            if (!node) return tl::unexpected(node.error());
            out->push_back(*node);
        }
        return {};
    }
    Result<void> operator()(std::vector<KeyChoice>* out) const {
        return read_keys(json, document, pointer, *out);
    }
    Result<void> operator()(std::vector<KeyValues>* out) const {
        return read_keys(json, document, pointer, *out);
    }
    Result<void> operator()(std::vector<std::pair<int, float>>* out) const {
        if (!json.is_array() || json.empty())
            return wrong("edit-field", "Expected a list of pairs [VERTEX, WEIGHT].", pointer);
        for (std::size_t i = 0; i < json.size(); ++i) {
            const std::string at = fmt::format("{}/{}", pointer, i);
            const Json& pair = json[i];
            const bool fits =
                pair.is_array() && pair.size() == 2 && pair[0].is_number_unsigned() && pair[0] < 2147483647;
            if (!fits) return wrong("edit-field", "Expected a pair [VERTEX, WEIGHT].", at);
            const Result<float> weight = number_of(pair[1], at + "/1");
            if (!weight) return tl::unexpected(weight.error());
            out->emplace_back(pair[0].get<int>(), *weight);
        }
        return {};
    }
    Result<void> operator()(std::vector<Command>* out) const {
        if (!json.is_array()) return wrong("edit-field", "Expected a list of commands.", pointer);
        if (depth >= deepest_batch) return wrong("edit-field", "Batches are nested too deeply.", pointer);
        Document changed = document;
        for (std::size_t i = 0; i < json.size(); ++i) {
            const std::string at = fmt::format("{}/{}", pointer, i);
            Result<Command> command = command_of(json[i], changed, at, depth + 1);
            if (!command) return tl::unexpected(command.error());
            if (const Result<void> done = apply(*command, changed); !done) {
                Error error = done.error();
                error.where.pointer = at + error.where.pointer;
                return tl::unexpected(std::move(error));
            }
            out->push_back(std::move(*command));
        }
        return {};
    }

  private:
    /// Returns a site or joint by its name, or by its bone's.
    [[nodiscard]] Result<int> node_of(const Json& name, const NodeNames& names, const std::string& at) const {
        if (!name.is_string()) return wrong("edit-field", "Expected the name of a site or joint.", at);
        const std::string& text = name.get_ref<const std::string&>();
        const Result<int> node = names.node(text);
        if (node) return node;
        const std::vector<Item> joints = find_joints(document, text, humanoid);
        if (joints.size() == 1) return vitruvian::node_of(document, joints.front());
        return wrong("edit-no-such-item", node.error().message, at);
    }

    /// For an item that may be of several kinds, `thing` is the kind; a field named after one of them does
    /// not need it.
    [[nodiscard]] Result<ItemKind> item_kind() const {
        if (field.kinds.size() == 1) return field.kinds.front();
        for (const ItemKind kind : field.kinds) {
            if (!object.contains("thing") && field.name == to_string(kind)) return kind;
        }
        std::string known;
        const std::string thing =
            object.contains("thing") && object["thing"].is_string() ? object["thing"].get<std::string>() : "";
        for (const ItemKind kind : field.kinds) {
            if (thing == to_string(kind)) return kind;
            known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(kind));
        }
        return wrong("edit-field", "\"thing\" must be one of " + known + ".",
                     pointer.substr(0, pointer.rfind('/')) + "/thing");
    }

    [[nodiscard]] static Result<void> read_pose(const Json& pose, const std::string& at,
                                                const NodeNames& names, std::pair<int, Transform>& out) {
        if (!pose.is_object() || !pose.contains("node") || !pose.contains("translation") ||
            !pose.contains("rotation"))
            return wrong("edit-field", "Expected an object with \"node\", \"translation\" and \"rotation\".",
                         at);
        for (const auto& [key, value] : pose.items()) {
            const std::string here = at + "/" + key;
            Result<void> read;
            if (key == "node") {
                const Result<int> node =
                    names.node(value.is_string() ? value.get_ref<const std::string&>() : "");
                if (!node) return wrong("edit-no-such-item", node.error().message, here);
                out.first = *node;
            } else if (key == "translation") {
                read = read_vector(value, here, out.second.translation);
            } else if (key == "rotation") {
                read = read_quaternion(value, here, out.second.rotation);
            } else if (key == "scale") {
                read = read_vector(value, here, out.second.scale);
            } else if (key == "scale-orientation") {
                read = read_quaternion(value, here, out.second.scale_orientation);
            } else {
                read = wrong("edit-field", "A pose's node has no \"" + key + "\".", here);
            }
            if (!read) return read;
        }
        return {};
    }
};

}  // namespace

tl::unexpected<Error> wrong(std::string code, std::string message, const std::string& pointer) {
    Location where;
    where.pointer = pointer;
    return fail(std::move(code), std::move(message), std::move(where));
}

Result<Item> item_of(ItemKind kind, const Json& json, const Document& document, int humanoid,
                     const std::string& pointer) {
    if (!json.is_string()) {
        return wrong("edit-field",
                     fmt::format("Expected the name of a {}, or \"#\" and its index.", to_string(kind)),
                     pointer);
    }
    Result<Item> item = find_item(document, kind, json.get_ref<const std::string&>(), humanoid);
    if (!item) return wrong("edit-no-such-item", item.error().message, pointer);
    return item;
}

Result<void> read_field(const JsonField& place, FieldValue out) {
    return std::visit(FieldReader{place}, out);
}

}  // namespace vitruvian
