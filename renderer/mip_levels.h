// The smaller sizes of a texture.
#pragma once

#include "model/io/image.h"
#include "renderer/textures.h"

namespace vitruvian {

/// Halves the size (an odd last row or column is left out, one pixel stays) by averaging 2x2 pixels: in linear light if
/// the colours are sRGB, and weighted by their straight alpha.
[[nodiscard]] Image next_mip_level(const Image& image, Encoding encoding);

}  // namespace vitruvian
