#include "model/io/staged_file.h"

#include "model/io/write_file.h"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/xattr.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_prefix = ".vitruvian-";

/// Resolves links, the last of which may be dangling; nullopt where they are cyclic.
std::optional<fs::path> followed(fs::path path) {
    constexpr int max_links = 40;
    for (int link = 0; link < max_links; ++link) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
        const fs::path target = fs::read_symlink(path, error);
        if (error) return std::nullopt;
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    errno = ELOOP;
    return std::nullopt;
}

bool may_write(const fs::path& path, int how) {
    return ::faccessat(AT_FDCWD, path.c_str(), how, AT_EACCESS) == 0;
}

/// In a folder like /tmp only the owner may replace a file.
bool is_kept_by_folder(const fs::path& folder, const struct stat& file) {
    struct stat status {};
    const uid_t self = ::geteuid();
    return ::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_ISVTX) != 0 && self != 0 &&
           status.st_uid != self && file.st_uid != self;
}

bool same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Whether `path` is a name of the open `file`.
bool names(const std::string& path, const Descriptor& file) {
    struct stat named {};
    struct stat opened {};
    return ::lstat(path.c_str(), &named) == 0 && ::fstat(file.get(), &opened) == 0 &&
           same_file(named, opened);
}

/// Opens a new file, locked as long as it is open.
Descriptor open_temporary(const fs::path& folder, std::string& path) {
    for (int attempt = 0; attempt < 10; ++attempt) {
        path = (folder / temporary_prefix).string();
        Descriptor file = open_new(path, 0666, O_WRONLY);
        if (!file.is_open()) return file;
        // Where the file system has no locks, nothing removes stale files either.
        if (::flock(file.get(), LOCK_EX) != 0 || names(path, file)) return file;
    }
    return {};
}

/// Copies access control lists and extended attributes.
bool copy_attributes(const fs::path& from, const Descriptor& to) {
    constexpr std::size_t max_bytes = std::size_t{1} << 16;
    std::vector<char> list(max_bytes);
    const ssize_t length = ::listxattr(from.c_str(), list.data(), list.size());
    if (length <= 0) return length == 0 || errno == ENOTSUP;
    std::vector<char> value(max_bytes);
    for (const char* name = list.data(); name < list.data() + length; name += std::strlen(name) + 1) {
        const std::string_view text(name);
        if (!text.starts_with("user.") && text != "system.posix_acl_access") continue;
        const ssize_t size = ::getxattr(from.c_str(), name, value.data(), value.size());
        if (size < 0) return false;
        if (::fsetxattr(to.get(), name, value.data(), static_cast<std::size_t>(size), 0) != 0) return false;
    }
    return true;
}

/// What to do about a system error, as the end of a message; may be empty.
const char* remedy_for(int reason) {
    switch (reason) {
        case ENOSPC:
        case EDQUOT:
            return ": make room on the disk, or choose another place";
        case EACCES:
        case EPERM:
            return ": give yourself the right to write there, or choose another place";
        case EROFS:
            return ": the disk is read-only, choose another place";
        case ENOENT:
        case ENOTDIR:
            return ": its folder is not there, choose another place";
        case EISDIR:
            return ": a folder has this name, choose another one";
        default:
            return "";
    }
}

void sync_folder(const fs::path& folder) {
    const Descriptor file = Descriptor::open(folder, O_RDONLY | O_DIRECTORY);
    if (file.is_open()) ::fsync(file.get());  // folders that cannot be opened are not synchronised
}

/// Fails with EEXIST if the new name exists.
int rename_over_nothing(const std::string& from, const std::string& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str());
    if (errno == EEXIST) return -1;
    // For a file system with neither: the closest approximation.
    struct stat there {};
    if (::lstat(to.c_str(), &there) == 0) {
        errno = EEXIST;
        return -1;
    }
    return ::rename(from.c_str(), to.c_str());
}

}  // namespace

StagedFile::Name::~Name() {
    if (!path.empty()) ::unlink(path.c_str());
}

StagedFile::~StagedFile() = default;

tl::unexpected<Error> StagedFile::cannot_write(const char* doing) const {
    const int reason = errno;
    return fail("cannot-write",
                fmt::format("cannot write '{}': {} ({}){}", path_.string(), std::strerror(reason), doing,
                            remedy_for(reason)),
                Location{path_.string(), 0, 0, {}});
}

Result<StagedFile> StagedFile::make(const fs::path& path, Contents contents, Flush flush) {
    StagedFile out;
    out.path_ = path;
    out.contents_ = std::move(contents);
    out.flush_ = flush;
    if (Result<void> found = out.find_way(); !found) return tl::unexpected(found.error());
    if (out.way_ == Way::replace) {
        if (Result<void> written = out.write_temporary(); !written) return tl::unexpected(written.error());
    }
    return out;
}

Result<StagedFile> StagedFile::make(const fs::path& path, std::span<const std::byte> bytes, Flush flush) {
    return make(
        path, [bytes](const Descriptor& file) { return file.write(bytes); }, flush);
}

Result<void> StagedFile::find_way() {
    std::error_code error;
    goal_ = fs::absolute(path_, error);
    struct stat status {};
    const bool is_file =
        ::stat(goal_.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
    if (!is_file) {  // a pipe or a device is written, not replaced
        way_ = Way::stream;
        return {};
    }
    const std::optional<fs::path> goal = followed(goal_);
    if (!goal) return cannot_write("following its link");
    goal_ = *goal;
    folder_ = goal_.parent_path();
    if (::lstat(goal_.c_str(), &status) != 0) {
        if (errno == ENOENT) return {};
        return cannot_write("looking for it");
    }
    before_ = status;
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return cannot_write("replacing it");
    }
    // The superuser may write everywhere, but the mode is respected.
    if ((status.st_mode & 0222U) == 0) {
        return fail("cannot-write",
                    fmt::format("'{}' is protected from writing (mode {:04o}): allow writing (chmod u+w), or "
                                "choose another name",
                                path_.string(), status.st_mode & 07777U),
                    Location{path_.string(), 0, 0, {}});
    }
    if (!may_write(goal_, W_OK)) return cannot_write("it is not yours to write");
    if (status.st_nlink > 1 || !may_write(folder_, W_OK | X_OK) || is_kept_by_folder(folder_, status)) {
        way_ = Way::in_place;
    }
    return {};
}

/// Gives the temporary file the owner, group, permissions and attributes of the file that it replaces.
bool StagedFile::takes_over_rights() const {
    struct stat mine {};
    if (::fstat(file_.get(), &mine) != 0) return false;
    const bool owned = mine.st_uid == before_->st_uid && mine.st_gid == before_->st_gid;
    if (!owned && ::fchown(file_.get(), before_->st_uid, before_->st_gid) != 0) return false;
    return copy_attributes(goal_, file_) && ::fchmod(file_.get(), before_->st_mode & 07777U) == 0;
}

Result<void> StagedFile::write_temporary() {
    std::string path;
    file_ = open_temporary(folder_, path);
    if (!file_.is_open()) {
        // Some file systems only report now that nothing can be created there.
        const bool refused = errno == EACCES || errno == EPERM || errno == EROFS;
        if (!refused || !before_) return cannot_write("making a temporary file beside it");
        way_ = Way::in_place;
        return {};
    }
    temporary_ = Name(std::move(path));
    if (before_ && !takes_over_rights()) {
        temporary_ = Name();
        file_ = Descriptor();
        way_ = Way::in_place;
        return {};
    }
    if (!contents_(file_) || (flush_ == Flush::now && ::fsync(file_.get()) != 0)) {
        return cannot_write("writing");
    }
    return {};
}

Result<void> StagedFile::place(Over over, Old old) {
    Result<void> done;
    if (over == Over::nothing && before_) {
        return fail("file-exists", fmt::format("there is a file '{}' already", path_.string()),
                    Location{path_.string(), 0, 0, {}});
    }
    switch (way_) {
        case Way::replace:
            if (before_ && old != Old::dropped) done = keep_old();
            if (old == Old::kept_if_possible) done = {};
            if (done) done = rename_into_place(over);
            break;
        case Way::in_place:
            done = write_in_place();
            break;
        case Way::stream:
            return write_stream();
    }
    placed_ = done.has_value();
    if (placed_ && flush_ == Flush::now) sync_folder(folder_);
    return done;
}

/// Renames the existing file, or copies it where the file system has no hard links.
Result<void> StagedFile::keep_old() {
    old_file_ = Descriptor::open(goal_, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    if (!old_file_.is_open()) return cannot_write("opening what is there");
    static_cast<void>(::flock(old_file_.get(), LOCK_SH | LOCK_NB));
    std::string old = (folder_ / temporary_prefix).string();
    // Links replace nothing, so a free name is found with a temporary file.
    const Descriptor placeholder = open_new(old, 0600, O_WRONLY);
    if (placeholder.is_open() && ::unlink(old.c_str()) == 0 && ::link(goal_.c_str(), old.c_str()) == 0) {
        old_ = Name(std::move(old));
        return {};
    }
    backup_ = Backup::make(old_file_, goal_);
    return backup_ ? Result<void>{} : cannot_write("keeping a copy of what is there");
}

Result<void> StagedFile::rename_into_place(Over over) {
    const int failed = over == Over::nothing ? rename_over_nothing(temporary_.path, goal_.string())
                                             : std::rename(temporary_.path.c_str(), goal_.c_str());
    if (failed == 0) {
        temporary_.path.clear();
        return {};
    }
    if (errno == EEXIST && over == Over::nothing) {
        return fail("file-exists", fmt::format("there is a file '{}' already", path_.string()),
                    Location{path_.string(), 0, 0, {}});
    }
    // A mounted file, or a folder with special rules.
    const bool stuck = errno == EBUSY || errno == EPERM || errno == EACCES || errno == EXDEV;
    if (!stuck || !before_) return cannot_write("moving it into place");
    old_ = Name();
    return write_in_place();
}

Result<void> StagedFile::write_in_place() {
    const Descriptor file = Descriptor::open(goal_, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (!file.is_open()) return cannot_write("opening it");
    backup_ = Backup::make(file, goal_);
    if (!backup_) return cannot_write("keeping a copy of what is there");
    const bool written = ::lseek(file.get(), 0, SEEK_SET) == 0 && contents_(file) &&
                         ::ftruncate(file.get(), ::lseek(file.get(), 0, SEEK_CUR)) == 0 &&
                         (flush_ == Flush::later || ::fsync(file.get()) == 0);
    if (written) return {};
    tl::unexpected<Error> error = cannot_write("writing into it");
    if (!backup_->restore(file)) {
        error.value().message +=
            fmt::format("; it is damaged now, and what it held is in '{}'", backup_->path());
    }
    backup_.reset();
    return error;
}

Result<void> StagedFile::write_stream() {
    const Descriptor file = Descriptor::open(goal_, O_WRONLY);
    if (!file.is_open()) return cannot_write("opening it");
    return contents_(file) ? Result<void>{} : cannot_write("writing");
}

void StagedFile::take_back() {
    if (!placed_) return;
    placed_ = false;
    if (backup_) {
        const Descriptor file = Descriptor::open(goal_, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
        if (file.is_open()) static_cast<void>(backup_->restore(file));
        return;
    }
    if (!names(goal_.string(), file_)) return;  // it was replaced by another program
    if (!before_) {
        ::unlink(goal_.c_str());
    } else if (!old_.path.empty() && std::rename(old_.path.c_str(), goal_.c_str()) == 0) {
        old_.path.clear();
    }
}

void StagedFile::keep_as_backup() {
    if (!placed_ || !before_ || way_ == Way::stream) return;
    const std::string path = goal_.string() + '~';
    struct stat there {};
    if (::lstat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) return;
    const std::string old = old_.path.empty() && backup_ ? backup_->path() : old_.path;
    if (old.empty() || hold_the_same(old, goal_)) return;
    if (old_.path.empty()) {
        static_cast<void>(copy_backup_to(path));
    } else if (std::rename(old_.path.c_str(), path.c_str()) == 0) {
        old_.path.clear();
    }
}

bool StagedFile::copy_backup_to(const std::string& path) const {
    std::string name;
    const Descriptor copy = open_temporary(folder_, name);
    if (!copy.is_open()) return false;
    Name temporary(std::move(name));
    if (!backup_->copy_to(copy) || ::fchmod(copy.get(), before_->st_mode & 07777U) != 0 ||
        std::rename(temporary.path.c_str(), path.c_str()) != 0) {
        return false;
    }
    temporary.path.clear();
    return true;
}

std::int64_t StagedFile::modified() const {
    struct stat status {};
    return ::stat(goal_.c_str(), &status) == 0 ? nanoseconds(status.st_mtim) : 0;
}

void remove_stale_temporaries(const fs::path& folder) {
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::opendir(folder.c_str()), ::closedir);
    if (!list) return;
    while (const dirent* entry = ::readdir(list.get())) {
        const std::string_view name(entry->d_name);
        const bool is_ours =
            name.starts_with(temporary_prefix) && name.size() == temporary_prefix.size() + 6 &&
            std::all_of(name.end() - 6, name.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
        if (!is_ours) continue;
        const std::string path = (folder / name).string();
        // Opened for writing: a sandboxed process may not read hidden files of the home folder.
        const Descriptor file = Descriptor::open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
        struct stat status {};
        if (!file.is_open() || ::fstat(file.get(), &status) != 0) continue;
        if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) continue;
        // A save in progress holds a lock, which ends with its process.
        if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0 && names(path, file)) ::unlink(path.c_str());
    }
}

}  // namespace vitruvian
