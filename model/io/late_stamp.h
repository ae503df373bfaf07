// The stamp of a file whose bytes are here, worked out when somebody asks: its checksum is a quarter of the time in which
// a large file is read, and only who saves or watches the file wants it.
#pragma once

#include "model/io/file_bytes.h"
#include "model/io/file_stamp.h"

#include <cstdint>
#include <memory>

namespace vitruvian {

class LateStamp {
  public:
    /// Of no file.
    LateStamp() = default;
    LateStamp(const FileStamp& known);
    /// Of the file that was last changed at `modified`, nanoseconds since the epoch.
    LateStamp(const FileBytes& bytes, std::int64_t modified);

    explicit operator bool() const { return state_ != nullptr; }
    /// Not for the stamp of no file. Any thread may ask; the first takes the time. Where the file was changed in place
    /// since, it is the stamp of none that is there.
    [[nodiscard]] const FileStamp& operator*() const;

  private:
    struct State;
    std::shared_ptr<State> state_;  // copies share it
};

}  // namespace vitruvian
