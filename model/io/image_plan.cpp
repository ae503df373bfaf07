// Decides which images are decoded, at which size and in which order: within the budget, and each once.
#include "model/core/parallel.h"
#include "model/io/image.h"
#include "model/io/pictures/decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>

namespace vitruvian {
namespace {

using Sources = std::span<const std::shared_ptr<const ImageSource>>;

/// Maximum for all images of a file, at their decoded size or halved: this limits time, not memory.
constexpr std::size_t max_plan_pixels = std::size_t{2} << 30;
constexpr std::size_t max_plan_bytes = std::size_t{512} << 20;

std::string_view text_of(const ImageSource& source) {
    return {reinterpret_cast<const char*>(source.encoded.data()), source.encoded.size()};
}

bool same_picture(const ImageSource& a, const ImageSource& b) {
    return a.raw_width == b.raw_width && a.raw_height == b.raw_height && a.encoded == b.encoded;
}

/// Finds the first of a list that is the same image. Only images of the same size are hashed.
class Twins {
  public:
    explicit Twins(Sources sources) : sources_(sources) {
        for (const auto& source : sources) {
            if (source) ++of_size_[source->encoded.size()];
        }
    }

    /// Must be called for all indices in order.
    [[nodiscard]] std::size_t first_of(std::size_t index) {
        const ImageSource& source = *sources_[index];
        if (of_size_[source.encoded.size()] < 2) return index;
        std::vector<std::size_t>& alike = of_hash_[std::hash<std::string_view>()(text_of(source))];
        const auto found = std::find_if(alike.begin(), alike.end(), [&](std::size_t other) {
            return sources_[other] == sources_[index] || same_picture(*sources_[other], source);
        });
        if (found != alike.end()) return *found;
        alike.push_back(index);
        return index;
    }

  private:
    Sources sources_;
    std::unordered_map<std::size_t, std::size_t> of_size_;
    std::unordered_map<std::size_t, std::vector<std::size_t>> of_hash_;
};

/// Memory shared by concurrent decoders: each waits until enough is available.
class WorkingMemory {
  public:
    void take(std::size_t bytes) {
        std::unique_lock lock(mutex_);
        given_back_.wait(lock, [&] { return free_ >= bytes; });
        free_ -= bytes;
    }
    void give_back(std::size_t bytes) {
        {
            const std::lock_guard lock(mutex_);
            free_ += bytes;
        }
        given_back_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable given_back_;
    std::size_t free_ = max_plan_bytes;
};

class Decoding {
  public:
    Decoding(Sources sources, const ImagePlan& plan, const ImageReady& ready, const std::atomic<bool>* cancel)
        : sources_(sources),
          plan_(&plan),
          ready_(&ready),
          cancel_(cancel),
          uses_(plan.size()),
          said_(plan.size()) {
        for (std::size_t i = 0; i < plan.size(); ++i) {
            if (sources_[i]) uses_[plan[i].same_as].push_back(i);
        }
    }

    /// Run by each thread: takes the next remaining image, until there is none.
    void work() {
        for (std::size_t i = next_++; i < uses_.size(); i = next_++) {
            if (cancel_ != nullptr && cancel_->load()) return;
            if (!uses_[i].empty()) decode(i);
        }
    }

    void report(Diagnostics& diagnostics) const {
        for (const Diagnostics& said : said_) {
            for (const Diagnostic& d : said.list()) diagnostics.add(d.severity, d.code, d.message, d.where);
        }
        const auto count_if = [this](auto what) { return std::count_if(plan_->begin(), plan_->end(), what); };
        const auto smaller = count_if([](const PlannedImage& image) { return image.halvings > 0; });
        if (smaller == 0) return;
        const auto all = count_if([](const PlannedImage& image) { return image.file_size.pixels() > 0; });
        diagnostics.warn(
            "image-halved",
            fmt::format("{} of {} pictures are shown at a lower resolution than they have: what is open "
                        "may have {} MiB of pixels",
                        smaller, all, image_budget >> 20U));
    }

  private:
    void decode(std::size_t index) {
        Result<Image> image = decode_planned(index);
        if (!image) {
            const Error& error = image.error();
            said_[index].warn(error.code, error.message, error.where);
            return;
        }
        const auto shared = std::make_shared<const Image>(std::move(*image));
        const std::lock_guard lock(ready_mutex_);
        for (const std::size_t use : uses_[index]) (*ready_)(use, shared);
    }

    Result<Image> decode_planned(std::size_t index) {
        const PlannedImage& planned = (*plan_)[index];
        const ImageSource& source = *sources_[index];
        if (planned.file_size.pixels() == 0) {
            const Result<pictures::Header> header = pictures::read_header(source);
            if (!header) return tl::unexpected(header.error());
            return fail("image-too-large", "the file's pictures have more pixels together than are decoded",
                        {source.name, 0, 0, {}});
        }
        memory_.take(planned.working_bytes);
        Result<Image> image = decode_image(source, said_[index], planned.halvings);
        memory_.give_back(planned.working_bytes);
        return image;
    }

    Sources sources_;
    const ImagePlan* plan_;
    const ImageReady* ready_;
    const std::atomic<bool>* cancel_;
    std::vector<std::vector<std::size_t>>
        uses_;  // per image that is the first of its kind: all images of that kind
    std::vector<Diagnostics> said_;
    std::atomic<std::size_t> next_{0};
    std::mutex ready_mutex_;
    WorkingMemory memory_;
};

}  // namespace

ImagePlan plan_images(Sources sources) {
    ImagePlan plan(sources.size());
    Twins twins(sources);
    std::size_t pixels = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        plan[i].same_as = sources[i] ? twins.first_of(i) : i;
        if (!sources[i] || plan[i].same_as != i) continue;
        const Result<pictures::Header> header = pictures::read_header(*sources[i]);
        if (!header || header->size.pixels() > max_plan_pixels - pixels) continue;
        pixels += header->size.pixels();
        plan[i].file_size = header->size;
        plan[i].working_bytes = header->working_bytes;
    }
    return plan;
}

void fit_images(std::span<ImagePlan* const> plans, std::size_t budget) {
    struct Entry {
        std::size_t bytes;
        PlannedImage* image;
        std::size_t order;
        // The largest first, of these the last one: what a file lists first is usually the most visible.
        bool operator<(const Entry& other) const {
            return std::pair(bytes, order) < std::pair(other.bytes, other.order);
        }
    };
    std::priority_queue<Entry> queue;
    std::size_t total = 0;
    for (ImagePlan* plan : plans) {
        for (PlannedImage& image : *plan) {
            const std::size_t bytes = image.size().bytes();
            if (bytes > 0) queue.push({bytes, &image, queue.size()});
            total += bytes;
        }
    }
    const std::size_t one_pixel = 4;
    while (total > budget && !queue.empty() && queue.top().bytes > one_pixel) {
        Entry entry = queue.top();
        queue.pop();
        ++entry.image->halvings;
        total -= entry.bytes;
        entry.bytes = entry.image->size().bytes();
        total += entry.bytes;
        queue.push(entry);
    }
}

void decode_images(Sources sources, const ImagePlan& plan, const ImageReady& ready, Diagnostics& diagnostics,
                   const std::atomic<bool>* cancel) {
    Decoding decoding(sources, plan, ready, cancel);
    const std::size_t threads =
        std::min<std::size_t>(plan.size(), std::max(std::thread::hardware_concurrency(), 1U));
    parallel_for(threads, 1, static_cast<unsigned>(threads),
                 [&](std::size_t, std::size_t) { decoding.work(); });
    decoding.report(diagnostics);
}

std::vector<std::shared_ptr<const Image>> decode_images(Sources sources, Diagnostics& diagnostics,
                                                        std::size_t budget) {
    std::vector<std::shared_ptr<const Image>> images(sources.size());
    ImagePlan plan = plan_images(sources);
    ImagePlan* const plans[] = {&plan};  // NOLINT(modernize-avoid-c-arrays)
    fit_images(plans, budget);
    decode_images(
        sources, plan,
        [&](std::size_t i, std::shared_ptr<const Image> image) { images[i] = std::move(image); },
        diagnostics);
    return images;
}

}  // namespace vitruvian
