// JSON on standard output: keys in the order written, and numbers as short as float32's round trip allows.
#pragma once

#include "model/core/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

/// Its numbers are float32, so that 0.1F prints as 0.1 and reads back as the same float32.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, float>;

/// The document as text: objects and arrays down to `open_levels` take a line per member, deeper ones a
/// single line. Bytes that are not UTF-8 (old files hold Latin-1 names) become U+FFFD, and controls are
/// escaped (a terminal would obey them).
[[nodiscard]] std::string json_text(const Json& json, int open_levels);

/// As in `info --json`.
[[nodiscard]] Json diagnostic_json(const Diagnostic& diagnostic);

}  // namespace vitruvian
