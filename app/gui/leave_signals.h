// The signals that ask a program to end (SIGTERM, SIGHUP, SIGINT), made something that an event loop can ask for.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace vitruvian {

/// While it lives those signals end nothing: `asked()` is true from the first on, and `wake` is called, on a thread of
/// its own, where it may do what a signal handler may not. A second one ends the program at once. Make it before any
/// other thread. A signal that was ignored when the program was started (nohup) stays so.
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
