// A file stamp computed on demand from bytes in memory: the checksum takes a quarter of the time of reading a
// large file, and only saving or watching the file needs it.
#pragma once

#include "model/io/file_bytes.h"
#include "model/io/file_stamp.h"

#include <cstdint>
#include <memory>

namespace vitruvian {

class LateStamp {
  public:
    /// Stamp of no file.
    LateStamp() = default;
    LateStamp(const FileStamp& known);
    /// Stamp of the file last modified at `modified`, nanoseconds since the epoch.
    LateStamp(const FileBytes& bytes, std::int64_t modified);

    explicit operator bool() const { return state_ != nullptr; }
    /// Must not be called for the stamp of no file. Thread-safe; the first call computes it. If the file was
    /// changed in place since, the result matches no existing file.
    [[nodiscard]] const FileStamp& operator*() const;

  private:
    struct State;
    std::shared_ptr<State> state_;  // copies share it
};

}  // namespace vitruvian
