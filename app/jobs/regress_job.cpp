#include "app/jobs/regress_job.h"

#include "app/jobs/data_uri.h"
#include "app/jobs/drawing.h"
#include "app/jobs/run_jobs.h"
#include "app/jobs/shot_files.h"
#include "app/scene/picture_options.h"
#include "app/scene/view_camera.h"
#include "model/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>

namespace vitruvian {
namespace {

using report::ShotResult;

/// A picture that is prepared but not drawn yet.
struct ReadyShot {
    std::size_t index = 0;  // into RegressJob::shots
    std::shared_ptr<const StandingFigure> figure;
    Camera camera;
    ViewSettings view;
    std::string wrong;  // why there is none; empty: no error
};

/// A file, and its shots.
struct ReadyFile {
    Document document;
    FigureShape shape;
    std::vector<std::shared_ptr<const Image>> images;
    std::vector<ReadyShot> shots;

    [[nodiscard]] Figure figure(const StandingFigure& standing) const {
        return {.document = &document,
                .skeleton = &standing.skeleton,
                .shape = &shape,
                .pose = &standing.pose,
                .images = images};
    }
};

/// Rows drawn at a time: as many as fit in 8 MiB of multisampled storage, because the vertices are processed
/// again for each band.
int band_rows(int width) {
    constexpr int storage = 8 << 20;
    constexpr int bytes_per_pixel = 4 * (4 + 4);  // samples of colour and depth
    return std::max(storage / (bytes_per_pixel * width), picture_band_rows);
}

/// Whether two shots have the same pose, so that they only differ in their views.
bool stand_alike(const Shot& a, const Shot& b) {
    return a.shot == b.shot && a.posing.clip == b.posing.clip && a.posing.time == b.posing.time &&
           a.posing.cycle == b.posing.cycle;
}

class FileReader {
  public:
    explicit FileReader(const RegressJob& job) : job_(&job) {}

    /// Reads the file of these shots (indices), which all have the same one.
    std::unique_ptr<ReadyFile> read(const std::vector<std::size_t>& shots) {
        auto out = std::make_unique<ReadyFile>();
        for (const std::size_t index : shots) {
            out->shots.emplace_back();
            out->shots.back().index = index;
        }
        try {
            fill(*out);
        } catch (const std::bad_alloc&) {
            refuse(*out, "there is not enough memory to read and show this file");
        }
        return out;
    }

  private:
    static void refuse(ReadyFile& file, const std::string& why) {
        for (ReadyShot& shot : file.shots) shot.wrong = why;
    }

    void fill(ReadyFile& file) {
        const Deadlines::Watch watch(deadlines_, job_->max_time);
        LoadOptions options;
        options.cancel = &watch.is_over();
        const std::string path = job_->suite->path_of(job_->shots[file.shots.front().index].file);
        Result<Document> document = job_->load(path, options);
        if (!document) {
            const bool too_long = document.error().code == "cancelled";
            return refuse(file, too_long ? fmt::format("{}: reading it takes too long", path)
                                         : document.error().text());
        }
        file.document = std::move(*document);
        file.shape = make_figure_shape(file.document, make_skeleton(file.document));
        Diagnostics ignored;
        file.images = decode_images(file.document.images, ignored);
        for (std::size_t i = 0; i < file.shots.size(); ++i) {
            if (watch.is_over()) {
                file.shots[i].wrong = fmt::format("{}: posing it takes too long", path);
                continue;
            }
            make_ready(file, file.shots[i], i == 0 ? nullptr : &file.shots[i - 1]);
        }
    }

    void make_ready(const ReadyFile& file, ReadyShot& ready, const ReadyShot* before) const {
        const Shot& shot = job_->shots[ready.index];
        if (before != nullptr && before->figure && stand_alike(shot, job_->shots[before->index])) {
            ready.figure = before->figure;
        } else {
            Result<StandingFigure> standing = job_->pose(file.document, shot);
            if (!standing) {
                ready.wrong = standing.error().text();
                return;
            }
            ready.figure = std::make_shared<const StandingFigure>(std::move(*standing));
        }
        const Figure figure = file.figure(*ready.figure);
        const float aspect = static_cast<float>(shot.size[0]) / static_cast<float>(shot.size[1]);
        const Result<Camera> camera = camera_for_view(std::span(&figure, 1), shot.view, aspect);
        const Result<Selection> selected =
            joint_selection(file.document, ready.figure->humanoid, shot.select);
        if (!camera || !selected) {
            ready.wrong = camera ? selected.error().text() : camera.error().text();
            return;
        }
        ready.camera = *camera;
        ready.view.show = shot.show;
        ready.view.background = shot.background;
        ready.view.selected = *selected;
    }

    const RegressJob* job_;
    Deadlines deadlines_;
};

/// Returns the files in the order of the suite, each with its shots.
std::vector<std::vector<std::size_t>> shots_by_file(const std::vector<Shot>& shots) {
    std::vector<std::vector<std::size_t>> out;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < shots.size(); ++i) {
        const auto [place, is_new] = places.emplace(shots[i].file, out.size());
        if (is_new) out.emplace_back();
        out[place->second].push_back(i);
    }
    return out;
}

/// Successive shots of a file, drawn by one thread.
struct Batch {
    std::size_t file = 0;  // into Run::files_
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A file that is read by the first thread which needs it and released after its last batch.
struct FileSlot {
    std::vector<std::size_t> shots;
    std::size_t batches_left = 0;  // guarded by Run's mutex
    std::once_flag is_read;
    std::unique_ptr<const ReadyFile> ready;
};

/// Divides files into batches: one per file, several where few files would leave threads idle.
std::vector<Batch> divide(std::deque<FileSlot>& files, std::size_t threads) {
    constexpr std::size_t fewest_shots = 4;  // in one of several batches: each thread uploads the file again
    std::vector<Batch> out;
    const std::size_t wanted = (2 * threads + files.size() - 1) / std::max<std::size_t>(files.size(), 1);
    for (std::size_t file = 0; file < files.size(); ++file) {
        const std::size_t shots = files[file].shots.size();
        const std::size_t parts =
            threads == 1 ? 1
                         : std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(shots / fewest_shots, 1));
        for (std::size_t part = 0; part < parts; ++part)
            out.push_back({file, shots * part / parts, shots * (part + 1) / parts});
        files[file].batches_left = parts;
    }
    return out;
}

/// The work that the threads share: each takes a batch at a time, and reads, draws, compares and writes on its
/// own, so that one draws while another one reads or compares.
class Run {
  public:
    Run(const RegressJob& job, ShotFolders folders) : job_(&job), folders_(std::move(folders)), reader_(job) {
        const unsigned threads = job.threads != 0 ? job.threads : default_drawing_threads();
        for (std::vector<std::size_t>& shots : shots_by_file(job.shots)) {
            files_.emplace_back();
            files_.back().shots = std::move(shots);
        }
        batches_ = divide(files_, threads);
        threads_ = std::min<std::size_t>(threads, batches_.size());
        results_.resize(job.shots.size());
    }

    /// Number of threads that work() keeps busy.
    [[nodiscard]] std::size_t threads() const { return threads_; }

    /// Works until no batch is left. Called on several threads at once, each with its own context.
    void work(Drawing& drawing) {
        while (const std::optional<Batch> batch = take()) {
            FileSlot& slot = files_[batch->file];
            std::call_once(slot.is_read, [&] { slot.ready = reader_.read(slot.shots); });
            for (std::size_t i = batch->begin; i < batch->end && !has_failed(); ++i)
                draw(drawing, *slot.ready, slot.ready->shots[i]);
            release(slot);
        }
    }

    /// Returns the pictures in the order of the suite, once all threads are done.
    Result<std::vector<ShotResult>> results() {
        if (error_) return tl::unexpected(*error_);
        return std::move(results_);
    }

  private:
    std::optional<Batch> take() {
        const std::lock_guard lock(mutex_);
        if (error_ || next_ == batches_.size()) return std::nullopt;
        return batches_[next_++];
    }

    bool has_failed() {
        const std::lock_guard lock(mutex_);
        return error_.has_value();
    }

    void release(FileSlot& slot) {
        std::unique_ptr<const ReadyFile> last;
        const std::lock_guard lock(mutex_);
        if (--slot.batches_left == 0) last = std::move(slot.ready);
    }

    void draw(Drawing& drawing, const ReadyFile& file, const ReadyShot& ready) {
        const Shot& shot = job_->shots[ready.index];
        if (!ready.wrong.empty()) return finish(ready.index, broken_shot(shot, ready.wrong, folders_));
        try {
            const Figure figure = file.figure(*ready.figure);
            drawing.target.resize(shot.size[0], shot.size[1], band_rows(shot.size[0]));
            drawing.renderer->draw(compose_frame(std::span(&figure, 1), ready.view, ready.camera),
                                   drawing.target);
            const Image picture = drawing.target.read();
            finish(ready.index, judge_shot(shot, picture, folders_, job_->approves && job_->approves(shot)));
        } catch (const std::bad_alloc&) {
            finish(ready.index, broken_shot(shot, "there is not enough memory for this picture", folders_));
        }
    }

    void finish(std::size_t index, Result<ShotResult> result) {
        const std::lock_guard lock(mutex_);
        if (!result) {
            if (!error_) error_ = std::move(result.error());
            return;
        }
        results_[index] = std::move(*result);
        if (job_->progress) job_->progress(++done_);
    }

    const RegressJob* job_;
    ShotFolders folders_;
    FileReader reader_;
    std::deque<FileSlot> files_;
    std::vector<Batch> batches_;
    std::size_t threads_ = 1;
    std::mutex mutex_;  // for all below, and FileSlot::batches_left
    std::size_t next_ = 0;
    std::size_t done_ = 0;
    std::vector<ShotResult> results_;
    std::optional<Error> error_;
};

}  // namespace

Result<report::RegressReport> run_regress_job(const RegressJob& job) {
    report::RegressReport out;
    const ShotFolders folders{job.suite->approved, job.output / "actual", job.output / "difference"};
    for (const std::filesystem::path& folder : {folders.actual, folders.difference}) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error)
            return fail("cannot-write", fmt::format("this folder cannot be made: {}", error.message()),
                        {folder.string(), 0, 0, {}});
    }
    Run run(job, folders);
    HeadlessContext::prepare_for_threads(run.threads());
    auto drawing = Drawing::create();
    if (!drawing) return tl::unexpected(drawing.error());
    out.renderer = (*drawing)->renderer->device_name();
    out.driver = HeadlessContext::driver_name();
    run_on_threads(run.threads(), [&](bool is_caller) {
        if (is_caller) return run.work(**drawing);
        if (const auto own = Drawing::create()) run.work(**own);
    });
    Result<std::vector<ShotResult>> shots = run.results();
    if (!shots) return tl::unexpected(shots.error());
    out.shots = std::move(*shots);
    return out;
}

std::string picture_for_page(const std::string& path) {
    constexpr std::size_t max_bytes = std::size_t{256} << 20;
    const auto bytes = read_file(path, max_bytes);
    return bytes && decode_png(*bytes, path) ? png_data_uri(*bytes) : std::string();
}

}  // namespace vitruvian
