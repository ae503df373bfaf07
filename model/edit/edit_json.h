// The JSON type of commands and journals. Include in .cpp files only: it is slow to compile.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

/// Keys keep their insertion order. Numbers are float32, so that 0.1F prints as 0.1 and reads back as the
/// same float32.
using EditJson = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                      std::uint64_t, float>;

}  // namespace vitruvian
