// JSON of keys in commands. Include in .cpp files only, as edit_json.h.
#pragma once

#include "model/edit/command.h"
#include "model/edit/edit_json.h"

#include <string>
#include <vector>

namespace vitruvian {

[[nodiscard]] EditJson keys_json(const std::vector<KeyChoice>& keys, const Document& document);
[[nodiscard]] EditJson keys_json(const std::vector<KeyValues>& keys, const Document& document);

/// Appends to `out`. Errors: "edit-field", "edit-no-such-item"; `where.pointer` is that of the faulty value.
/// `pointer` is that of `json`.
[[nodiscard]] Result<void> read_keys(const EditJson& json, const Document& document,
                                     const std::string& pointer, std::vector<KeyChoice>& out);
[[nodiscard]] Result<void> read_keys(const EditJson& json, const Document& document,
                                     const std::string& pointer, std::vector<KeyValues>& out);

}  // namespace vitruvian
