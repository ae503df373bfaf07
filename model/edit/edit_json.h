// The JSON of commands and journals. For .cpp files only: it takes long to compile.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

/// Keys stay in the order in which they were set. Numbers are float32, so that 0.1F prints as 0.1 and reads back as the
/// same float32.
using EditJson = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                      std::uint64_t, float>;

}  // namespace vitruvian
