#include "app/session/loader.h"

#include "app/session/recovery.h"
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/io/source.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vitruvian {
namespace {

// The drawing thread makes the mip levels of what it gets: at most these and one image more in a frame.
constexpr std::size_t max_bytes_at_once = std::size_t{16} << 20;
/// Larger files stay mapped (see FileBytes).
constexpr std::size_t max_bytes_kept = std::size_t{16} << 20;

LoadedFiles::File read(const LoadRequest& request, const LoadOptions& options) {
    LoadedFiles::File out{request.path, Document(), {}, request.newer_of, request.lost, false, false, {}};
    if (!request.lost) {
        out.document = load_document(request.path, options);
    } else if (Result<LostBase> base = load_base(*request.lost, options)) {
        out.document = std::move(base->document);
        out.is_changed = base->is_changed;
        out.is_saved_over = base->is_saved_over;
        out.now = std::move(base->file);
    } else {
        out.document = tl::unexpected(base.error());
    }
    if (!out.document) return out;
    out.images = plan_images(out.document->images);
    // The window requests it as soon as the figure is open, and must not wait.
    const auto& source = out.document->source;
    if (source && source->stamp) static_cast<void>(*source->stamp);
    // What is edited here can then be saved although another program changes the file.
    if (source && source->bytes.size() < max_bytes_kept) source->bytes.detach();
    return out;
}

}  // namespace

Loader::Loader(std::function<void()> wake) : wake_(std::move(wake)) {
    threads_.emplace_back([this] { read_files(); });
    threads_.emplace_back([this] { decode_tasks(); });
}

Loader::~Loader() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        if (current_) current_->cancelled = true;
        if (current_images_) current_images_->cancelled = true;
        image_tasks_.clear();
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

std::vector<LoadRequest> requests_for(const std::vector<std::filesystem::path>& files) {
    std::vector<LoadRequest> out;
    for (const std::filesystem::path& file : files) out.push_back({file, 0, nullptr});
    return out;
}

void Loader::load(std::vector<LoadRequest> files, Arrival arrival) {
    auto job = std::make_shared<Job>();
    job->files = std::move(files);
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

void Loader::decode(std::uint64_t owner, const Document& document, ImagePlan plan) {
    if (document.images.empty()) return;
    auto task = std::make_shared<ImageTask>();
    task->owner = owner;
    task->sources = document.images;
    task->plan = std::move(plan);
    {
        const std::lock_guard lock(mutex_);
        image_tasks_.push_back(std::move(task));
    }
    changed_.notify_all();
}

void Loader::drop_images(std::uint64_t owner) {
    const auto is_owners = [owner](const auto& thing) { return thing.owner == owner; };
    const std::lock_guard lock(mutex_);
    if (current_images_ && current_images_->owner == owner) current_images_->cancelled = true;
    std::erase_if(image_tasks_, [&](const auto& task) { return is_owners(*task); });
    std::erase_if(images_.images, is_owners);
    std::erase_if(images_.reports, is_owners);
}

std::optional<LoadProgress> Loader::progress() const {
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<Job>& job = current_ ? current_ : next_;
    if (!job || job->cancelled || job->files.empty()) return std::nullopt;
    const int count = static_cast<int>(job->files.size());
    const int number = std::min(job->current.load(), count - 1);
    return LoadProgress{at(job->files, number).path.filename().string(), job->fraction.load(), number + 1,
                        count};
}

bool Loader::busy() const {
    const std::lock_guard lock(mutex_);
    return current_ || next_ || ready_ || !image_tasks_.empty() || current_images_ ||
           !images_.images.empty() || !images_.reports.empty();
}

bool Loader::reading() const {
    const std::lock_guard lock(mutex_);
    return current_ || next_ || ready_;
}

std::optional<LoadedFiles> Loader::take_files() {
    const std::lock_guard lock(mutex_);
    return std::exchange(ready_, std::nullopt);
}

DecodedImages Loader::take_images() {
    DecodedImages out;
    bool more = false;
    {
        const std::lock_guard lock(mutex_);
        std::vector<DecodedImages::Decoded>& ready = images_.images;
        std::size_t bytes = 0;
        std::size_t count = 0;
        while (count < ready.size() && bytes < max_bytes_at_once) {
            const std::shared_ptr<const Image>& image = ready[count++].image;
            bytes += image ? image->rgba.size() : 0;
        }
        const auto end = ready.begin() + static_cast<std::ptrdiff_t>(count);
        out.images.assign(std::make_move_iterator(ready.begin()), std::make_move_iterator(end));
        ready.erase(ready.begin(), end);
        out.reports = std::exchange(images_.reports, {});
        more = !ready.empty();
    }
    if (more && wake_) wake_();
    return out;
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
        for (const LoadRequest& request : job->files) {
            if (job->cancelled) break;
            job->fraction = 0.0F;
            LoadOptions options;
            options.progress = &job->fraction;
            options.cancel = &job->cancelled;
            loaded.files.push_back(read(request, options));
            ++job->current;
        }

        lock.lock();
        current_.reset();
        if (!job->cancelled) ready_ = std::move(loaded);
        if (wake_) wake_();
    }
}

void Loader::decode_tasks() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || !image_tasks_.empty(); });
        if (stop_) return;
        current_images_ = std::move(image_tasks_.front());
        image_tasks_.pop_front();
        const std::shared_ptr<const ImageTask> task = current_images_;
        lock.unlock();
        run(*task);
        lock.lock();
        current_images_.reset();
        if (wake_) wake_();
    }
}

void Loader::run(const ImageTask& task) {
    DecodedImages::Report report{task.owner, {}};
    const auto hand_over = [&](std::size_t index, std::shared_ptr<const Image> image) {
        const std::lock_guard lock(mutex_);
        if (task.cancelled) return;
        images_.images.push_back({task.owner, index, std::move(image)});
        if (wake_) wake_();
    };
    decode_images(task.sources, task.plan, hand_over, report.diagnostics, &task.cancelled);
    const std::lock_guard lock(mutex_);
    if (!task.cancelled && !report.diagnostics.empty()) images_.reports.push_back(std::move(report));
}

}  // namespace vitruvian
