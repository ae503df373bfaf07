// Reads files and decodes their images on worker threads. Independent of the session and the window: it takes
// requests, reports progress and hands over results.
#pragma once

#include "model/edit/journal.h"
#include "model/io/image.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace vitruvian {

/// What happens to the open figures when files arrive.
enum class Arrival {
    replace,
    add,      // to the open figures
    reload,   // replaced by the reloaded version: view, selection and time are kept
    refresh,  // the same after an external change, only if no edits are lost
    revert,   // the same, discarding edits as requested
};
[[nodiscard]] constexpr bool is_newer_self(Arrival arrival) {
    return arrival == Arrival::reload || arrival == Arrival::refresh || arrival == Arrival::revert;
}

struct LostWork;

struct LoadRequest {
    std::filesystem::path path;
    std::uint64_t newer_of = 0;            // id of the figure that it reloads; 0: none
    std::shared_ptr<const LostWork> lost;  // unsaved edits of the file; null: none
};
[[nodiscard]] std::vector<LoadRequest> requests_for(const std::vector<std::filesystem::path>& files);

/// Files requested together are delivered together, in the order requested.
struct LoadedFiles {
    struct File {
        std::filesystem::path path;
        Result<Document> document;
        ImagePlan images;            // the sizes of its images
        std::uint64_t newer_of = 0;  // id of the figure that it reloads; 0: none
        std::shared_ptr<const LostWork> lost;
        bool is_changed = false;     // recovery: the file has changed since the edits
        bool is_saved_over = false;  // see LostBase
        JournalBase now;             // see LostBase::file
    };
    std::vector<File> files;
    Arrival arrival = Arrival::replace;
};

/// The images of open figures that are decoded so far.
struct DecodedImages {
    struct Decoded {
        std::uint64_t owner = 0;  // OpenFigure::reading
        std::size_t index = 0;
        std::shared_ptr<const Image> image;
    };
    /// Diagnostics on a figure's images, once all are decoded.
    struct Report {
        std::uint64_t owner = 0;
        Diagnostics diagnostics;
    };
    std::vector<Decoded> images;
    std::vector<Report> reports;
};

struct LoadProgress {
    std::string file;
    float fraction = 0.0F;  // of that file
    int number = 1;         // of `count`, from 1
    int count = 1;
};

class Loader {
  public:
    /// `wake` is called from worker threads whenever there is a result to take.
    explicit Loader(std::function<void()> wake);
    ~Loader();
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    /// Starts reading; cancels the previous request.
    void load(std::vector<LoadRequest> files, Arrival arrival);
    void cancel();
    /// Starts decoding every image of a document for the reading `owner`, as planned.
    void decode(std::uint64_t owner, const Document& document, ImagePlan plan);
    /// Cancels the decoding for `owner`, which was closed, and drops its results.
    void drop_images(std::uint64_t owner);

    [[nodiscard]] std::optional<LoadProgress> progress() const;
    [[nodiscard]] bool busy() const;
    /// True while files are being read, or are read and not taken yet.
    [[nodiscard]] bool reading() const;
    [[nodiscard]] std::optional<LoadedFiles> take_files();
    /// Returns some of what is decoded, so that a frame does not have to upload all of it; calls `wake` if more
    /// is left.
    [[nodiscard]] DecodedImages take_images();

  private:
    struct Job {
        std::vector<LoadRequest> files;
        Arrival arrival = Arrival::replace;
        std::atomic<bool> cancelled{false};
        std::atomic<float> fraction{0.0F};
        std::atomic<int> current{0};
    };
    struct ImageTask {
        std::uint64_t owner = 0;
        std::vector<std::shared_ptr<const ImageSource>> sources;
        ImagePlan plan;
        std::atomic<bool> cancelled{false};
    };

    void read_files();
    void decode_tasks();
    void run(const ImageTask& task);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool stop_ = false;
    std::shared_ptr<Job> next_;     // requested, not started
    std::shared_ptr<Job> current_;  // being read
    std::optional<LoadedFiles> ready_;
    std::deque<std::shared_ptr<ImageTask>> image_tasks_;
    std::shared_ptr<ImageTask> current_images_;  // being decoded
    DecodedImages images_;
    std::vector<std::thread> threads_;
};

}  // namespace vitruvian
