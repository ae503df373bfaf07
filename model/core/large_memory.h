// Allocation of arrays of many megabytes. Independent of their content.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace vitruvian {

/// Asks the system to back untouched memory by large pages: filling it is then several times faster. This is
/// a hint; it is ignored where unsupported.
void prefer_large_pages(void* begin, std::size_t bytes);

/// Like prefer_large_pages, for memory that is about to be written completely; a part smaller than a large
/// page is also mapped at once, not page by page.
void prepare_to_fill(void* begin, std::size_t bytes);

/// Allocates `bytes` that are about to be written; large blocks are aligned to a large page.
[[nodiscard]] std::shared_ptr<std::byte[]> make_block(std::size_t bytes);  // NOLINT(modernize-avoid-c-arrays)

/// Like reserve, for a vector that is to be filled once.
template <class T>
void reserve_large(std::vector<T>& out, std::size_t count) {
    out.reserve(count);
    prefer_large_pages(out.data(), count * sizeof(T));
}

/// Like resize, for a vector that will have as many elements.
template <class T>
void reserve_to_fill(std::vector<T>& out, std::size_t count) {
    out.reserve(count);
    prepare_to_fill(out.data(), count * sizeof(T));
}

}  // namespace vitruvian
