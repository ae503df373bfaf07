#include "model/core/parse_json.h"
#include "model/core/utf8.h"
#include "model/edit/command_json.h"
#include "model/edit/command_json_fields.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_json.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

using Json = EditJson;

std::string keys_of(const CommandKind& kind) {
    std::string out;
    for (const CommandField& field : kind.fields) {
        if (takes_thing(field)) out += out.empty() ? "thing" : ", thing";
        out += fmt::format("{}{}", out.empty() ? "" : ", ", field.name);
    }
    return out;
}

Result<void> expect_known_keys(const Json& object, const CommandKind& kind, const std::string& pointer) {
    for (const auto& [key, value] : object.items()) {
        const std::string_view name = key;
        const auto is_it = [name](const CommandField& field) {
            return name == field.name || (takes_thing(field) && name == "thing");
        };
        if (name == "do" || (name == "humanoid" && takes_humanoid(kind))) continue;
        if (std::any_of(kind.fields.begin(), kind.fields.end(), is_it)) continue;
        return wrong(
            "edit-field",
            fmt::format("{} has no field \"{}\"; it has {}.", kind.name, utf8_text(key), keys_of(kind)),
            pointer + "/" + pointer_key(key));
    }
    return {};
}

/// Returns the humanoid that the object names; -1 where it names none.
Result<int> humanoid_said(const Json& object, const Document& document, const std::string& pointer) {
    if (!object.contains("humanoid")) return -1;
    const Result<Item> item =
        item_of(ItemKind::humanoid, object["humanoid"], document, -1, pointer + "/humanoid");
    if (!item) return tl::unexpected(item.error());
    return item->index;
}

std::string which_humanoid(const Document& document, std::string_view command) {
    if (document.humanoids.empty())
        return fmt::format("{} needs a humanoid, and the file has none.", command);
    return fmt::format("The file has {} humanoids: \"humanoid\" must say which one.",
                       document.humanoids.size());
}

}  // namespace

Result<Command> command_of(const Json& object, const Document& document, const std::string& pointer,
                           int depth) {
    if (!object.is_object() || !object.contains("do") || !object["do"].is_string())
        return wrong("edit-field", "Expected a command: an object with \"do\".", pointer);
    const CommandKind* kind = find_command_kind(object["do"].get_ref<const std::string&>());
    if (kind == nullptr) {
        return wrong("edit-unknown-command",
                     fmt::format("There is no command \"{}\".", object["do"].get<std::string>()),
                     pointer + "/do");
    }
    if (const Result<void> known = expect_known_keys(object, *kind, pointer); !known)
        return tl::unexpected(known.error());
    const Result<int> humanoid = humanoid_said(object, document, pointer);
    if (!humanoid) return tl::unexpected(humanoid.error());
    Command out = kind->make();
    for (const CommandField& field : kind->fields) {
        const std::string key(field.name);
        if (!object.contains(key) && field.may_be_absent) continue;
        if (!object.contains(key) && is_own_humanoid(field)) {
            if (document.humanoids.size() != 1)
                return wrong("edit-field", which_humanoid(document, kind->name), pointer);
            *std::get<Item*>(field.in(out)) = {ItemKind::humanoid, -1, 0};
            continue;
        }
        if (!object.contains(key))
            return wrong("edit-field", fmt::format("{} needs \"{}\": {}.", kind->name, key, field.help),
                         pointer);
        const std::string at = pointer + "/" + key;
        const Result<void> read =
            read_field({document, *humanoid, object, field, object[key], at, depth}, field.in(out));
        if (!read) return tl::unexpected(read.error());
    }
    return out;
}

Result<Command> command_from_json(std::string_view text, const Document& document) {
    const Result<Json> object = parse_json<Json>(text, "edit-syntax", {});
    if (!object) return tl::unexpected(object.error());
    Result<Command> command = command_of(*object, document, "", 0);
    if (!command) command.error().where = place_of_value(text, command.error().where.pointer);
    return command;
}

}  // namespace vitruvian
