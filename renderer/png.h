// PNG files out and in.
#pragma once

#include "model/io/image.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace vitruvian {

/// RGBA8 to PNG bytes: the Up filter and libdeflate, which is several times faster than stb's own.
/// Opaque pictures are written as RGB. The same pixels always give the same bytes.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image);

/// When a file's bytes are surely on the disk: before the call returns (what cannot be made again), or soon.
enum class Flush { now, later };

/// Writes atomically: temporary file beside it, fsync (where flushed now), rename. Error "cannot-write".
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path,
                                                 std::span<const std::byte> bytes, Flush flush = Flush::now);

[[nodiscard]] Result<Image> read_png(const std::filesystem::path& path);

}  // namespace vitruvian
