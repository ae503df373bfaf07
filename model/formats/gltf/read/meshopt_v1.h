// What KHR_meshopt_compression adds to EXT_meshopt_compression: version 1 of the attribute stream and the
// filter COLOR. The distributions' versions of meshoptimizer know neither.
#pragma once

#include <cstddef>
#include <span>

namespace vitruvian::gltf {

/// Whether an attribute stream is of version 1.
[[nodiscard]] bool is_attribute_stream_v1(std::span<const std::byte> stream);

/// Decodes an attribute stream of version 1 into `out`, whose size is a multiple of `stride` (a multiple of 4,
/// at most 256). Returns false where the stream is corrupt.
[[nodiscard]] bool decode_attributes_v1(std::span<const std::byte> stream, std::size_t stride,
                                        std::span<std::byte> out);

/// Converts elements of `stride` bytes (4: 8 bits per channel; 8: 16 bits) from YCoCg with alpha to RGBA.
void decode_color_filter(std::span<std::byte> elements, std::size_t stride);

}  // namespace vitruvian::gltf
