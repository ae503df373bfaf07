#include "app/cli/heap.h"

#include <malloc.h>
#include <sys/mman.h>

#include <cstdlib>
#include <memory>

namespace vitruvian {

void keep_released_memory() {
    constexpr int largest_in_heap = 32 << 20;  // the most that glibc accepts
    constexpr int most_kept = 512 << 20;
    ::mallopt(M_MMAP_THRESHOLD, largest_in_heap);
    ::mallopt(M_TRIM_THRESHOLD, most_kept);
}

void take_large_pages() {
    keep_released_memory();
    ::mallopt(M_ARENA_MAX, 1);
    constexpr std::size_t page = std::size_t{2} << 20;
    std::size_t size = 11 * page;
    void* const block = std::malloc(size);  // goes back to the heap, which keeps it
    void* begin = block;
    if (std::align(page, page, begin, size) != nullptr) ::madvise(begin, size / page * page, MADV_HUGEPAGE);
    std::free(block);
}

}  // namespace vitruvian
