// The bytes of a whole file, in memory that was never set to zero: for large files that is half the time of
// reading.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace vitruvian {

struct FileBytes {
    std::unique_ptr<std::byte[]> data;
    std::size_t size = 0;
    [[nodiscard]] std::span<const std::byte> span() const { return {data.get(), size}; }
};

/// As read_file (see load.h).
[[nodiscard]] Result<FileBytes> read_file_bytes(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace vitruvian
