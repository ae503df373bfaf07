// Gives memory back that can be had again from a file.
#pragma once

#include <cstddef>
#include <span>

namespace vitruvian {

/// Where `bytes` lie in a mapped file (see read_file_bytes): lets the system have their memory until they are
/// looked at again. Bytes that lie anywhere else are left alone.
void release_pages(std::span<const std::byte> bytes);

}  // namespace vitruvian
