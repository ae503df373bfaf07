// Files that are written out where their name would be: "data:image/png;base64,...".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace vitruvian {

/// The bytes of a "data:...;base64,..." URI, or nullopt. Space in it does not count: XML makes some of line ends.
[[nodiscard]] std::optional<std::vector<std::byte>> decode_data_uri(std::string_view uri);

}  // namespace vitruvian
