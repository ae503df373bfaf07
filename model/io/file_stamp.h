// What a file was like when it was read or written, so that a later look finds out whether somebody else has
// changed it since.
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
    std::int64_t modified = 0;   // nanoseconds since the epoch, as the file system says
    std::uint32_t checksum = 0;  // CRC-32 of the bytes

    [[nodiscard]] bool operator==(const FileStamp&) const = default;
};

/// A file as it was last seen.
struct KnownFile {
    std::filesystem::path path;
    FileStamp stamp;
};

/// Of the bytes of a file that was last changed at `modified`.
[[nodiscard]] FileStamp stamp_of(std::span<const std::byte> bytes, std::int64_t modified);

/// Of the file that is there now, which is read; nullopt where none can be.
[[nodiscard]] std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Size and time of the file that is there now, which is not read: with checksum 0. nullopt where there is
/// none.
[[nodiscard]] std::optional<FileStamp> look_at(const std::filesystem::path& path);

/// True where the file there has the bytes that it had, whatever its time is: one that was only touched is
/// the same.
[[nodiscard]] bool holds_same(const std::filesystem::path& path, const FileStamp& stamp);

/// What is known of `path`; null where nothing is.
[[nodiscard]] const FileStamp* find_known(const std::vector<KnownFile>& files,
                                          const std::filesystem::path& path);
/// Replaces what is known of `file.path`, or adds it.
void remember(std::vector<KnownFile>& files, KnownFile file);

}  // namespace vitruvian
