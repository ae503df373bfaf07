// An open file that closes itself, and whole reads and writes through it. errno tells what failed.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

namespace vitruvian {

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int file) : file_(file) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(file_, other.file_);
        return *this;
    }
    ~Descriptor() {
        if (file_ >= 0) ::close(file_);
    }
    /// Closed on exec. Not open where that fails.
    [[nodiscard]] static Descriptor open(const std::filesystem::path& path, int flags, mode_t mode = 0);

    [[nodiscard]] bool is_open() const { return file_ >= 0; }
    [[nodiscard]] int get() const { return file_; }

    /// What comes next, as far as `bytes` has room: 0 at the end, nullopt where reading fails.
    [[nodiscard]] std::optional<std::size_t> read(std::span<std::byte> bytes) const;
    /// False where not all could be written.
    [[nodiscard]] bool write(std::span<const std::byte> bytes) const;

  private:
    int file_ = -1;
};

[[nodiscard]] inline std::int64_t nanoseconds(const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace vitruvian
