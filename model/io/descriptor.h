// An open file that is closed automatically, with complete reads and writes. Failures set errno.
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
    /// Closed on exec. Not open on failure.
    [[nodiscard]] static Descriptor open(const std::filesystem::path& path, int flags, mode_t mode = 0);

    [[nodiscard]] bool is_open() const { return file_ >= 0; }
    [[nodiscard]] int get() const { return file_; }

    /// Reads the next bytes, up to the size of `bytes`: 0 at the end, nullopt on failure.
    [[nodiscard]] std::optional<std::size_t> read(std::span<std::byte> bytes) const;
    /// False if not everything could be written.
    [[nodiscard]] bool write(std::span<const std::byte> bytes) const;

  private:
    int file_ = -1;
};

[[nodiscard]] inline std::int64_t nanoseconds(const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace vitruvian
