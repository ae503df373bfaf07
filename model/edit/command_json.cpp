#include "model/edit/command_json.h"

#include "model/core/utf8.h"
#include "model/edit/command_json_names.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_json.h"
#include "model/edit/key_json.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

using Json = EditJson;
using Poses = std::vector<std::pair<int, Transform>>;
using Weights = std::vector<std::pair<Item, float>>;

Json numbers(const float* values, int count) {
    Json out = Json::array();
    for (int i = 0; i < count; ++i) out.push_back(values[i]);
    return out;
}

Json quaternion(const quat& q) {
    return Json::array({q.x, q.y, q.z, q.w});
}

/// An item as written in JSON: its name and, where necessary, its humanoid's; or indices.
struct SpokenItem {
    std::string humanoid;  // empty: can be omitted
    std::string name;
};

SpokenItem spoken(const Item& item, const Document& document) {
    std::string address = address_of(document, item);
    if (address.empty()) return {"", fmt::format("#{}", item.index)};
    address.erase(0, address.find(':') + 1);
    // Slashes within names are escaped there.
    const std::size_t slash = is_of_humanoid(item.kind) ? address.find('/') : std::string::npos;
    if (slash == std::string::npos) return {"", address};
    return {address.substr(0, slash), address.substr(slash + 1)};
}

Json object_of(const Command& command, const Document& document);

struct Writer {
    const Document& document;

    Json operator()(const Item* item) const { return spoken(*item, document).name; }
    Json operator()(const std::optional<Item>* item) const {
        return *item ? Json(spoken(**item, document).name) : Json(nullptr);
    }
    Json operator()(const std::vector<Item>* items) const {
        Json out = Json::array();
        for (const Item& item : *items) out.push_back(spoken(item, document).name);
        return out;
    }
    Json operator()(const Weights* weights) const {
        Json out = Json::object();
        for (const auto& [item, weight] : *weights) out[spoken(item, document).name] = weight;
        return Json{{"weights", std::move(out)}};
    }
    Json operator()(const std::string* text) const { return utf8_text(*text); }
    Json operator()(const std::optional<std::string>* text) const {
        return *text ? Json(utf8_text(**text)) : Json(nullptr);
    }
    Json operator()(const std::vector<std::string>* texts) const {
        Json out = Json::array();
        for (const std::string& text : *texts) out.push_back(utf8_text(text));
        return out;
    }
    Json operator()(const float* value) const { return *value; }
    Json operator()(const std::optional<float>* value) const {
        return *value ? Json(**value) : Json(nullptr);
    }
    Json operator()(const int* value) const { return *value; }
    Json operator()(const vec3* v) const { return numbers(&v->x, 3); }
    Json operator()(const std::optional<vec3>* v) const { return *v ? numbers(&(*v)->x, 3) : Json(nullptr); }
    Json operator()(const std::optional<std::array<float, 9>>* v) const {
        return *v ? numbers((*v)->data(), 9) : Json(nullptr);
    }
    Json operator()(const Poses* poses) const {
        const NodeNames names(document);
        Json out = Json::array();
        for (const auto& [node, local] : *poses) {
            out.push_back(Json{{"node", names.text(node)},
                               {"translation", numbers(&local.translation.x, 3)},
                               {"rotation", quaternion(local.rotation)},
                               {"scale", numbers(&local.scale.x, 3)}});
            if (local.scale_orientation != identity_quat)
                out.back()["scale-orientation"] = quaternion(local.scale_orientation);
        }
        return out;
    }
    Json operator()(const std::vector<std::pair<int, vec3>>* targets) const {
        const NodeNames names(document);
        Json out = Json::array();
        for (const auto& [node, position] : *targets)
            out.push_back(Json{{"effector", names.text(node)}, {"position", numbers(&position.x, 3)}});
        return out;
    }
    Json operator()(const std::vector<int>* nodes) const {
        const NodeNames names(document);
        Json out = Json::array();
        for (const int node : *nodes) out.push_back(names.text(node));
        return out;
    }
    Json operator()(const std::vector<KeyChoice>* keys) const { return keys_json(*keys, document); }
    Json operator()(const std::vector<KeyValues>* keys) const { return keys_json(*keys, document); }
    Json operator()(const std::vector<std::pair<int, float>>* weights) const {
        Json out = Json::array();
        for (const auto& [vertex, weight] : *weights) out.push_back(Json::array({vertex, weight}));
        return out;
    }
    Json operator()(const std::vector<Command>* commands) const {
        Json out = Json::array();
        Document changed = document;
        for (const Command& command : *commands) {
            out.push_back(object_of(command, changed));
            // A command that fails leaves the document unchanged, also when it is read back.
            static_cast<void>(apply(command, changed));
        }
        return out;
    }
};

/// Whether two values of one field are equal.
bool are_equal(const FieldValue& a, const FieldValue& b) {
    return std::visit(
        [&b](const auto* x) {
            const auto* y = std::get_if<std::remove_const_t<std::remove_pointer_t<decltype(x)>>*>(&b);
            return y != nullptr && *x == **y;
        },
        a);
}

/// Whether the value can be omitted.
bool is_implied(const CommandField& field, const CommandKind& kind, const FieldValue& value,
                const Document& document) {
    if (is_own_humanoid(field)) return document.humanoids.size() == 1;
    Command plain = kind.make();
    return field.may_be_absent && are_equal(value, field.in(plain));
}

/// Returns the humanoid of a field's items, where it has to be written; otherwise empty.
std::string humanoid_said(const FieldValue& value, const Document& document) {
    if (Item* const* item = std::get_if<Item*>(&value)) return spoken(**item, document).humanoid;
    if (std::optional<Item>* const* item = std::get_if<std::optional<Item>*>(&value))
        return **item ? spoken(***item, document).humanoid : "";
    return {};
}

Json object_of(const Command& command, const Document& document) {
    const CommandKind& kind = kind_of(command);
    Command copy = command;
    Json out{{"do", std::string(kind.name)}};
    for (const CommandField& field : kind.fields) {
        const FieldValue value = field.in(copy);
        if (is_implied(field, kind, value, document)) continue;
        Item* const* item = std::get_if<Item*>(&value);
        if (item != nullptr && field.kinds.size() > 1 && field.name != to_string((*item)->kind))
            out["thing"] = std::string(to_string((*item)->kind));
        if (std::string humanoid = humanoid_said(value, document); !humanoid.empty())
            out["humanoid"] = humanoid;
        out[std::string(field.name)] = std::visit(Writer{document}, value);
    }
    return out;
}

}  // namespace

std::string command_json(const Command& command, const Document& document) {
    return object_of(command, document).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace vitruvian
