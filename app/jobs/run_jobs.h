// Runs independent jobs on a few threads, and sets flags on those that exceed their time limit.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace vitruvian {

/// Calls `work` once on each of at most `threads` threads, including the calling one, and waits for all of them.
/// `is_caller` tells the calling one. `work` must not throw.
void run_on_threads(std::size_t threads, const std::function<void(bool is_caller)>& work);

/// Calls `work(0 .. count-1)`, each once, in approximately that order, on at most `threads` threads (0: one
/// per hardware thread), including the calling one. `work` must not throw. `done` (may be empty) is called
/// after each with the number of finished jobs, never concurrently.
void run_jobs(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& done = {});

/// Sets flags when their time is up. One thread serves all of them.
class Deadlines {
  public:
    Deadlines();
    ~Deadlines();
    Deadlines(const Deadlines&) = delete;
    Deadlines& operator=(const Deadlines&) = delete;

    /// Runs from construction to destruction and owns its flag.
    class Watch {
      public:
        Watch(Deadlines& deadlines, std::chrono::milliseconds most);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;
        [[nodiscard]] const std::atomic<bool>& is_over() const { return flag_; }

      private:
        friend class Deadlines;
        Deadlines& deadlines_;
        std::chrono::steady_clock::time_point until_;
        std::atomic<bool> flag_ = false;
        std::list<Watch*>::iterator place_;
    };

  private:
    void watch();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Watch*> watches_;
    bool is_ending_ = false;
    std::thread thread_;
};

}  // namespace vitruvian
