#include "model/io/file_stamp.h"

#include "model/io/descriptor.h"

#include <libdeflate.h>
#include <sys/stat.h>

#include <algorithm>

namespace vitruvian {
namespace {

std::optional<FileStamp> size_and_time(const struct stat& status) {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    return FileStamp{static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim), 0};
}

}  // namespace

FileStamp stamp_of(std::span<const std::byte> bytes, std::int64_t modified) {
    return {bytes.size(), modified, libdeflate_crc32(0, bytes.data(), bytes.size())};
}

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
    const Descriptor file = Descriptor::open(path, O_RDONLY | O_NONBLOCK);
    struct stat status {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) return std::nullopt;
    std::optional<FileStamp> out = size_and_time(status);
    if (!out) return std::nullopt;
    std::vector<std::byte> block(std::size_t{1} << 20);
    std::uint64_t size = 0;
    while (true) {
        const std::optional<std::size_t> got = file.read(block);
        if (!got) return std::nullopt;
        if (*got == 0) break;
        out->checksum = libdeflate_crc32(out->checksum, block.data(), *got);
        size += *got;
    }
    out->size = size;
    return out;
}

std::optional<FileStamp> look_at(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return size_and_time(status);
}

bool holds_same(const std::filesystem::path& path, const FileStamp& stamp) {
    const std::optional<FileStamp> seen = look_at(path);
    if (!seen || seen->size != stamp.size) return false;
    // The time alone is not sufficient: it can be set back, and some file systems have a resolution of one
    // second.
    const std::optional<FileStamp> now = stamp_of(path);
    return now && now->size == stamp.size && now->checksum == stamp.checksum;
}

const FileStamp* find_known(const std::vector<KnownFile>& files, const std::filesystem::path& path) {
    const auto found =
        std::find_if(files.begin(), files.end(), [&](const KnownFile& file) { return file.path == path; });
    return found == files.end() ? nullptr : &found->stamp;
}

void remember(std::vector<KnownFile>& files, KnownFile file) {
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const KnownFile& known) { return known.path == file.path; });
    if (found == files.end()) {
        files.push_back(std::move(file));
    } else {
        *found = std::move(file);
    }
}

}  // namespace vitruvian
