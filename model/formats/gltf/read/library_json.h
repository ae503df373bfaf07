// JSON values of the library: for code that writes files and for checks that inspect a file's own JSON.
// Readers use json_tree.h.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/read/json_tree.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vitruvian::gltf {

using Json = nlohmann::json;

[[nodiscard]] Json to_library(const JsonValue& value);
[[nodiscard]] JsonTree to_tree(const Json& value);

/// Like parse_tree (container.h).
[[nodiscard]] Result<Json> parse_json(std::string_view text, const std::string& file,
                                      Diagnostics& diagnostics);

/// The same look-ups as for a JsonValue.
[[nodiscard]] const Json* member(const Json& value, const char* key);
[[nodiscard]] const Json* extension(const Json& value, const char* name);
[[nodiscard]] int int_or(const Json& value, const char* key, int otherwise);
[[nodiscard]] float float_or(const Json& value, const char* key, float otherwise);
[[nodiscard]] std::size_t size_or(const Json& value, const char* key, std::size_t otherwise);
[[nodiscard]] std::string text_or_empty(const Json& value, const char* key);
/// Returns the array under that key, or an empty one.
[[nodiscard]] const Json& list_of(const Json& value, const char* key);

/// Splits a JSON pointer such as "/nodes/12/rotation" that begins with `list` ("/nodes/") into 12 and
/// "/rotation"; nullopt for other pointers.
[[nodiscard]] std::optional<std::pair<int, std::string_view>> element_of(std::string_view list,
                                                                         std::string_view pointer);

}  // namespace vitruvian::gltf
