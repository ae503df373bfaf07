// One field of a command from JSON. For command_json_read.cpp.
#pragma once

#include "model/edit/command_table.h"
#include "model/edit/edit_json.h"

#include <string>

namespace vitruvian {

/// `where.pointer` leads to what is wrong; the caller makes a line and a column of it.
[[nodiscard]] tl::unexpected<Error> wrong(std::string code, std::string message, const std::string& pointer);

/// The item of a kind that a text names; `humanoid`: of which, or -1.
[[nodiscard]] Result<Item> item_of(ItemKind kind, const EditJson& json, const Document& document,
                                   int humanoid, const std::string& pointer);

/// Where a field's value stands.
struct JsonField {
    const Document& document;
    int humanoid = -1;  // that the command says; -1: none
    const EditJson& object;
    const CommandField& field;
    const EditJson& json;
    const std::string& pointer;  // of json
    int depth = 0;
};

/// Reads it into a member of a command.
[[nodiscard]] Result<void> read_field(const JsonField& place, FieldValue out);

/// A whole command; `depth`: in so many batches.
[[nodiscard]] Result<Command> command_of(const EditJson& object, const Document& document,
                                         const std::string& pointer, int depth);

}  // namespace vitruvian
