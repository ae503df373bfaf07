#include "app/session/loader.h"

#include <algorithm>
#include <utility>

namespace vitruvian {

Loader::Loader(std::function<void()> wake) : wake_(std::move(wake)) {
    threads_.emplace_back([this] { read_files(); });
    const unsigned decoders = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
    for (unsigned i = 0; i < decoders; ++i) threads_.emplace_back([this] { decode_images(); });
}

Loader::~Loader() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        if (current_) current_->cancelled = true;
        image_tasks_.clear();
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Loader::load(std::vector<std::filesystem::path> files, Arrival arrival) {
    load(std::move(files), arrival, {});
}

void Loader::load(std::vector<std::filesystem::path> files, Arrival arrival,
                  std::vector<std::uint64_t> owners) {
    auto job = std::make_shared<Job>();
    job->files = std::move(files);
    job->owners = std::move(owners);
    job->arrival = arrival;
    {
        const std::lock_guard lock(mutex_);
        if (current_) current_->cancelled = true;
        next_ = std::move(job);
    }
    changed_.notify_all();
}

void Loader::cancel() {
    const std::lock_guard lock(mutex_);
    if (current_) current_->cancelled = true;
    next_.reset();
}

void Loader::decode(std::uint64_t owner, const Document& document) {
    {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < document.images.size(); ++i) {
            if (document.images[i]) image_tasks_.push_back({owner, i, document.images[i]});
        }
    }
    changed_.notify_all();
}

std::optional<LoadProgress> Loader::progress() const {
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<Job>& job = current_ ? current_ : next_;
    if (!job || job->cancelled || job->files.empty()) return std::nullopt;
    const int count = static_cast<int>(job->files.size());
    const int number = std::min(job->current.load(), count - 1);
    return LoadProgress{job->files[static_cast<std::size_t>(number)].filename().string(),
                        job->fraction.load(), number + 1, count};
}

bool Loader::busy() const {
    const std::lock_guard lock(mutex_);
    return current_ || next_ || ready_ || !image_tasks_.empty() || images_in_work_ > 0 || !images_.empty();
}

std::optional<LoadedFiles> Loader::take_files() {
    const std::lock_guard lock(mutex_);
    return std::exchange(ready_, std::nullopt);
}

std::vector<DecodedImage> Loader::take_images() {
    const std::lock_guard lock(mutex_);
    return std::exchange(images_, {});
}

void Loader::read_files() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || next_; });
        if (stop_) return;
        current_ = std::exchange(next_, nullptr);
        const std::shared_ptr<Job> job = current_;
        lock.unlock();

        LoadedFiles loaded;
        loaded.arrival = job->arrival;
        for (std::size_t i = 0; i < job->files.size(); ++i) {
            if (job->cancelled) break;
            const std::filesystem::path& path = job->files[i];
            job->fraction = 0.0F;
            LoadOptions options;
            options.progress = &job->fraction;
            options.cancel = &job->cancelled;
            loaded.files.push_back(
                {path, load_document(path, options), job->owners.empty() ? 0 : job->owners[i]});
            ++job->current;
        }

        lock.lock();
        current_.reset();
        if (!job->cancelled) ready_ = std::move(loaded);
        if (wake_) wake_();
    }
}

void Loader::decode_images() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || !image_tasks_.empty(); });
        if (stop_) return;
        const ImageTask task = std::move(image_tasks_.front());
        image_tasks_.pop_front();
        ++images_in_work_;
        lock.unlock();

        DecodedImage decoded{task.owner, task.index, nullptr};
        if (Result<Image> image = decode_image(*task.source)) {
            decoded.image = std::make_shared<const Image>(std::move(*image));
        } else {
            decoded.image = tl::unexpected(image.error());
        }

        lock.lock();
        --images_in_work_;
        images_.push_back(std::move(decoded));
        if (wake_) wake_();
    }
}

}  // namespace vitruvian
