// Pictures embedded in HTML pages.
#pragma once

#include "renderer/png.h"

#include <cstddef>
#include <span>
#include <string>

namespace vitruvian {

/// Returns the picture as a PNG file in a data URI (RFC 2397).
[[nodiscard]] std::string png_data_uri(const Image& picture);
/// Returns the same for the bytes of a PNG file.
[[nodiscard]] std::string png_data_uri(std::span<const std::byte> file);

}  // namespace vitruvian
