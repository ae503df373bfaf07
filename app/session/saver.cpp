#include "app/session/saver.h"

#include "model/formats/save.h"

#include <utility>

namespace vitruvian {

Saver::Saver(std::function<void()> wake, Announce announce)
    : wake_(std::move(wake)), announce_(std::move(announce)), thread_([this] { write_files(); }) {}

Saver::~Saver() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Saver::save(SaveRequest request) {
    auto job = std::make_shared<Job>();
    job->request = std::move(request);
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
}

void Saver::cancel() {
    const std::lock_guard lock(mutex_);
    for (const std::shared_ptr<Job>& job : jobs_) job->cancelled = true;
}

std::optional<SaveProgress> Saver::progress() const {
    const std::lock_guard lock(mutex_);
    if (jobs_.empty() || jobs_.front()->cancelled) return std::nullopt;
    const Job& job = *jobs_.front();
    return SaveProgress{job.request.path.filename().string(), job.fraction.load()};
}

bool Saver::busy() const {
    const std::lock_guard lock(mutex_);
    return !jobs_.empty() || !done_.empty();
}

std::vector<SavedFile> Saver::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(done_, {});
}

SavedFile Saver::write(Job& job) {
    const SaveRequest& request = job.request;
    std::vector<KnownFile>& known = written_[request.owner];
    SaveOptions options;
    options.format = request.format;
    options.progress = &job.fraction;
    options.cancel = &job.cancelled;
    options.own_files = known;
    options.replaces = request.replaces;
    options.rigid = request.rigid;
    options.keep_bind = request.keep_bind;
    if (announce_) options.before_placing = [&](const FileStamp& stamp) { announce_(request, stamp); };
    // A save may be requested before the result of the previous one is known.
    const FileStamp* last = find_known(known, request.path);
    if (last != nullptr && !std::holds_alternative<AnyFile>(request.replaces)) options.replaces = *last;
    SavedFile out{request.owner, request.step, request.path, request.format,
                  save_keeping_previous(request.document, request.path, options)};
    if (!out.saved) return out;
    for (const WrittenFile& file : out.saved->files) {
        std::error_code error;
        const std::filesystem::path real = std::filesystem::canonical(file.path, error);
        remember(known, {file.path, file.stamp});
        if (!error && real != file.path) remember(known, {real, file.stamp});
    }
    return out;
}

void Saver::write_files() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        const std::shared_ptr<Job> job = jobs_.front();
        lock.unlock();

        SavedFile saved = write(*job);

        lock.lock();
        jobs_.pop_front();
        done_.push_back(std::move(saved));
        if (wake_) wake_();
    }
}

}  // namespace vitruvian
