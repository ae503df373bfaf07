// Files out, whole or not at all.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace vitruvian {

/// When a file's bytes are surely on the disk: before the call returns (what cannot be made again), or soon.
enum class Flush { now, later };

/// Writes atomically: temporary file beside it, fsync (where flushed now), rename. Error "cannot-write".
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path,
                                                 std::span<const std::byte> bytes, Flush flush = Flush::now);

/// True where there is a file of exactly these bytes.
[[nodiscard]] bool file_holds(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace vitruvian
