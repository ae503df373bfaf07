#include "model/io/write_file.h"

#include "model/io/load.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <system_error>

namespace vitruvian {
namespace {

tl::unexpected<Error> cannot_write(const std::filesystem::path& path, const char* doing) {
    return fail("cannot-write",
                fmt::format("cannot write '{}': {} ({})", path.string(), std::strerror(errno), doing),
                Location{path.string(), 0, 0, {}});
}

bool write_all(int file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return false;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

/// The permissions a file there has, or what a new file gets under the process's umask.
mode_t mode_for(const std::filesystem::path& path) {
    struct stat existing {};
    if (::stat(path.c_str(), &existing) == 0) return existing.st_mode & 07777U;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

/// A new file in `folder`, for writing alone: a confined process may write where it may not read.
int open_temporary(const std::filesystem::path& folder, std::string& name) {
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
        name = (folder / fmt::format(".vitruvian-{:08x}", random())).string();
        const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

void sync_folder(const std::filesystem::path& folder) {
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;  // some file systems allow no opening of folders; the rename itself has happened
    ::fsync(file);
    ::close(file);
}

}  // namespace

Result<void> write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                   Flush flush) {
    std::error_code ignored;
    std::filesystem::path goal = path;
    // A link stays a link: what it points at is replaced.
    if (std::filesystem::is_symlink(path, ignored)) {
        const std::filesystem::path real = std::filesystem::canonical(path, ignored);
        if (!ignored) goal = real;
    }
    if (std::filesystem::is_other(goal, ignored)) {  // a pipe or a device has nothing to be replaced
        const int file = ::open(goal.c_str(), O_WRONLY | O_CLOEXEC);
        if (file < 0) return cannot_write(path, "opening it");
        const bool done = write_all(file, bytes);
        ::close(file);
        return done ? Result<void>{} : cannot_write(path, "writing");
    }
    std::filesystem::path folder = goal.parent_path();
    if (folder.empty()) folder = ".";
    std::string temporary;
    const int file = open_temporary(folder, temporary);
    if (file < 0) return cannot_write(path, "making a temporary file beside it");

    const bool written = write_all(file, bytes) && ::fchmod(file, mode_for(goal)) == 0 &&
                         (flush == Flush::later || ::fsync(file) == 0);
    if (!written) {
        auto error = cannot_write(path, "writing");
        ::close(file);
        ::unlink(temporary.c_str());
        return error;
    }
    ::close(file);
    if (::rename(temporary.c_str(), goal.c_str()) != 0) {
        auto error = cannot_write(path, "moving it into place");
        ::unlink(temporary.c_str());
        return error;
    }
    if (flush == Flush::now) sync_folder(folder);
    return {};
}

bool file_holds(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) != bytes.size() || error) return false;
    const Result<std::vector<std::byte>> there = read_file(path, bytes.size() + 1);
    return there && std::equal(there->begin(), there->end(), bytes.begin(), bytes.end());
}

}  // namespace vitruvian
