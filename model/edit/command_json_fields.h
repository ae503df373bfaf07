// Reading of single command fields from JSON. Used by command_json_read.cpp.
#pragma once

#include "model/edit/command_table.h"
#include "model/edit/edit_json.h"

#include <string>

namespace vitruvian {

/// Makes an Error whose `where.pointer` is the faulty value; the caller converts it to a line and column.
[[nodiscard]] tl::unexpected<Error> wrong(std::string code, std::string message, const std::string& pointer);

/// Returns the item of a kind that a text refers to; `humanoid`: the one to search, or -1.
[[nodiscard]] Result<Item> item_of(ItemKind kind, const EditJson& json, const Document& document,
                                   int humanoid, const std::string& pointer);

/// Location of a field's value.
struct JsonField {
    const Document& document;
    int humanoid = -1;  // given in the command; -1: none
    const EditJson& object;
    const CommandField& field;
    const EditJson& json;
    const std::string& pointer;  // of json
    int depth = 0;
};

/// Reads the value into a member of a command.
[[nodiscard]] Result<void> read_field(const JsonField& place, FieldValue out);

/// Reads a whole command; `depth`: nesting level of batches.
[[nodiscard]] Result<Command> command_of(const EditJson& object, const Document& document,
                                         const std::string& pointer, int depth);

}  // namespace vitruvian
