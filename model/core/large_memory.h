// Allocation of arrays of many megabytes. Independent of their content.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace vitruvian {

/// Asks the system to back memory that was not yet touched by large pages: filling it is then several times
/// faster. Advice: where it is not taken, nothing is lost.
void prefer_large_pages(void* begin, std::size_t bytes);

/// The same for memory all of which is about to be written; that of less than a large page comes in one go,
/// not page by page.
void prepare_to_fill(void* begin, std::size_t bytes);

/// Memory for `bytes` that are about to be written; those of large blocks begin with a large page.
[[nodiscard]] std::shared_ptr<std::byte[]> make_block(std::size_t bytes);  // NOLINT(modernize-avoid-c-arrays)

/// Like reserve, for a vector that is to be filled once.
template <class T>
void reserve_large(std::vector<T>& out, std::size_t count) {
    out.reserve(count);
    prefer_large_pages(out.data(), count * sizeof(T));
}

/// The same for a vector that will have as many elements.
template <class T>
void reserve_to_fill(std::vector<T>& out, std::size_t count) {
    out.reserve(count);
    prepare_to_fill(out.data(), count * sizeof(T));
}

}  // namespace vitruvian
