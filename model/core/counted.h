// Counts in messages for people.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace vitruvian {

/// "1 vertex", "2 vertices": the count and the noun that goes with it. The noun may bring its verb along
/// ("vertex has", "vertices have").
[[nodiscard]] std::string counted(std::integral auto count, std::string_view one, std::string_view many) {
    return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

}  // namespace vitruvian
