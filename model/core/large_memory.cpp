#include "model/core/large_memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

namespace vitruvian {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

/// Advises for the whole pages of the memory; errors are ignored, since the advice is optional.
void advise(void* begin, std::size_t bytes, int advice) {
    constexpr std::uintptr_t page = 4096;
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page * page;
    ::madvise(reinterpret_cast<void*>(first), last - first, advice);
}

}  // namespace

void prefer_large_pages(void* begin, std::size_t bytes) {
    if (bytes >= large_page) advise(begin, bytes, MADV_HUGEPAGE);
}

void prepare_to_fill(void* begin, std::size_t bytes) {
    constexpr std::size_t worth_it = std::size_t{64} << 10;
    prefer_large_pages(begin, bytes);
    if (bytes >= worth_it && bytes < large_page) advise(begin, bytes, MADV_POPULATE_WRITE);
}

std::shared_ptr<std::byte[]> make_block(std::size_t bytes) {
    // A large page that is half used is still faster to get than as many small ones.
    const std::size_t rest = bytes % large_page;
    const std::size_t whole = rest < large_page / 2 ? bytes : bytes - rest + large_page;
    if (whole >= large_page) {
        if (void* const begin =
                std::aligned_alloc(large_page, (bytes + large_page - 1) / large_page * large_page)) {
            prefer_large_pages(begin, whole);
            return {static_cast<std::byte*>(begin), [](std::byte* block) { std::free(block); }};
        }
    }
    std::shared_ptr<std::byte[]> block(new std::byte[bytes]);
    prepare_to_fill(block.get(), bytes);
    return block;
}

}  // namespace vitruvian
