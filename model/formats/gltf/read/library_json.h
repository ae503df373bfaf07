// JSON as the library holds it: for what writes files and for checks that look at a file's own words. Readers of files
// have json_tree.h.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/read/json_tree.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace vitruvian::gltf {

using Json = nlohmann::json;

[[nodiscard]] Json to_library(const JsonValue& value);
[[nodiscard]] JsonTree to_tree(const Json& value);

/// As parse_tree (container.h).
[[nodiscard]] Result<Json> parse_json(std::string_view text, const std::string& file,
                                      Diagnostics& diagnostics);

/// The same questions as to a JsonValue.
[[nodiscard]] const Json* member(const Json& value, const char* key);
[[nodiscard]] const Json* extension(const Json& value, const char* name);
[[nodiscard]] int int_or(const Json& value, const char* key, int otherwise);
[[nodiscard]] float float_or(const Json& value, const char* key, float otherwise);
[[nodiscard]] std::string text_or_empty(const Json& value, const char* key);

}  // namespace vitruvian::gltf
