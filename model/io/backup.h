// A backup copy of a file that is about to be overwritten in place, in case this fails half-way. If the
// program is killed meanwhile the copy remains: in the folder `vitruvian/backups` of the user's state folder
// (XDG_STATE_HOME, else ~/.local/state), or else next to the file.
#pragma once

#include "model/io/descriptor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace vitruvian {

class Backup {
  public:
    /// Copies the whole of `file`, which is the open file `path`; it is on disk when this returns. nullopt if
    /// it cannot be stored (errno).
    [[nodiscard]] static std::optional<Backup> make(const Descriptor& file,
                                                    const std::filesystem::path& path);
    Backup(Backup&& other) noexcept = default;
    Backup& operator=(Backup&& other) noexcept {
        std::swap(copy_, other.copy_);
        std::swap(path_, other.path_);
        return *this;
    }
    Backup(const Backup&) = delete;
    Backup& operator=(const Backup&) = delete;
    /// Removes the copy.
    ~Backup();

    /// Writes the copy back into `file`. If that fails the copy is kept permanently.
    [[nodiscard]] bool restore(const Descriptor& file);
    /// Writes the copy into another file.
    [[nodiscard]] bool copy_to(const Descriptor& file) const;
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    Backup() = default;

    Descriptor copy_;
    std::string path_;
};

/// Returns the backup folder, created if missing, with access for this user only; empty if unavailable.
[[nodiscard]] std::filesystem::path backup_folder();

/// Opens a new file named `prefix` and six random letters, and sets `prefix` to its name. `access`: O_RDWR,
/// or O_WRONLY, with which a sandboxed process can create files where it may not read.
[[nodiscard]] Descriptor open_new(std::string& prefix, mode_t mode, int access);

}  // namespace vitruvian
