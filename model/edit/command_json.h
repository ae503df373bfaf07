// Commands as JSON objects, as in scripts and journals: {"do": "set-joint-stiffness", "joint": "l_elbow",
// "stiffness": [0, 0, 1]}. Keys are those of the table (command_table.h). Objects are referred to by name, or
// by "#INDEX" in their list, as in addresses (model/document/item.h, find_item); `humanoid` disambiguates
// names. Numbers round-trip exactly.
#pragma once

#include "model/edit/command.h"

#include <string>
#include <string_view>

namespace vitruvian {

/// Returns one line, without the newline. `document` is the one before the command is applied.
[[nodiscard]] std::string command_json(const Command& command, const Document& document);

/// Parses a command for `document` from one JSON object. Errors have a line and column of `text`:
/// "edit-syntax" for invalid JSON, "edit-unknown-command", "edit-field" for a missing, unknown or mistyped
/// field, "edit-no-such-item" for an unknown name. Names in a Batch's commands are resolved in the document
/// as changed by the preceding ones; if one of those fails, its apply() error is returned.
[[nodiscard]] Result<Command> command_from_json(std::string_view text, const Document& document);

}  // namespace vitruvian
