// Commands as JSON objects, as scripts and journals hold them: {"do": "set-joint-stiffness", "joint": "l_elbow",
// "stiffness": [0, 0, 1]}. Keys are those of the table (command_table.h). Things go by name, or by "#INDEX" in their
// list, as in addresses (model/document/item.h, find_item); `humanoid` says whose where the name alone would not do.
// Numbers survive the way there and back to the last bit.
#pragma once

#include "model/edit/command.h"

#include <string>
#include <string_view>

namespace vitruvian {

/// One line, without its end. `document` is the one that the command is for, before it is applied.
[[nodiscard]] std::string command_json(const Command& command, const Document& document);

/// The command of one JSON object, for `document`. Errors have a line and column of `text`; "edit-syntax" where it is
/// no JSON, "edit-unknown-command", "edit-field" where a field is missing, unknown or of another kind,
/// "edit-no-such-item" where nothing has that name. Commands of a Batch are looked up in what those before them make
/// of `document`; the error of one that fails is that of apply().
[[nodiscard]] Result<Command> command_from_json(std::string_view text, const Document& document);

}  // namespace vitruvian
