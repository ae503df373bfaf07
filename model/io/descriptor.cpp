#include "model/io/descriptor.h"

#include <cerrno>

namespace vitruvian {

Descriptor Descriptor::open(const std::filesystem::path& path, int flags, mode_t mode) {
    return Descriptor(::open(path.c_str(), flags | O_CLOEXEC, mode));
}

std::optional<std::size_t> Descriptor::read(std::span<std::byte> bytes) const {
    while (true) {
        const ssize_t got = ::read(file_, bytes.data(), bytes.size());
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) return std::nullopt;
    }
}

bool Descriptor::write(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return false;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace vitruvian
