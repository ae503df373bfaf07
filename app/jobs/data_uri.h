// Pictures inside of pages.
#pragma once

#include "renderer/png.h"

#include <cstddef>
#include <span>
#include <string>

namespace vitruvian {

/// The picture as a PNG file in a data URI (RFC 2397).
[[nodiscard]] std::string png_data_uri(const Image& picture);
/// The same of a PNG file's bytes.
[[nodiscard]] std::string png_data_uri(std::span<const std::byte> file);

}  // namespace vitruvian
