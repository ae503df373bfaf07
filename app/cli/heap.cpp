#include "app/cli/heap.h"

#include "model/core/large_memory.h"

#include <malloc.h>

#include <cstddef>
#include <cstdlib>

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
    constexpr std::size_t one_picture = std::size_t{22} << 20;
    void* const block = std::malloc(one_picture);  // goes back to the heap, which keeps it
    if (block != nullptr) prefer_large_pages(block, one_picture);
    std::free(block);
}

}  // namespace vitruvian
