// The kinds of JSON value that the program uses, instantiated once (json.cpp) and not in every file.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

/// Keys stay in the order in which they were set. Numbers are float32, so that 0.1F prints as 0.1 and reads back as
/// the same float32.
using Float32Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                         std::uint64_t, float>;

}  // namespace vitruvian

// clang-format off
extern template class nlohmann::basic_json<>;
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
extern template class nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t,
                                           std::uint64_t, float>;
// clang-format on
