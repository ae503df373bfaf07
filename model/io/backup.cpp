#include "model/io/backup.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <random>
#include <string_view>
#include <system_error>
#include <vector>

namespace vitruvian {
namespace {

/// Copies all of `from` to `to`, both from their beginnings; `to` then has no other content.
bool copy_all(const Descriptor& from, const Descriptor& to) {
    if (::lseek(from.get(), 0, SEEK_SET) != 0 || ::lseek(to.get(), 0, SEEK_SET) != 0) return false;
    std::vector<std::byte> block(std::size_t{1} << 18);
    off_t size = 0;
    while (true) {
        const std::optional<std::size_t> got = from.read(block);
        if (!got) return false;
        if (*got == 0) break;
        if (!to.write(std::span(block).first(*got))) return false;
        size += static_cast<off_t>(*got);
    }
    return ::ftruncate(to.get(), size) == 0 && ::fsync(to.get()) == 0;
}

}  // namespace

std::filesystem::path backup_folder() {
    std::filesystem::path base;
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
        base = state;
    } else if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        base = std::filesystem::path(home) / ".local" / "state";
    } else {
        return {};
    }
    std::error_code error;
    const std::filesystem::path folder = base / "vitruvian" / "backups";
    std::filesystem::create_directories(base, error);
    for (const std::filesystem::path& part : {folder.parent_path(), folder}) {
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) return {};
    }
    return folder;
}

Descriptor open_new(std::string& prefix, mode_t mode, int access) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
        std::string name = prefix;
        for (int i = 0; i < 6; ++i) name += letters[random() % letters.size()];
        Descriptor file = Descriptor::open(name, access | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
        if (file.is_open()) {
            prefix = std::move(name);
            return file;
        }
        if (errno != EEXIST) break;
    }
    return {};
}

std::optional<Backup> Backup::make(const Descriptor& file, const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    for (const std::filesystem::path& folder : {backup_folder(), path.parent_path()}) {
        if (folder.empty()) continue;
        Backup out;
        std::string copy = (folder / (name.substr(0, 200) + ".backup-")).string();
        out.copy_ = open_new(copy, 0600, O_RDWR);
        if (!out.copy_.is_open()) continue;
        out.path_ = std::move(copy);
        if (copy_all(file, out.copy_)) return out;
    }
    return std::nullopt;
}

Backup::~Backup() {
    if (copy_.is_open() && !path_.empty()) ::unlink(path_.c_str());
}

bool Backup::copy_to(const Descriptor& file) const {
    return copy_all(copy_, file);
}

bool Backup::restore(const Descriptor& file) {
    if (copy_all(copy_, file)) return true;
    copy_ = Descriptor();
    return false;
}

}  // namespace vitruvian
