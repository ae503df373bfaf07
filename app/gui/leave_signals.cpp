#include "app/gui/leave_signals.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace vitruvian {
namespace {

sigset_t leaving() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGTERM, SIGHUP, SIGINT}) sigaddset(&set, number);
    return set;
}

}  // namespace

LeaveSignals::LeaveSignals(std::function<void()> wake) : wake_(std::move(wake)) {
    // Blocked here, and so in every thread created later: they are only received by sigwait.
    const sigset_t set = leaving();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    thread_ = std::thread([this] { wait(); });
}

LeaveSignals::~LeaveSignals() {
    stop_ = true;
    pthread_kill(thread_.native_handle(), SIGTERM);
    thread_.join();
    const sigset_t set = leaving();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void LeaveSignals::wait() {
    const sigset_t set = leaving();
    int number = 0;
    while (sigwait(&set, &number) == 0 && !stop_) {
        if (asked_.exchange(true)) ::_exit(128 + number);
        wake_();
    }
}

}  // namespace vitruvian
