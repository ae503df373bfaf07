// What glTF's JSON must look like before anybody trusts it: a table of the specification's properties, and a
// check that repairs or refuses by it. It knows no buffers and no bytes.
#pragma once

#include "model/core/result.h"

#include <nlohmann/json.hpp>

#include <string>

namespace vitruvian::gltf {

using Json = nlohmann::json;

/// Makes `root` safe to read by index: afterwards every list of the specification ("nodes", "accessors", ...)
/// holds only objects whose known properties have their type, whose numbers are finite and whose indices are
/// in range, or null where an element could not be saved (the list keeps its numbering). What is dropped
/// becomes a Diagnostic with its JSON pointer. An Error where nothing sensible is left: the root or a list
/// has another type, the file is not glTF 2, a list is absurdly long.
[[nodiscard]] Result<void> check_json(Json& root, const std::string& file, Diagnostics& diagnostics);

/// The checked scene (nodes, scenes, skins, materials, textures, samplers, cameras) as JSON text for
/// tinygltf: known properties only, no extensions or extras, and no buffers, accessors or images, so that
/// tinygltf neither copies bytes nor opens files. Null elements become empty ones.
[[nodiscard]] std::string scene_text(const Json& root);

/// The member `key` of an object, or null where there is none or `value` is no object.
[[nodiscard]] const Json* member(const Json& value, const char* key);

/// The object value.extensions[name], or null.
[[nodiscard]] const Json* extension(const Json& value, const char* name);

/// A non-negative whole number that fits an int, or `otherwise`: for extensions, which the table does not
/// cover.
[[nodiscard]] int int_or(const Json& value, const char* key, int otherwise);
/// A number that a float can hold, or `otherwise`.
[[nodiscard]] float float_or(const Json& value, const char* key, float otherwise);
/// A text, or empty.
[[nodiscard]] std::string text_or_empty(const Json& value, const char* key);

}  // namespace vitruvian::gltf
