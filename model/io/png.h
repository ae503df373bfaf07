// Writing of PNG files. (renderer/png.h reads them; textures are decoded by image.h.)
#pragma once

#include "model/io/image.h"

#include <cstddef>
#include <span>
#include <vector>

namespace vitruvian {

/// Encodes RGBA8 as PNG: with the Sub filter and libdeflate, which is several times faster than stb's
/// compressor. Opaque images are written as RGB. The same pixels always give the same bytes.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image);
/// Like the above, reusing the image's memory where possible.
[[nodiscard]] std::vector<std::byte> encode_png(Image&& image);

/// Whether `file` is a file that encode_png() may have written of this image, with any compressor: several times
/// faster than encoding the image or decoding the file.
[[nodiscard]] bool is_png_of(std::span<const std::byte> file, const Image& image);

}  // namespace vitruvian
