// A file on its way to the disk: written beside its place, put there in one step, and taken back again where
// something that belongs to it fails. What is there already stays what it is: a link a link, with its owner,
// its permissions and its other names; what is protected from writing is not replaced.
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

/// When a file's bytes are surely on the disk: before the call returns (what cannot be made again), or soon.
enum class Flush { now, later };

/// What a file may take the place of.
enum class Over { anything, nothing };

/// Writes all that a file is to hold; false where that fails (errno tells why). Is called again, with another file, where
/// the first way fails.
using Contents = std::function<bool(const Descriptor& file)>;

/// Whether what a file takes the place of is kept until the StagedFile is gone.
enum class Old { dropped, kept_if_possible, kept };

class StagedFile {
  public:
    /// Writes `contents`, which must be callable as long as this lives, to a temporary file beside `path`
    /// (where `path` is a link: beside what it leads to). Where replacing that file would make it another one
    /// (it has several names, or an owner that cannot be kept, or its folder is not writable) nothing is
    /// written yet, and place() writes into it. Error "cannot-write".
    [[nodiscard]] static Result<StagedFile> make(const std::filesystem::path& path, Contents contents,
                                                 Flush flush);
    /// The same with `bytes`, which must stay as they are as long as this lives.
    [[nodiscard]] static Result<StagedFile> make(const std::filesystem::path& path,
                                                 std::span<const std::byte> bytes, Flush flush);
    StagedFile(StagedFile&& other) noexcept = default;
    StagedFile& operator=(StagedFile&& other) = delete;
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;
    ~StagedFile();

    /// Puts the file in its place. Writing into a file, a copy of it is kept meanwhile (see Backup). Errors:
    /// "cannot-write", "file-exists" (over nothing, where something is); then all is as it was.
    [[nodiscard]] Result<void> place(Over over, Old old = Old::dropped);
    /// After a place() with Old::kept: all as it was before, as far as that can be done.
    void take_back();
    /// After a place() that kept it: what was there stays as NAME~ beside the file, in place of the one of before, unless
    /// it is the same. Where that cannot be, it is not there.
    void keep_as_backup();

    /// True where place() writes into the file that is there.
    [[nodiscard]] bool is_in_place() const { return way_ == Way::in_place; }
    /// When the file that is in place now was last changed, in nanoseconds since the epoch; 0: unknown.
    [[nodiscard]] std::int64_t modified() const;

  private:
    enum class Way { replace, in_place, stream };
    struct Name {  // of a file that is to vanish; empty: none
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

    std::filesystem::path path_;  // as asked for
    std::filesystem::path goal_;  // where links lead
    std::filesystem::path folder_;
    Contents contents_;
    Flush flush_ = Flush::now;
    Way way_ = Way::replace;
    std::optional<struct stat> before_;  // of what is there
    Descriptor file_;                    // the temporary file, locked: see remove_stale_temporaries
    Name temporary_;
    Descriptor old_file_;
    Name old_;  // another name for what was replaced
    std::optional<Backup> backup_;
    bool placed_ = false;
};

/// Removes temporary files that saves left which were killed. Those of running ones are locked and stay.
void remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace vitruvian
