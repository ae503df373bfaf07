#include "model/edit/command_json.h"

#include "model/core/utf8.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_json.h"
#include "model/edit/json_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace vitruvian {
namespace {

using Json = EditJson;
using Poses = std::vector<std::pair<int, Transform>>;

constexpr int deepest_batch = 16;

// ---- to JSON

Json numbers(const float* values, int count) {
    Json out = Json::array();
    for (int i = 0; i < count; ++i) out.push_back(values[i]);
    return out;
}

Json quaternion(const quat& q) {
    return Json::array({q.x, q.y, q.z, q.w});
}

/// How an item is said: its name and, where that does not do without, its humanoid's; or numbers.
struct SpokenItem {
    std::string humanoid;  // empty: need not be said
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

/// The nodes of a document by their names, for lists of them, where looking each one up would take too long.
class NodeNames {
  public:
    explicit NodeNames(const Document& document) : document_(document) {
        for (std::size_t i = 0; i < document.nodes.size(); ++i) {
            const auto [entry, is_new] = nodes_.try_emplace(document.nodes[i].name, static_cast<int>(i));
            if (!is_new) entry->second = -1;
        }
    }

    [[nodiscard]] std::string text(int node) const {
        const bool is_there = node >= 0 && static_cast<std::size_t>(node) < document_.nodes.size();
        const std::string_view name =
            is_there ? std::string_view(document_.nodes[static_cast<std::size_t>(node)].name) : "";
        const bool is_plain =
            !name.empty() && name.find_first_of("#%") == std::string_view::npos && utf8_text(name) == name;
        return is_plain && nodes_.find(name)->second == node ? std::string(name) : fmt::format("#{}", node);
    }

    [[nodiscard]] Result<int> node(std::string_view text) const {
        const auto found = nodes_.find(text);
        if (found != nodes_.end() && found->second >= 0 && !text.starts_with('#')) return found->second;
        const Result<Item> item = find_item(document_, ItemKind::node, text);
        return item ? Result<int>(item->index) : tl::unexpected(item.error());
    }

  private:
    const Document& document_;
    std::unordered_map<std::string_view, int> nodes_;  // -1: several
};

Json object_of(const Command& command, const Document& document);

struct Writer {
    const Document& document;

    Json operator()(const Item* item) const { return spoken(*item, document).name; }
    Json operator()(const std::string* text) const { return utf8_text(*text); }
    Json operator()(const float* value) const { return *value; }
    Json operator()(const vec3* v) const { return numbers(&v->x, 3); }
    Json operator()(const std::optional<vec3>* v) const { return *v ? numbers(&(*v)->x, 3) : Json(nullptr); }
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
    Json operator()(const std::vector<Command>* commands) const {
        Json out = Json::array();
        Document changed = document;
        for (const Command& command : *commands) {
            out.push_back(object_of(command, changed));
            // What cannot be applied leaves the document as it was, and so will it when it is read.
            static_cast<void>(apply(command, changed));
        }
        return out;
    }
};

Json object_of(const Command& command, const Document& document) {
    const CommandKind& kind = kind_of(command);
    Command copy = command;
    Json out{{"do", std::string(kind.name)}};
    for (const CommandField& field : kind.fields) {
        const FieldValue value = field.in(copy);
        if (Item* const* item = std::get_if<Item*>(&value)) {
            if (field.kinds.size() > 1) out["thing"] = std::string(to_string((*item)->kind));
            if (std::string humanoid = spoken(**item, document).humanoid; !humanoid.empty())
                out["humanoid"] = humanoid;
        }
        out[std::string(field.name)] = std::visit(Writer{document}, value);
    }
    return out;
}

// ---- from JSON

/// `where.pointer` leads to what is wrong; the caller makes a line and a column of it.
tl::unexpected<Error> wrong(std::string code, std::string message, const std::string& pointer) {
    Location where;
    where.pointer = pointer;
    return fail(std::move(code), std::move(message), std::move(where));
}

Result<Command> command_of(const Json& object, const Document& document, const std::string& pointer,
                           int depth);

Result<float> number_of(const Json& json, const std::string& pointer) {
    if (!json.is_number()) return wrong("edit-field", "A number must stand here.", pointer);
    const auto value = json.get<float>();
    if (!std::isfinite(value)) return wrong("edit-field", "This number is too large.", pointer);
    return value;
}

template <std::size_t count>
Result<std::array<float, count>> numbers_of(const Json& json, const std::string& pointer) {
    if (!json.is_array() || json.size() != count)
        return wrong("edit-field", fmt::format("A list of {} numbers must stand here.", count), pointer);
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

Result<Item> item_of(ItemKind kind, const Json& json, const Document& document, int humanoid,
                     const std::string& pointer) {
    if (!json.is_string()) {
        return wrong(
            "edit-field",
            fmt::format("The name of a {}, or \"#\" and its index, must stand here.", to_string(kind)),
            pointer);
    }
    Result<Item> item = find_item(document, kind, json.get_ref<const std::string&>(), humanoid);
    if (!item) return wrong("edit-no-such-item", item.error().message, pointer);
    return item;
}

struct Reader {
    const Document& document;
    int humanoid = -1;  // that the command says; -1: none
    const Json& object;
    const CommandField& field;
    const Json& json;
    const std::string& pointer;  // of json
    int depth = 0;

    Result<void> operator()(Item* out) const {
        Result<ItemKind> kind = item_kind();
        if (!kind) return tl::unexpected(kind.error());
        const Result<Item> item = item_of(*kind, json, document, humanoid, pointer);
        if (!item) return tl::unexpected(item.error());
        *out = *item;
        return {};
    }
    Result<void> operator()(std::string* out) const {
        if (!json.is_string()) return wrong("edit-field", "A text in quotes must stand here.", pointer);
        *out = json.get<std::string>();
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
        if (!json.is_array()) return wrong("edit-field", "A list of objects must stand here.", pointer);
        const NodeNames names(document);
        for (std::size_t i = 0; i < json.size(); ++i) {
            const std::string at = fmt::format("{}/{}", pointer, i);
            out->emplace_back();
            if (Result<void> read = read_pose(json[i], at, names, out->back()); !read) return read;
        }
        return {};
    }
    Result<void> operator()(std::vector<Command>* out) const {
        if (!json.is_array()) return wrong("edit-field", "A list of commands must stand here.", pointer);
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
    /// Of an item that may be of several kinds, `thing` says which.
    [[nodiscard]] Result<ItemKind> item_kind() const {
        if (field.kinds.size() == 1) return field.kinds.front();
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
            return wrong("edit-field", "An object with node, translation and rotation must stand here.", at);
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

std::string keys_of(const CommandKind& kind) {
    std::string out;
    for (const CommandField& field : kind.fields) {
        if (field.kinds.size() > 1) out += out.empty() ? "thing" : ", thing";
        out += fmt::format("{}{}", out.empty() ? "" : ", ", field.name);
    }
    return out;
}

Result<void> expect_known_keys(const Json& object, const CommandKind& kind, const std::string& pointer) {
    for (const auto& [key, value] : object.items()) {
        const std::string_view name = key;
        const auto is_it = [name](const CommandField& field) {
            const bool thing = field.kinds.size() > 1 && name == "thing";
            const bool humanoid =
                name == "humanoid" && std::any_of(field.kinds.begin(), field.kinds.end(), is_of_humanoid);
            return name == field.name || thing || humanoid;
        };
        if (name == "do" || std::any_of(kind.fields.begin(), kind.fields.end(), is_it)) continue;
        return wrong(
            "edit-field",
            fmt::format("{} has no field \"{}\"; it has {}.", kind.name, utf8_text(key), keys_of(kind)),
            pointer + "/" + pointer_key(key));
    }
    return {};
}

Result<Command> command_of(const Json& object, const Document& document, const std::string& pointer,
                           int depth) {
    if (!object.is_object() || !object.contains("do") || !object["do"].is_string())
        return wrong("edit-field", "A command is an object with \"do\".", pointer);
    const CommandKind* kind = find_command_kind(object["do"].get_ref<const std::string&>());
    if (kind == nullptr) {
        return wrong("edit-unknown-command",
                     fmt::format("There is no command \"{}\".", object["do"].get<std::string>()),
                     pointer + "/do");
    }
    if (const Result<void> known = expect_known_keys(object, *kind, pointer); !known)
        return tl::unexpected(known.error());
    int humanoid = -1;
    if (object.contains("humanoid")) {
        const Result<Item> item =
            item_of(ItemKind::humanoid, object["humanoid"], document, -1, pointer + "/humanoid");
        if (!item) return tl::unexpected(item.error());
        humanoid = item->index;
    }
    Command out = kind->make();
    for (const CommandField& field : kind->fields) {
        const std::string key(field.name);
        if (!object.contains(key))
            return wrong("edit-field", fmt::format("{} needs \"{}\": {}.", kind->name, key, field.help),
                         pointer);
        const std::string at = pointer + "/" + key;
        const Result<void> read =
            std::visit(Reader{document, humanoid, object, field, object[key], at, depth}, field.in(out));
        if (!read) return tl::unexpected(read.error());
    }
    return out;
}

}  // namespace

std::string command_json(const Command& command, const Document& document) {
    return object_of(command, document).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Command> command_from_json(std::string_view text, const Document& document) {
    Json object;
    try {
        object = Json::parse(text.begin(), text.end());
    } catch (const Json::parse_error& error) {
        // `byte` counts what was read, with the token that does not fit.
        return fail("edit-syntax", "This is not well-formed JSON: it cannot be read on from here.",
                    place_of_offset(text, error.byte == 0 ? 0 : error.byte - 1));
    } catch (const Json::exception&) {
        return fail("edit-syntax", "This holds a number that is too large.", place_of_offset(text, 0));
    }
    Result<Command> command = command_of(object, document, "", 0);
    if (!command) command.error().where = place_of_value(text, command.error().where.pointer);
    return command;
}

}  // namespace vitruvian
