#include "model/core/large_memory.h"

#include <sys/mman.h>

#include <cstdint>

namespace vitruvian {

void prefer_large_pages(void* begin, std::size_t bytes) {
    constexpr std::size_t worth_it = std::size_t{2} << 20;
    constexpr std::uintptr_t page = 4096;
    if (bytes < worth_it) return;
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
    ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace vitruvian
