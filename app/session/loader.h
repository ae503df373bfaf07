// Reads files and decodes their images away from the window's thread. Knows nothing of the session or the
// window: it is asked, reports progress, and hands over what is ready.
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

/// What becomes of what is open when files arrive.
enum class Arrival {
    replace,
    add,      // beside it
    reload,   // replaced by its newer self: view, selection and time stay
    refresh,  // the same, but only where no edit would be lost: another program changed the file
    revert,   // the same, and edits are lost as was asked for
};
[[nodiscard]] constexpr bool is_newer_self(Arrival arrival) {
    return arrival == Arrival::reload || arrival == Arrival::refresh || arrival == Arrival::revert;
}

struct LostWork;

struct LoadRequest {
    std::filesystem::path path;
    std::uint64_t newer_of = 0;            // id of the figure that it is the newer self of; 0: none
    std::shared_ptr<const LostWork> lost;  // what was done to the file and not saved; null: nothing
};
[[nodiscard]] std::vector<LoadRequest> requests_for(const std::vector<std::filesystem::path>& files);

/// Files asked for together arrive together, in the order asked.
struct LoadedFiles {
    struct File {
        std::filesystem::path path;
        Result<Document> document;
        ImagePlan images;            // of the document
        std::uint64_t newer_of = 0;  // id of the figure that it is the newer self of; 0: none
        std::shared_ptr<const LostWork> lost;
        bool is_changed = false;     // where work was lost: the file is another one than it was for
        bool is_saved_over = false;  // see LostBase
        JournalBase now;             // see LostBase::file
    };
    std::vector<File> files;
    Arrival arrival = Arrival::replace;
};

/// Images of open figures, as far as they are decoded.
struct DecodedImages {
    struct Decoded {
        std::uint64_t owner = 0;  // OpenFigure::reading
        std::size_t index = 0;
        std::shared_ptr<const Image> image;
    };
    /// What is to be said of a figure's images, once all are done.
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
    int number = 1;         // which of `count`
    int count = 1;
};

class Loader {
  public:
    /// `wake` is called from worker threads whenever there is something to take.
    explicit Loader(std::function<void()> wake);
    ~Loader();
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    /// Begins reading; what was being read is cancelled.
    void load(std::vector<LoadRequest> files, Arrival arrival);
    void cancel();
    /// Begins decoding every image of a document for the reading `owner`, as planned.
    void decode(std::uint64_t owner, const Document& document, ImagePlan plan);
    /// Ends the decoding for `owner` and drops what is done of it: whoever asked for it is gone.
    void drop_images(std::uint64_t owner);

    [[nodiscard]] std::optional<LoadProgress> progress() const;
    [[nodiscard]] bool busy() const;
    /// Files are being read, or are read and not taken.
    [[nodiscard]] bool reading() const;
    [[nodiscard]] std::optional<LoadedFiles> take_files();
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
    std::shared_ptr<Job> next_;     // asked for, not begun
    std::shared_ptr<Job> current_;  // being read
    std::optional<LoadedFiles> ready_;
    std::deque<std::shared_ptr<ImageTask>> image_tasks_;
    std::shared_ptr<ImageTask> current_images_;  // being decoded
    DecodedImages images_;
    std::vector<std::thread> threads_;
};

}  // namespace vitruvian
