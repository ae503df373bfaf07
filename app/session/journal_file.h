// A journal on disk: an append-only file that is locked while its process lives, so that another window can
// tell the journal of a crashed program from that of a running one. Independent of its content.
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

/// Flushes written data to the disk on its own thread. Written data survives the end of the program at once,
/// but a crash of the machine only after this.
class DiskFlusher {
  public:
    DiskFlusher();
    ~DiskFlusher();  // waits until everything is flushed
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
    /// Creates a file with this text, atomically replacing any at `path`. Error "cannot-write".
    [[nodiscard]] static Result<JournalFile> create(const std::filesystem::path& path, std::string_view text,
                                                    DiskFlusher& flusher);
    /// Appends text. After an error the file may end within a line.
    [[nodiscard]] Result<void> append(std::string_view text, DiskFlusher& flusher) const;

  private:
    std::filesystem::path path_;
    Descriptor file_;
};

/// Opens and locks a journal that no living process holds; returns a closed descriptor if there is none.
[[nodiscard]] Descriptor lock_abandoned(const std::filesystem::path& path);

/// Returns the folder for persistent state: XDG_STATE_HOME/vitruvian, or ~/.local/state/vitruvian; empty if
/// neither is known.
[[nodiscard]] std::filesystem::path state_folder();

}  // namespace vitruvian
