// Writes documents away from the window's thread. Knows nothing of the session or the window: it is asked,
// reports progress, and tells how it went.
#pragma once

#include "model/io/save_options.h"

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
#include <unordered_map>
#include <vector>

namespace vitruvian {

/// What to write where, and what the one who asks wants to know again.
struct SaveRequest {
    std::uint64_t owner = 0;  // OpenFigure::reading
    std::uint64_t step = 0;   // of its history
    Document document;        // as it was when it was asked for: what is edited meanwhile is not in it
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;
    Replaceable replaces = AnyFile{};  // what this figure was saved to last may be replaced anyway
};

struct SavedFile {
    std::uint64_t owner = 0;
    std::uint64_t step = 0;
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;
    Result<SavedDocument> saved;  // what was not carried over and what was written, or why nothing was
};

struct SaveProgress {
    std::string file;
    float fraction = 0.0F;
};

class Saver {
  public:
    /// Tells, on the worker thread, what is about to take the place of a file.
    using Announce = std::function<void(const SaveRequest& request, const FileStamp& stamp)>;

    /// `wake` is called from the worker thread whenever there is something to take.
    explicit Saver(std::function<void()> wake, Announce announce = {});
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
    [[nodiscard]] SavedFile write(Job& job);

    std::function<void()> wake_;
    Announce announce_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool stop_ = false;
    std::deque<std::shared_ptr<Job>> jobs_;  // the first is being written
    /// What was written for each owner, as it was left. Of the worker thread alone.
    std::unordered_map<std::uint64_t, std::vector<KnownFile>> written_;
    std::vector<SavedFile> done_;
    std::thread thread_;
};

}  // namespace vitruvian
