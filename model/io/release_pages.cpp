#include "model/io/release_pages.h"

#include <sys/mman.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace vitruvian {
namespace {

/// Whether the address belongs to a file mapped read-only, as reported by the system: releasing any other
/// memory would lose its contents.
bool is_in_mapped_file(std::uintptr_t address) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "re"),
                                                               &std::fclose);
    if (!maps) return false;
    char line[512];
    while (std::fgets(line, sizeof line, maps.get()) != nullptr) {
        std::uintptr_t first = 0;
        std::uintptr_t last = 0;
        char rights[5] = {};
        unsigned long inode = 0;
        const int fields =
            std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %lu", &first, &last, rights, &inode);
        if (fields != 4 || address < first || address >= last) continue;
        return inode != 0 && rights[0] == 'r' && rights[1] == '-';
    }
    return false;
}

}  // namespace

void release_pages(std::span<const std::byte> bytes) {
    constexpr std::size_t worth_it = std::size_t{1} << 20;
    constexpr std::uintptr_t page = 4096;
    if (bytes.size() < worth_it) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    const auto first = (begin + page - 1) / page * page;
    const auto last = (begin + bytes.size()) / page * page;
    if (is_in_mapped_file(first) && is_in_mapped_file(last - 1))
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace vitruvian
