// Decoding of textures: PNG, JPEG (and what else stb_image knows) and WebP to RGBA8.
#pragma once

#include "model/core/result.h"
#include "model/document/mesh.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace vitruvian {

/// width * height RGBA8, rows from the top.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;
};

/// Decodes one image; at most 16384 on a side and 64 Mpixel.
[[nodiscard]] Result<Image> decode_image(const ImageSource& source);

}  // namespace vitruvian
