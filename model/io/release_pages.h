// Releases memory that can be read again from a file.
#pragma once

#include <cstddef>
#include <span>

namespace vitruvian {

/// For `bytes` within a mapped file (see read_file_bytes): lets the system reclaim their memory until the
/// next access. Other memory is unaffected.
void release_pages(std::span<const std::byte> bytes);

}  // namespace vitruvian
