// Writes documents away from the window's thread. Knows nothing of the session or the window: it is asked,
// reports progress, and tells how it went.
#pragma once

#include "model/io/save.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace vitruvian {

/// What to write where, and what the one who asks wants to know again.
struct SaveRequest {
    std::uint64_t owner = 0;  // the figure
    std::uint64_t step = 0;   // of its history
    Document document;        // as it was when it was asked for: what is edited meanwhile is not in it
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;
};

struct SavedFile {
    std::uint64_t owner = 0;
    std::uint64_t step = 0;
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;
    Result<Diagnostics> notes;  // what was not carried over, or why nothing was written
};

struct SaveProgress {
    std::string file;
    float fraction = 0.0F;
};

class Saver {
  public:
    /// `wake` is called from the worker thread whenever there is something to take.
    explicit Saver(std::function<void()> wake);
    /// Waits for the file that is being written; what is queued behind it is written too.
    ~Saver();
    Saver(const Saver&) = delete;
    Saver& operator=(const Saver&) = delete;

    /// Files are written one after the other, in the order asked.
    void save(SaveRequest request);
    /// Gives up all that is not yet written; the files stay as they were.
    void cancel();

    [[nodiscard]] std::optional<SaveProgress> progress() const;
    [[nodiscard]] bool busy() const;
    [[nodiscard]] std::vector<SavedFile> take();

  private:
    struct Job {
        SaveRequest request;
        std::atomic<bool> cancelled{false};
        std::atomic<float> fraction{0.0F};
    };

    void write_files();

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool stop_ = false;
    std::deque<std::shared_ptr<Job>> jobs_;  // the first is being written
    std::vector<SavedFile> done_;
    std::thread thread_;
};

}  // namespace vitruvian
