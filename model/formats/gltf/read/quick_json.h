// JSON text to JSON values, for files of which there is nothing to be said: several times as fast as the library's
// parser, which is asked again wherever this one gives up, and then finds the words for what is wrong.
#pragma once

#include "model/formats/gltf/read/schema.h"

#include <optional>
#include <string_view>

namespace vitruvian::gltf {

/// The same values as Json::parse (RFC 8259; of numbers the nearest double). Nothing for all that is no JSON, and for what
/// is rare in it: names that stand twice in an object, numbers beyond 18 digits or a double, escapes of characters beyond
/// U+007F, more than `most_values` values, more than `most_levels` levels.
[[nodiscard]] std::optional<Json> quick_json(std::string_view text, std::size_t most_values, int most_levels);

}  // namespace vitruvian::gltf
