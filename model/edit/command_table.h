// The table of all commands: names, fields with units and help, and the functions that apply them. JSON,
// scripts, journals, undo titles, `vitruvian edit --list` and reports use it. A new command needs a struct in
// command.h, and an entry with its function in the file of its subject (joint_commands.cpp, ...).
#pragma once

#include "model/edit/command.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian {

/// Pointer to a field of a command.
using FieldValue =
    std::variant<Item*, std::optional<Item>*, std::vector<Item>*, std::vector<std::pair<Item, float>>*,
                 std::string*, std::optional<std::string>*, std::vector<std::string>*, float*,
                 std::optional<float>*, int*, vec3*, std::optional<vec3>*,
                 std::optional<std::array<float, 9>>*, std::vector<std::pair<int, Transform>>*,
                 std::vector<std::pair<int, vec3>>*, std::vector<int>*, std::vector<std::pair<int, float>>*,
                 std::vector<KeyChoice>*, std::vector<KeyValues>*, std::vector<Command>*>;

struct CommandField {
    std::string_view name;       // the key in JSON
    std::string_view unit;       // "rad"; empty: none
    std::string_view help;       // one sentence
    FieldValue (*in)(Command&);  // the command must be of the field's kind
    std::vector<ItemKind> kinds =
        {};                      // for Items: the allowed kinds; if several, JSON gives the kind as "thing"
    bool may_be_absent = false;  // in JSON; it then has its default value
};

/// True if JSON may give the kind of the field's item as "thing".
[[nodiscard]] bool takes_thing(const CommandField& field);
/// True if JSON must give it: the field is not named after one of the kinds.
[[nodiscard]] bool needs_thing(const CommandField& field);

/// True if the field is the humanoid that the command applies to: it is optional if the file has only one.
[[nodiscard]] bool is_own_humanoid(const CommandField& field);

struct CommandKind {
    std::string_view name;   // "set-joint-limits": `do` in JSON
    std::string_view title;  // for the undo menu, with fields in braces: "Set limits of {joint}"
    std::string_view help;
    std::vector<CommandField> fields;
    Command (*make)();  // returns one with default values
    Result<void> (*apply)(const Command&, Document&);
};

/// True if JSON may give, as "humanoid", whose items the fields are: no field has this name.
[[nodiscard]] bool takes_humanoid(const CommandKind& kind);

/// Returns every command, by subject.
[[nodiscard]] const std::vector<CommandKind>& command_kinds();
[[nodiscard]] const CommandKind& kind_of(const Command& command);
/// Null for an unknown name.
[[nodiscard]] const CommandKind* find_command_kind(std::string_view name);

/// Tables by subject, which command_kinds() concatenates.
[[nodiscard]] std::vector<CommandKind> joint_commands();
[[nodiscard]] std::vector<CommandKind> anatomy_commands();
[[nodiscard]] std::vector<CommandKind> naming_commands();
[[nodiscard]] std::vector<CommandKind> site_commands();
[[nodiscard]] std::vector<CommandKind> segment_commands();
[[nodiscard]] std::vector<CommandKind> displacer_commands();
[[nodiscard]] std::vector<CommandKind> mirror_commands();
[[nodiscard]] std::vector<CommandKind> placing_commands();
[[nodiscard]] std::vector<CommandKind> weight_commands();
[[nodiscard]] std::vector<CommandKind> rest_commands();
[[nodiscard]] std::vector<CommandKind> hierarchy_commands();
[[nodiscard]] std::vector<CommandKind> clip_commands();
[[nodiscard]] std::vector<CommandKind> key_commands();
[[nodiscard]] std::vector<CommandKind> pose_commands();
[[nodiscard]] std::vector<CommandKind> reach_commands();
[[nodiscard]] std::vector<CommandKind> mapping_commands();
[[nodiscard]] std::vector<CommandKind> paint_commands();
[[nodiscard]] std::vector<CommandKind> material_commands();
[[nodiscard]] std::vector<CommandKind> batch_commands();

// ---- helpers for those tables

template <class Member>
struct MemberOf;
template <class Edit, class Value>
struct MemberOf<Value Edit::*> {
    using edit = Edit;
};

/// command_field<&SetJointCentre::centre>("centre", "length", "...").
template <auto member>
[[nodiscard]] CommandField command_field(std::string_view name, std::string_view unit, std::string_view help,
                                         std::vector<ItemKind> kinds = {}) {
    using Edit = typename MemberOf<decltype(member)>::edit;
    return {name, unit, help,
            [](Command& command) -> FieldValue { return &(std::get<Edit>(command.edit).*member); },
            std::move(kinds)};
}

[[nodiscard]] inline CommandField may_be_absent(CommandField field) {
    field.may_be_absent = true;
    return field;
}

/// command_kind<SetJointCentre, set_centre>(...).
template <class Edit, Result<void> (*change)(const Edit&, Document&)>
[[nodiscard]] CommandKind command_kind(std::string_view name, std::string_view title, std::string_view help,
                                       std::vector<CommandField> fields) {
    return {name,
            title,
            help,
            std::move(fields),
            [] { return Command(Edit{}); },
            [](const Command& command, Document& document) {
                return change(std::get<Edit>(command.edit), document);
            }};
}

}  // namespace vitruvian
