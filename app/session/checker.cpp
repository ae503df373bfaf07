#include "app/session/checker.h"

#include "app/profiles/sidecar.h"
#include "app/session/check_as_saved.h"

#include <utility>

namespace vitruvian {

Checker::Checker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { check_documents(); }) {}

Checker::~Checker() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        if (current_) current_->cancelled = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Checker::check(std::uint64_t owner, unsigned revision, Document document, std::filesystem::path path) {
    auto task = std::make_shared<Task>();
    task->owner = owner;
    task->revision = revision;
    task->document = std::move(document);
    task->path = std::move(path);
    task->due = Clock::now() + patience;
    {
        const std::lock_guard lock(mutex_);
        drop(owner);
        tasks_.push_back(std::move(task));
    }
    changed_.notify_all();
}

void Checker::forget(std::uint64_t owner) {
    const std::lock_guard lock(mutex_);
    drop(owner);
}

void Checker::drop(std::uint64_t owner) {
    if (current_ && current_->owner == owner) current_->cancelled = true;
    std::erase_if(tasks_, [owner](const auto& task) { return task->owner == owner; });
    std::erase_if(done_, [owner](const CheckedDocument& done) { return done.owner == owner; });
}

bool Checker::busy() const {
    const std::lock_guard lock(mutex_);
    return current_ || !tasks_.empty() || !done_.empty();
}

std::vector<CheckedDocument> Checker::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
}

void Checker::check_documents() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
        if (stop_) return;
        const Clock::time_point due = tasks_.front()->due;
        if (Clock::now() < due) {
            changed_.wait_until(lock, due);
            continue;
        }
        current_ = std::move(tasks_.front());
        tasks_.pop_front();
        const std::shared_ptr<const Task> task = current_;
        lock.unlock();

        check::RunOptions options;
        options.cancel = &task->cancelled;
        const auto beside = read_sidecar(task->path);
        const check::Profile profile = profile_of(task->document, beside ? *beside : std::nullopt);
        const bool is_edited = task->revision != 0;
        auto outcome = std::make_shared<const check::Outcome>(
            is_edited ? check_as_saved(task->document, profile, options)
                      : check::run_checks(task->document, &profile, options));

        lock.lock();
        current_.reset();
        if (!task->cancelled)
            done_.push_back({task->owner, task->revision, std::move(outcome),
                             beside ? std::nullopt : std::optional(beside.error())});
        if (wake_) wake_();
    }
}

}  // namespace vitruvian
