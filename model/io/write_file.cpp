#include "model/io/write_file.h"

#include "model/io/file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <vector>

namespace vitruvian {

Result<void> write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                   Flush flush, Over over) {
    // Files written in large numbers, such as images, need not search for leftovers each time.
    if (flush == Flush::now) {
        remove_stale_temporaries(path.has_parent_path() ? path.parent_path() : std::filesystem::path("."));
    }
    Result<StagedFile> file = StagedFile::make(path, bytes, flush);
    if (!file) return tl::unexpected(file.error());
    return file->place(over);
}

Result<void> write_file_atomically(const std::filesystem::path& path, const Contents& contents, Flush flush) {
    Result<StagedFile> file = StagedFile::make(path, contents, flush);
    if (!file) return tl::unexpected(file.error());
    return file->place(Over::anything);
}

bool file_holds(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) != bytes.size() || error) return false;
    const Result<std::vector<std::byte>> there = read_file(path, bytes.size() + 1);
    return there && std::equal(there->begin(), there->end(), bytes.begin(), bytes.end());
}

bool hold_the_same(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(a, error);
    if (error || size != std::filesystem::file_size(b, error) || error) return false;
    const Result<std::vector<std::byte>> first = read_file(a, size + 1);
    return first && file_holds(b, *first);
}

}  // namespace vitruvian
