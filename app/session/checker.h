// Runs the checks away from the window's thread. Knows nothing of the session or the window: it is asked, waits until
// nobody has asked again for a moment, and hands over what was found.
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

/// What was found in a document, and what the one who asked wants to know again.
struct CheckedDocument {
    std::uint64_t owner = 0;  // OpenFigure::reading
    unsigned revision = 0;    // of its history
    std::shared_ptr<const check::Outcome> outcome;
    std::optional<Error> profile_error;  // why the profile beside the file does not count
};

class Checker {
  public:
    /// How long a document stays as it is before it is checked: a drag asks with every frame.
    static constexpr std::chrono::milliseconds patience{300};

    /// `wake` is called from the worker thread whenever a document is done with.
    explicit Checker(std::function<void()> wake);
    /// Waits for the one check that is being made.
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    /// Checks `document` by the profile beside its file `path` (empty: it has none), else by the one that fits it; what was
    /// asked for `owner` before is given up.
    void check(std::uint64_t owner, unsigned revision, Document document, std::filesystem::path path = {});
    /// Nobody wants to know of `owner` any more.
    void forget(std::uint64_t owner);

    /// True until all that was asked for is done and taken.
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
    std::deque<std::shared_ptr<Task>> tasks_;  // the one that is due first is first
    std::shared_ptr<Task> current_;            // being checked
    std::vector<CheckedDocument> done_;
    std::thread thread_;
};

}  // namespace vitruvian
