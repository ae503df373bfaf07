#include "model/core/large_memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

namespace vitruvian {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

}  // namespace

void prefer_large_pages(void* begin, std::size_t bytes) {
    constexpr std::uintptr_t page = 4096;
    if (bytes < large_page) return;
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
    ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

std::shared_ptr<std::byte[]> make_block(std::size_t bytes) {
    // A large page that is half used is still sooner there than as many small ones.
    const std::size_t rest = bytes % large_page;
    const std::size_t whole = rest < large_page / 2 ? bytes : bytes - rest + large_page;
    if (whole >= large_page) {
        if (void* const begin =
                std::aligned_alloc(large_page, (bytes + large_page - 1) / large_page * large_page)) {
            prefer_large_pages(begin, whole);
            return {static_cast<std::byte*>(begin), [](std::byte* block) { std::free(block); }};
        }
    }
    return std::shared_ptr<std::byte[]>(new std::byte[bytes]);
}

}  // namespace vitruvian
