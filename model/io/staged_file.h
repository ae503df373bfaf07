// A file that is being saved: written to a temporary file beside its destination, moved there in one step,
// and rolled back if a related operation fails. Properties of an existing file are kept: links, owner,
// permissions and other hard links; a write-protected file is not replaced.
#pragma once

#include "model/core/result.h"
#include "model/io/backup.h"
#include "model/io/descriptor.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace vitruvian {

/// When a file's bytes are guaranteed to be on disk: before the call returns (for data that cannot be
/// recreated), or soon.
enum class Flush { now, later };

/// What a file may replace.
enum class Over { anything, nothing };

/// Writes the contents of a file; returns false on failure (errno is set). Called again with another file if
/// the first method fails.
using Contents = std::function<bool(const Descriptor& file)>;

/// Whether the replaced file is kept until the StagedFile is destroyed.
enum class Old { dropped, kept_if_possible, kept };

class StagedFile {
  public:
    /// Writes `contents`, which must stay callable as long as this object lives, to a temporary file beside
    /// `path` (or beside the target of a link). Where replacing the file would change its identity (it has
    /// several hard links, an owner that cannot be preserved, or its folder is not writable) nothing is
    /// written yet, and place() overwrites it. Error "cannot-write".
    [[nodiscard]] static Result<StagedFile> make(const std::filesystem::path& path, Contents contents,
                                                 Flush flush);
    /// Like the above with `bytes`, which must be valid as long as this object lives.
    [[nodiscard]] static Result<StagedFile> make(const std::filesystem::path& path,
                                                 std::span<const std::byte> bytes, Flush flush);
    StagedFile(StagedFile&& other) noexcept = default;
    StagedFile& operator=(StagedFile&& other) = delete;
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;
    ~StagedFile();

    /// Moves the file into place. If it is overwritten instead, a copy is kept meanwhile (see Backup).
    /// Errors: "cannot-write", "file-exists" (with Over::nothing, where a file exists); then nothing is
    /// changed.
    [[nodiscard]] Result<void> place(Over over, Old old = Old::dropped);
    /// After place() with Old::kept: restores the previous state as far as possible.
    void take_back();
    /// After place() that kept the old file: keeps it as NAME~ beside the file, replacing an earlier one,
    /// unless it is identical. If that fails there is no backup.
    void keep_as_backup();

    /// Whether place() overwrites the existing file.
    [[nodiscard]] bool is_in_place() const { return way_ == Way::in_place; }
    /// Modification time of the file in place, in nanoseconds since the epoch; 0: unknown.
    [[nodiscard]] std::int64_t modified() const;

  private:
    enum class Way { replace, in_place, stream };
    struct Name {  // of a temporary file; empty: none
        std::string path;
        Name() = default;
        explicit Name(std::string text) : path(std::move(text)) {}
        Name(Name&& other) noexcept : path(std::exchange(other.path, {})) {}
        Name& operator=(Name&& other) noexcept {
            std::swap(path, other.path);
            return *this;
        }
        Name(const Name&) = delete;
        Name& operator=(const Name&) = delete;
        ~Name();
    };
    StagedFile() = default;

    [[nodiscard]] Result<void> find_way();
    [[nodiscard]] Result<void> write_temporary();
    [[nodiscard]] bool takes_over_rights() const;
    [[nodiscard]] Result<void> keep_old();
    [[nodiscard]] bool copy_backup_to(const std::string& path) const;
    [[nodiscard]] Result<void> rename_into_place(Over over);
    [[nodiscard]] Result<void> write_in_place();
    [[nodiscard]] Result<void> write_stream();
    [[nodiscard]] tl::unexpected<Error> cannot_write(const char* doing) const;

    std::filesystem::path path_;  // as requested
    std::filesystem::path goal_;  // with links resolved
    std::filesystem::path folder_;
    Contents contents_;
    Flush flush_ = Flush::now;
    Way way_ = Way::replace;
    std::optional<struct stat> before_;  // of the existing file
    Descriptor file_;                    // the temporary file, locked: see remove_stale_temporaries
    Name temporary_;
    Descriptor old_file_;
    Name old_;  // another name for what was replaced
    std::optional<Backup> backup_;
    bool placed_ = false;
};

/// Removes temporary files of saves that were killed. Those of running saves are locked and kept.
void remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace vitruvian
