// Validation of glTF's JSON: a table of the specification's properties, and a check that repairs or rejects
// by it. Knows nothing of buffers and bytes.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/read/json_tree.h"

#include <string>

namespace vitruvian::gltf {

/// Makes `root` safe to access by index: afterwards every list of the specification ("nodes", "accessors",
/// ...) holds only objects whose known properties have the right type, whose numbers are finite and whose
/// indices are in range, or null where an element could not be repaired (so that indices stay valid). What is
/// dropped gives a Diagnostic with its JSON pointer. Returns an Error where nothing usable is left: the root
/// or a list has another type, the file is not glTF 2, a list is far too long.
[[nodiscard]] Result<void> check_json(JsonValue& root, const std::string& file, Diagnostics& diagnostics);

}  // namespace vitruvian::gltf
