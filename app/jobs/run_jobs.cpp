#include "app/jobs/run_jobs.h"

#include <algorithm>
#include <system_error>
#include <vector>

namespace vitruvian {

void run_on_threads(std::size_t threads, const std::function<void(bool is_caller)>& work) {
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) {
        try {
            others.emplace_back(work, false);
        } catch (const std::system_error&) {
            break;  // no more threads available
        }
    }
    work(true);
    for (std::thread& thread : others) thread.join();
}

void run_jobs(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& done) {
    const unsigned wanted = threads != 0 ? threads : std::max(std::thread::hardware_concurrency(), 1U);
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::size_t finished = 0;
    run_on_threads(std::min<std::size_t>(wanted, count), [&](bool) {
        for (std::size_t i = next++; i < count; i = next++) {
            work(i);
            if (!done) continue;
            const std::lock_guard lock(mutex);
            done(++finished);
        }
    });
}

Deadlines::Deadlines() : thread_([this] { watch(); }) {}

Deadlines::~Deadlines() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Deadlines::watch() {
    constexpr std::chrono::milliseconds step(50);
    std::unique_lock lock(mutex_);
    while (!is_ending_) {
        const auto now = std::chrono::steady_clock::now();
        for (Watch* watch : watches_) {
            if (watch->until_ <= now) watch->flag_ = true;
        }
        changed_.wait_for(lock, step);
    }
}

Deadlines::Watch::Watch(Deadlines& deadlines, std::chrono::milliseconds most)
    : deadlines_(deadlines), until_(std::chrono::steady_clock::now() + most) {
    const std::lock_guard lock(deadlines_.mutex_);
    place_ = deadlines_.watches_.insert(deadlines_.watches_.end(), this);
}

Deadlines::Watch::~Watch() {
    const std::lock_guard lock(deadlines_.mutex_);
    deadlines_.watches_.erase(place_);
}

}  // namespace vitruvian
