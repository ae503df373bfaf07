// Turns the signals that ask a program to end (SIGTERM, SIGHUP, SIGINT) into a flag for the event loop.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace vitruvian {

/// While it exists the first such signal does not end the program: `asked()` becomes true, and `wake` is
/// called on a thread of its own, free of a signal handler's restrictions. A second signal ends the program
/// at once. Create it before any other thread. A signal that was ignored at the program's start (nohup) stays
/// ignored.
class LeaveSignals {
  public:
    explicit LeaveSignals(std::function<void()> wake);
    ~LeaveSignals();
    LeaveSignals(const LeaveSignals&) = delete;
    LeaveSignals& operator=(const LeaveSignals&) = delete;
    [[nodiscard]] bool asked() const { return asked_.load(); }

  private:
    void wait();

    std::function<void()> wake_;
    std::atomic<bool> asked_{false};
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace vitruvian
