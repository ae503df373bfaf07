#include "app/jobs/regress_job.h"

#include "app/jobs/data_uri.h"
#include "app/jobs/run_jobs.h"
#include "app/jobs/shot_files.h"
#include "app/scene/picture_options.h"
#include "app/scene/view_camera.h"
#include "model/io/file.h"
#include "renderer/headless_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <thread>

namespace vitruvian {
namespace {

using report::ShotResult;

/// On a new thread if available, otherwise when it is waited for.
constexpr auto anyhow = std::launch::async | std::launch::deferred;

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
using FileFuture = std::future<std::unique_ptr<ReadyFile>>;

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

/// The thread with the OpenGL context; files are read ahead and pictures compared afterwards on others.
class Run {
  public:
    Run(const RegressJob& job, Renderer& renderer, ShotFolders folders)
        : job_(&job), renderer_(&renderer), folders_(std::move(folders)), reader_(job) {
        const unsigned threads =
            job.threads != 0 ? job.threads : std::max(std::thread::hardware_concurrency(), 1U);
        // Documents are large, pictures are not.
        max_files_ = std::min<std::size_t>(threads, 4);
        max_pictures_ = std::size_t{2} * threads;
        results_.resize(job.shots.size());
    }

    Result<std::vector<ShotResult>> run() {
        const std::vector<std::vector<std::size_t>> files = shots_by_file(job_->shots);
        std::deque<FileFuture> reading;
        std::size_t next = 0;
        for (std::size_t i = 0; i < files.size(); ++i) {
            for (; next < files.size() && next < i + max_files_; ++next)
                reading.push_back(
                    std::async(anyhow, [this, &files, next] { return reader_.read(files[next]); }));
            const std::unique_ptr<ReadyFile> file = reading.front().get();
            reading.pop_front();
            for (const ReadyShot& shot : file->shots) draw(*file, shot);
            if (error_) break;
        }
        while (!judging_.empty()) take_judged();
        if (error_) return tl::unexpected(*error_);
        return std::move(results_);
    }

  private:
    struct Judged {
        std::size_t index = 0;
        std::future<Result<ShotResult>> result;
    };

    void draw(const ReadyFile& file, const ReadyShot& ready) {
        if (error_) return;
        const Shot& shot = job_->shots[ready.index];
        if (!ready.wrong.empty()) return finish(ready.index, broken_shot(shot, ready.wrong, folders_));
        const Figure figure = file.figure(*ready.figure);
        target_.resize(shot.size[0], shot.size[1], picture_band_rows);
        renderer_->draw(compose_frame(std::span(&figure, 1), ready.view, ready.camera), target_);
        auto picture = std::make_shared<const Image>(target_.read());
        while (judging_.size() >= max_pictures_) take_judged();
        const bool is_approved = job_->approves && job_->approves(shot);
        judging_.push_back({ready.index, std::async(anyhow, [this, &shot, picture, is_approved] {
                                return judge_shot(shot, *picture, folders_, is_approved);
                            })});
    }

    void take_judged() {
        Judged judged = std::move(judging_.front());
        judging_.pop_front();
        Result<ShotResult> result = judged.result.get();
        if (result) return finish(judged.index, std::move(*result));
        if (!error_) error_ = result.error();
    }

    void finish(std::size_t index, ShotResult result) {
        results_[index] = std::move(result);
        if (job_->progress) job_->progress(++done_);
    }

    const RegressJob* job_;
    Renderer* renderer_;
    ShotFolders folders_;
    FileReader reader_;
    RenderTarget target_;
    std::size_t max_files_ = 1;
    std::size_t max_pictures_ = 1;
    std::size_t done_ = 0;
    std::deque<Judged> judging_;
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
    auto context = HeadlessContext::create();
    if (!context) return tl::unexpected(context.error());
    auto renderer = Renderer::create(HeadlessContext::loader());
    if (!renderer) return tl::unexpected(renderer.error());
    out.renderer = (*renderer)->device_name();
    out.driver = HeadlessContext::driver_name();
    Result<std::vector<ShotResult>> shots = Run(job, **renderer, folders).run();
    if (!shots) return tl::unexpected(shots.error());
    out.shots = std::move(*shots);
    return out;
}

std::string picture_for_page(const std::string& path) {
    constexpr std::size_t max_bytes = std::size_t{256} << 20;
    const auto bytes = read_file(path, max_bytes);
    return bytes ? png_data_uri(*bytes) : std::string();
}

}  // namespace vitruvian
