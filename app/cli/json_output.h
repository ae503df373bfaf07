// JSON on standard output: keys in insertion order, and numbers in the shortest form that round-trips as
// float32.
#pragma once

#include "model/core/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

/// Numbers are float32, so that 0.1F prints as 0.1 and reads back as the same float32.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;

/// Returns the JSON text: objects and arrays down to `open_levels` take a line per member, deeper ones a
/// single line. Invalid UTF-8 (old files contain Latin-1 names) becomes U+FFFD, and control characters are
/// escaped, since a terminal would interpret them.
[[nodiscard]] std::string json_text(const Json& json, int open_levels);

/// Returns a diagnostic in the form of `info --json`.
[[nodiscard]] Json diagnostic_json(const Diagnostic& diagnostic);

}  // namespace vitruvian
