// The state of a file when it was read or written, to detect whether another program has changed it since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

struct FileStamp {
    std::uint64_t size = 0;
    std::int64_t modified = 0;   // nanoseconds since the epoch, from the file system
    std::uint32_t checksum = 0;  // CRC-32 of the bytes

    [[nodiscard]] bool operator==(const FileStamp&) const = default;
};

/// A file and its last known state.
struct KnownFile {
    std::filesystem::path path;
    FileStamp stamp;
};

/// Stamp of the bytes of a file that was last modified at `modified`.
[[nodiscard]] FileStamp stamp_of(std::span<const std::byte> bytes, std::int64_t modified);

/// Reads the current file and returns its stamp; nullopt if it cannot be read.
[[nodiscard]] std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Returns size and time of the current file without reading it: with checksum 0. nullopt if there is none.
[[nodiscard]] std::optional<FileStamp> look_at(const std::filesystem::path& path);

/// True if the file still has the same bytes, regardless of its time.
[[nodiscard]] bool holds_same(const std::filesystem::path& path, const FileStamp& stamp);

/// Returns the known state of `path`; null if unknown.
[[nodiscard]] const FileStamp* find_known(const std::vector<KnownFile>& files,
                                          const std::filesystem::path& path);
/// Replaces the known state of `file.path`, or adds it.
void remember(std::vector<KnownFile>& files, KnownFile file);

}  // namespace vitruvian
