// What glTF's JSON must look like before anybody trusts it: a table of the specification's properties, and a
// check that repairs or refuses by it. It knows no buffers and no bytes.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/read/json_tree.h"

#include <string>

namespace vitruvian::gltf {

/// Makes `root` safe to read by index: afterwards every list of the specification ("nodes", "accessors", ...)
/// holds only objects whose known properties have their type, whose numbers are finite and whose indices are
/// in range, or null where an element could not be saved (the list keeps its numbering). What is dropped
/// becomes a Diagnostic with its JSON pointer. An Error where nothing sensible is left: the root or a list
/// has another type, the file is not glTF 2, a list is absurdly long.
[[nodiscard]] Result<void> check_json(JsonValue& root, const std::string& file, Diagnostics& diagnostics);

}  // namespace vitruvian::gltf
