// Writes documents on a worker thread. Independent of the session and the window: it takes requests, reports
// progress and hands over results.
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

/// What to write and where, with the identifiers that the caller gets back.
struct SaveRequest {
    std::uint64_t owner = 0;  // OpenFigure::reading
    std::uint64_t step = 0;   // of the figure's history
    Document document;        // as of the request: later edits are not included
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;
    Replaceable replaces = AnyFile{};  // the figure's last saved file may always be replaced
    bool rigid = false;                // as in SaveOptions, as is the next
    bool keep_bind = false;
};

struct SavedFile {
    std::uint64_t owner = 0;
    std::uint64_t step = 0;
    std::filesystem::path path;
    FileFormat format = FileFormat::unknown;
    Result<SavedDocument> saved;  // what was left out and the files written, or the error
};

struct SaveProgress {
    std::string file;
    float fraction = 0.0F;
};

class Saver {
  public:
    /// Called on the worker thread before a file is replaced.
    using Announce = std::function<void(const SaveRequest& request, const FileStamp& stamp)>;

    /// `wake` is called from the worker thread whenever there is a result to take.
    explicit Saver(std::function<void()> wake, Announce announce = {});
    /// Waits for the file being written; queued files are written too.
    ~Saver();
    Saver(const Saver&) = delete;
    Saver& operator=(const Saver&) = delete;

    /// Queues a file; files are written one after another, in the order requested.
    void save(SaveRequest request);
    /// Cancels everything that is not written yet; those files stay unchanged.
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
    /// The files written for each owner, as they were left. Used by the worker thread only.
    std::unordered_map<std::uint64_t, std::vector<KnownFile>> written_;
    std::vector<SavedFile> done_;
    std::thread thread_;
};

}  // namespace vitruvian
