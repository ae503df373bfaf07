// The bytes of a whole file, valid while any copy of this exists. Large files are mapped into memory, not
// copied.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

namespace vitruvian {

class FileBytes {
  public:
    FileBytes() = default;
    /// `bytes` are valid as long as `owner` exists; a null owner: forever (built into the program).
    FileBytes(std::shared_ptr<const void> owner, std::span<const std::byte> bytes)
        : owner_(std::move(owner)), bytes_(bytes) {}
    [[nodiscard]] static FileBytes copy_of(std::span<const std::byte> bytes);

    /// As above, for bytes that others can change: `is_intact` is called with the owner, and `detach` makes
    /// them the owner's alone.
    FileBytes(std::shared_ptr<const void> owner, std::span<const std::byte> bytes,
              bool (*is_intact)(const void* owner), void (*detach)(const void* owner))
        : owner_(std::move(owner)), bytes_(bytes), is_intact_(is_intact), detach_(detach) {}

    /// False if the file was modified or truncated in place since it was mapped: its bytes may then be any.
    /// Unmapped bytes are always intact.
    [[nodiscard]] bool intact() const { return is_intact_ == nullptr || is_intact_(owner_.get()); }
    /// Call before the file is written in place: the bytes keep their values and address.
    void detach() const {
        if (detach_ != nullptr) detach_(owner_.get());
    }
    [[nodiscard]] std::span<const std::byte> span() const { return bytes_; }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

  private:
    std::shared_ptr<const void> owner_;
    std::span<const std::byte> bytes_;
    bool (*is_intact_)(const void* owner) = nullptr;
    void (*detach_)(const void* owner) = nullptr;
};

/// Like read_file (see load.h). Files of 256 KiB and more are memory-mapped: if another program changes such a
/// file in place while it is open here, the bytes change (see FileBytes::intact). `modified` receives the
/// time of its last change, in nanoseconds since the epoch.
[[nodiscard]] Result<FileBytes> read_file_bytes(const std::filesystem::path& path, std::size_t max_bytes,
                                                std::int64_t* modified = nullptr);

}  // namespace vitruvian
