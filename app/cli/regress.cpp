// `vitruvian regress`: compares a suite of pictures with approved ones.
#include "app/cli/commands.h"
#include "app/cli/foreign_clip.h"
#include "app/cli/input.h"
#include "app/jobs/regress_job.h"
#include "app/report/regress_page.h"
#include "model/core/counted.h"
#include "model/core/utf8.h"
#include "model/figure/default_clip.h"
#include "model/formats/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

/// Poses figures for the shots of a suite. Clip files are shared by many shots: the last few are cached.
class ShotPoser {
  public:
    explicit ShotPoser(const Suite& suite) : suite_(&suite) {}

    Result<StandingFigure> pose(const Document& document, const Shot& shot) {
        PosingOptions posing = shot.posing;
        posing.matrices = suite_->path_of(posing.matrices);
        const Result<std::size_t> own = posing.clip.empty() ? 0 : find_clip(document, posing.clip);
        if (own) return taken(pose_figure(document, posing, std::nullopt));
        posing.clip = suite_->path_of(posing.clip);
        if (foreign_clip_file(posing.clip).empty()) return tl::unexpected(own.error());
        const Result<Shared> foreign = clip_of(document, posing.clip);
        if (!foreign) return tl::unexpected(foreign.error());
        return taken(pose_figure(document, posing, **foreign));
    }

  private:
    using Shared = std::shared_ptr<const std::optional<ForeignClip>>;

    static Result<StandingFigure> taken(Result<PosedFigure> posed) {
        if (!posed) return tl::unexpected(posed.error());
        return StandingFigure{posed->humanoid, std::move(posed->skeleton), std::move(posed->pose)};
    }

    Result<Shared> clip_of(const Document& document, const std::string& selector) {
        constexpr std::size_t most = 4;
        const std::lock_guard lock(mutex_);
        for (const auto& [name, clip] : clips_) {
            if (name == selector) return clip;
        }
        Result<std::optional<ForeignClip>> found = find_foreign_clip(document, selector);
        if (!found) return tl::unexpected(found.error());
        auto clip = std::make_shared<const std::optional<ForeignClip>>(std::move(*found));
        clips_.emplace_back(selector, clip);
        if (clips_.size() > most) clips_.pop_front();
        return clip;
    }

    const Suite* suite_;
    std::mutex mutex_;
    std::deque<std::pair<std::string, Shared>> clips_;
};

bool is_any_meant(const Shot& shot, const std::vector<std::string>& globs) {
    return globs.empty() || std::any_of(globs.begin(), globs.end(),
                                        [&](const std::string& glob) { return is_meant(shot, glob); });
}

/// Returns the first glob that matches no picture of the suite.
std::optional<std::string> idle_glob(const Suite& suite, const RegressOptions& options) {
    for (const std::vector<std::string>* globs : {&options.only, &options.approve}) {
        for (const std::string& glob : *globs) {
            if (std::none_of(suite.shots.begin(), suite.shots.end(),
                             [&](const Shot& shot) { return is_meant(shot, glob); }))
                return glob;
        }
    }
    return std::nullopt;
}

/// Returns this shard's shots: a range of neighbours, which often show the same file.
std::vector<Shot> chosen_shots(const Suite& suite, const RegressOptions& options) {
    std::vector<Shot> chosen;
    for (const Shot& shot : suite.shots) {
        if (is_any_meant(shot, options.only)) chosen.push_back(shot);
    }
    const auto shard = static_cast<std::size_t>(options.shard);
    const auto shards = static_cast<std::size_t>(options.shards);
    const auto border = [&](std::size_t i) {
        return chosen.begin() + static_cast<std::ptrdiff_t>(chosen.size() * i / shards);
    };
    return {border(shard - 1), border(shard)};
}

HumanText regress_text(const report::RegressReport& report, const fs::path& page) {
    HumanText out;
    for (const report::ShotResult& shot : report.shots) {
        const bool was_approved = shot.status == report::ShotStatus::same && !shot.message.empty();
        if (shot.status == report::ShotStatus::same && !was_approved) continue;
        out.set_style(was_approved                                     ? TextStyle::info
                      : shot.status == report::ShotStatus::new_picture ? TextStyle::warning
                                                                       : TextStyle::error);
        out.add("{:<8}", was_approved ? "approved" : report::to_string(shot.status));
        out.set_style(TextStyle::plain);
        out.add(" {}: {}\n", shot.name, shot.message);
    }
    out.add("{}: {} same, {} different, {} new, {} broken; {}\n",
            counted(report.shots.size(), "picture", "pictures"), report.count(report::ShotStatus::same),
            report.count(report::ShotStatus::differs), report.count(report::ShotStatus::new_picture),
            report.count(report::ShotStatus::broken), page.string());
    return out;
}

Result<void> write_results(const report::RegressReport& report, const fs::path& folder) {
    const std::pair<const char*, std::string> files[] = {
        {"results.json", report::regress_json(report)},
        {"junit.xml", report::regress_junit(report)},
        {"report.html", report::regress_page(report, picture_for_page)},
    };
    for (const auto& [name, text] : files) {
        if (Result<void> written = write_output((folder / name).string(), text); !written) return written;
    }
    return {};
}

/// Returns the clip that shows a figure best, by its name if that is unique.
std::string default_clip_selector(const Document& document) {
    const int clip = default_clip(document);
    if (clip < 0) return {};
    const auto index = static_cast<std::size_t>(clip);
    const std::string& name = document.clips[index]->name;
    const Result<std::size_t> found = name.empty() ? fail("no-such-clip", "") : find_clip(document, name);
    return found && *found == index && utf8_text(name) == name ? name : std::to_string(index);
}

}  // namespace

ExitCode run_regress(const RegressOptions& options, const Console& console) {
    if (!options.read) return console.failed(options.read.error(), ExitCode::unreadable);
    const Suite& suite = *options.read;
    if (const std::optional<std::string> glob = idle_glob(suite, options)) {
        console.error(fmt::format("no picture of {} is meant by '{}'", options.suite, *glob));
        return ExitCode::usage;
    }
    ShotPoser poser(suite);
    RegressJob job;
    job.shots = chosen_shots(suite, options);
    job.suite = &suite;
    job.output = options.output;
    job.threads = options.jobs;
    job.load = [](const std::string& file, const LoadOptions& load) { return load_document(file, load); };
    job.pose = [&poser](const Document& document, const Shot& shot) { return poser.pose(document, shot); };
    job.progress = [&](std::size_t done) { console.progress(done, job.shots.size()); };
    if (options.approves)
        job.approves = [&options](const Shot& shot) { return is_any_meant(shot, options.approve); };
    Result<report::RegressReport> report = run_regress_job(job);
    if (!report) {
        const bool no_opengl = report.error().code == "no-opengl";
        return console.failed(report.error(), no_opengl ? ExitCode::no_opengl : ExitCode::unwritable);
    }
    report->suite = options.suite;
    if (const auto written = write_results(*report, options.output); !written)
        return console.failed(written.error(), ExitCode::unwritable);
    const auto written = options.json ? write_output("-", report::regress_json(*report))
                                      : print(regress_text(*report, fs::path(options.output) / "report.html"),
                                              console.colors_output());
    if (!written) return console.failed(written.error(), ExitCode::unwritable);
    return report->all_same() ? ExitCode::done : ExitCode::findings;
}

ExitCode run_regress_init(const RegressInitOptions& options, const Console& console) {
    for (const std::string& path : options.found.missing)
        console.error(fmt::format("{}: there is no such file or folder", path));
    if (!options.found.missing.empty()) return ExitCode::unreadable;
    for (const std::string& path : options.found.empty)
        console.warning(fmt::format("{}: nothing in this folder can be read", path));
    const fs::path folder = fs::absolute(options.output).parent_path().lexically_normal();
    std::vector<SuiteFigure> figures;
    bool all_read = true;
    for (std::size_t i = 0; i < options.found.files.size(); ++i) {
        const std::string& file = options.found.files[i];
        const Result<Document> document = load_document(file);
        const bool can_be_named = utf8_text(file) == file;
        if (!document || !can_be_named) {
            console.error(document ? fmt::format("{}: JSON has no way to write this name", file)
                                   : document.error().text());
            all_read = false;
            continue;
        }
        const fs::path path = fs::absolute(file).lexically_normal();
        figures.push_back({path.stem().string(), path.lexically_relative(folder).string(),
                           default_clip_selector(*document)});
        console.progress(i + 1, options.found.files.size());
    }
    if (figures.empty()) {
        console.error("no figure to make pictures of was found: a suite has at least one shot");
        return ExitCode::unreadable;
    }
    const auto written = write_output(options.output, make_suite(figures));
    if (!written) return console.failed(written.error(), ExitCode::unwritable);
    return all_read ? ExitCode::done : ExitCode::unreadable;
}

}  // namespace vitruvian
