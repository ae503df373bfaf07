// Files out, whole or not at all.
#pragma once

#include "model/core/result.h"
#include "model/io/staged_file.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace vitruvian {

/// Writes a file whole or not at all, as StagedFile does. Errors "cannot-write", "file-exists" (over
/// nothing).
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path,
                                                 std::span<const std::byte> bytes, Flush flush = Flush::now,
                                                 Over over = Over::anything);

/// The same of what is written piece by piece; see Contents.
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path, const Contents& contents,
                                                 Flush flush);

/// True where there is a file of exactly these bytes.
[[nodiscard]] bool file_holds(const std::filesystem::path& path, std::span<const std::byte> bytes);
/// Whether two files can be read and hold the same.
[[nodiscard]] bool hold_the_same(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace vitruvian
