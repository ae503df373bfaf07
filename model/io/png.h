// Writing of PNG files. (renderer/png.h reads them; textures are decoded by image.h.)
#pragma once

#include "model/io/image.h"

#include <cstddef>
#include <vector>

namespace vitruvian {

/// RGBA8 to PNG bytes: the Sub filter and libdeflate, which is several times faster than stb's own.
/// Opaque pictures are written as RGB. The same pixels always give the same bytes.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image);
/// The same in the picture's own memory where that will do.
[[nodiscard]] std::vector<std::byte> encode_png(Image&& image);

}  // namespace vitruvian
