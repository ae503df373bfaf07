// A file's bytes in memory, read when they are used. Another program may change or shorten the file meanwhile: what
// is missing then reads as zeros, where the system would end the program, and is_intact() returns false.
#pragma once

#include "model/io/descriptor.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <memory>
#include <span>

namespace vitruvian {

class MappedFile {
  public:
    /// Maps the file's first `size` bytes, its current size. Null where that is not supported, or very many are
    /// mapped; `file` is then still open.
    [[nodiscard]] static std::shared_ptr<const MappedFile> open(Descriptor& file, std::size_t size);
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const {
        return {static_cast<const std::byte*>(address_), size_};
    }
    /// False if the file was changed or shortened in place since it was mapped.
    [[nodiscard]] bool is_intact() const;
    /// Replaces the mapping by a copy in memory, at the same address, if it is intact.
    void detach() const;

  private:
    struct Guard;
    static std::array<Guard, 256>& guards();
    static void guard_all();
    static void on_bus_error(int signal, siginfo_t* info, void* context);

    MappedFile() = default;

    Descriptor file_;  // open, so that changes can be detected
    struct stat status_ {};
    void* address_ = nullptr;
    std::size_t size_ = 0;
    Guard* guard_ = nullptr;
    mutable std::atomic<bool> detached_{false};
};

}  // namespace vitruvian
