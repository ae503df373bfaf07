// Runs the checks on a worker thread. Independent of the session and the window: documents are submitted,
// checked once no newer request has arrived for a short while, and the results are collected.
#pragma once

#include "model/check/run.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace vitruvian {

/// The result of checking a document, with the identifiers that the caller passed in.
struct CheckedDocument {
    std::uint64_t owner = 0;  // OpenFigure::reading
    unsigned revision = 0;    // of the figure's history
    std::shared_ptr<const check::Outcome> outcome;
    std::optional<Error> profile_error;  // why the profile beside the file is not used
};

class Checker {
  public:
    /// How long a document must stay unchanged before it is checked: a drag submits one every frame.
    static constexpr std::chrono::milliseconds patience{300};

    /// `wake` is called from the worker thread whenever a document has been checked.
    explicit Checker(std::function<void()> wake);
    /// Waits for the check in progress.
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    /// Checks `document` with the profile beside its file `path` (empty: no file), else with the profile that
    /// fits it; with a revision other than 0, as it would be saved. Replaces an earlier request for `owner`.
    void check(std::uint64_t owner, unsigned revision, Document document, std::filesystem::path path = {});
    /// Drops the requests and results of `owner`.
    void forget(std::uint64_t owner);

    /// True until every requested check is done and its result taken.
    [[nodiscard]] bool busy() const;
    [[nodiscard]] std::vector<CheckedDocument> take();

  private:
    using Clock = std::chrono::steady_clock;
    struct Task {
        std::uint64_t owner = 0;
        unsigned revision = 0;
        Document document;
        std::filesystem::path path;
        Clock::time_point due;
        std::atomic<bool> cancelled{false};
    };

    void check_documents();
    void drop(std::uint64_t owner);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool stop_ = false;
    std::deque<std::shared_ptr<Task>> tasks_;  // sorted by due time
    std::shared_ptr<Task> current_;            // being checked
    std::vector<CheckedDocument> done_;
    std::thread thread_;
};

}  // namespace vitruvian
