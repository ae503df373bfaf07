// Writes files completely or not at all.
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

/// Like the above, for contents written in pieces; see Contents.
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path, const Contents& contents,
                                                 Flush flush);

/// Whether a file with exactly these bytes exists.
[[nodiscard]] bool file_holds(const std::filesystem::path& path, std::span<const std::byte> bytes);
/// Whether both files can be read and are equal.
[[nodiscard]] bool hold_the_same(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace vitruvian
