// A journal on the disk: one file that grows, locked as long as its process lives, so that another window can tell
// the journal of a program that died from that of one that runs. Knows nothing of what is in it.
#pragma once

#include "model/core/result.h"
#include "model/io/descriptor.h"

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace vitruvian {

/// Brings what was written to the disk itself, on a thread of its own: what is written survives the end of the program
/// at once, but that of the machine only after this.
class DiskFlusher {
  public:
    DiskFlusher();
    ~DiskFlusher();  // waits until all is on the disk
    DiskFlusher(const DiskFlusher&) = delete;
    DiskFlusher& operator=(const DiskFlusher&) = delete;
    void flush(const Descriptor& file);

  private:
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    bool stop_ = false;
    std::vector<Descriptor> waiting_;
    std::thread thread_;
};

class JournalFile {
  public:
    /// A file of this text takes the place of whatever is at `path`, whole or not at all. Error "cannot-write".
    [[nodiscard]] static Result<JournalFile> create(const std::filesystem::path& path, std::string_view text,
                                                    DiskFlusher& flusher);
    /// After an error the file may end within a line.
    [[nodiscard]] Result<void> append(std::string_view text, DiskFlusher& flusher) const;

  private:
    std::filesystem::path path_;
    Descriptor file_;
};

/// Opens a journal that no living process has and locks it; closed where there is none.
[[nodiscard]] Descriptor lock_abandoned(const std::filesystem::path& path);

/// Where state that outlives the program belongs: XDG_STATE_HOME/vitruvian, or ~/.local/state/vitruvian; empty where
/// neither is known.
[[nodiscard]] std::filesystem::path state_folder();

}  // namespace vitruvian
