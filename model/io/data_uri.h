// Data URIs: "data:image/png;base64,...".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Returns the bytes of a "data:...;base64,..." URI, or nullopt. White space in it is ignored: XML converts
/// line ends to it.
[[nodiscard]] std::optional<std::vector<std::byte>> decode_data_uri(std::string_view uri);

/// Returns what follows "base64," in such a URI.
[[nodiscard]] std::string base64(std::span<const std::byte> bytes);

}  // namespace vitruvian
