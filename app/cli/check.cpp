// `vitruvian check`: finds problems of rigs.
#include "app/cli/check_list.h"
#include "app/cli/check_text.h"
#include "app/cli/commands.h"
#include "app/cli/failure.h"
#include "app/cli/foreign_clip.h"
#include "app/cli/input.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/cli/saved_files.h"
#include "app/jobs/check_job.h"
#include "app/jobs/finding_pictures.h"
#include "app/jobs/fix_job.h"
#include "app/report/write.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using report::Sink;

Result<Document> load_with(const std::string& file, const LoadOptions& options) {
    return file == "-" ? load_input(file) : load_document(file, options);
}

/// A name that looks like a file name is one, whether the file exists or not.
bool is_file_name(const std::string& name) {
    std::error_code ignored;
    return name.ends_with(".json") || name.find('/') != std::string::npos ||
           std::filesystem::exists(name, ignored);
}

Result<std::string> read_text(const std::string& path) {
    constexpr std::size_t max_bytes = std::size_t{1} << 30;
    const auto bytes = read_file(path, max_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

Outcome<ChosenProfile> choose_profile(const std::string& name) {
    ChosenProfile out;
    out.name = name;
    if (name == "auto") return out;
    out.built_in = check::built_in_profile(name);
    if (out.built_in) return out;
    if (!is_file_name(name)) {
        std::string names = "auto";
        for (const std::string_view known : check::profile_names()) names += fmt::format(", {}", known);
        return failure({"no-such-profile",
                        fmt::format("there is no profile '{}'; give {}, or a JSON file", name, names),
                        {}},
                       ExitCode::usage);
    }
    const Result<std::string> text = read_text(name);
    if (!text) return failure(text.error(), ExitCode::unreadable);
    Result<check::ProjectProfile> project = check::read_profile(*text, name);
    if (!project) return failure(project.error(), ExitCode::unreadable);
    out.project = std::move(*project);
    return out;
}

/// Returns the clips of a document that `selector` refers to; one of another file is remapped first.
Result<std::optional<std::vector<int>>> choose_clips(const std::string& selector, Document& document) {
    if (selector == "all") return std::nullopt;
    if (selector == "none") return std::vector<int>{};
    const Result<std::optional<ForeignClip>> foreign = find_foreign_clip(document, selector);
    if (!foreign) return tl::unexpected(foreign.error());
    if (*foreign) {
        if (document.humanoids.empty())
            return fail("no-humanoid", "this file has no humanoid to retarget a clip to",
                        {document.file, 0, 0, {}});
        const RemapSource source{(*foreign)->document.clips[(*foreign)->clip], &(*foreign)->document, -1};
        Result<Clip> carried = remap_clip(source, document, 0);
        if (!carried) return tl::unexpected(carried.error());
        document.clips.push_back(std::make_shared<const Clip>(std::move(*carried)));
        return std::vector<int>{static_cast<int>(document.clips.size()) - 1};
    }
    const Result<std::size_t> clip = find_clip(document, selector);
    if (!clip) return tl::unexpected(clip.error());
    return std::vector<int>{static_cast<int>(*clip)};
}

/// Tracks whether any of the files has the requested clip. Files are checked in parallel.
class ClipFinder {
  public:
    explicit ClipFinder(std::string selector) : selector_(std::move(selector)) {}

    Result<std::optional<std::vector<int>>> operator()(Document& document) {
        Result<std::optional<std::vector<int>>> out = choose_clips(selector_, document);
        const std::lock_guard lock(mutex_);
        // A file without a figure has no clips, even after remapping.
        if (out || out.error().where.file == document.file) {
            is_found_ = true;
        } else if (!why_not_) {
            why_not_ = out.error();
        }
        return out;
    }

    /// Returns the error if no file has it.
    [[nodiscard]] std::optional<Error> missing() const { return is_found_ ? std::nullopt : why_not_; }

  private:
    std::string selector_;
    std::mutex mutex_;
    bool is_found_ = false;
    std::optional<Error> why_not_;
};

CheckJob job_of(const CheckOptions& options, ChosenProfile profile, ClipFinder& clips) {
    CheckJob job;
    job.profile = std::move(profile);
    job.only = options.only;
    job.skip = options.skip;
    job.threads = options.jobs;
    job.load = load_with;
    job.choose_clips = [&clips](Document& document) { return clips(document); };
    return job;
}

Result<void> print_text(const report::Report& report, const Console& console) {
    Result<void> printed;
    check_text(report, [&](const HumanText& text) {
        if (printed) printed = print(text, console.colors_output());
    });
    return printed;
}

Result<void> write_report(report::Report& report, const CheckOptions& options, const std::string& output,
                          const Console& console) {
    switch (options.format) {
        case CheckFormat::text:
            return output == "-" ? print_text(report, console) : write_output(output, [&](const Sink& out) {
                check_text(report, [&out](const HumanText& text) { out(text.text()); });
            });
        case CheckFormat::json:
            return write_output(output, [&](const Sink& out) { write_json(report, out); });
        case CheckFormat::junit:
            return write_output(output, [&](const Sink& out) { write_junit(report, options.fail_on, out); });
        case CheckFormat::sarif:
            return write_output(output, [&](const Sink& out) { write_sarif(report, out); });
        case CheckFormat::html:
            break;
    }
    // Standard input can only be read once.
    if (options.inputs != std::vector<std::string>{"-"})
        add_pictures(report, [](const std::string& file) { return load_document(file); });
    return write_output(output, [&](const Sink& out) { write_html(report, out); });
}

report::Report report_of(const CheckOptions& options) {
    report::Report out;
    out.version = VITRUVIAN_VERSION;
    out.profile = options.profile;
    return out;
}

/// Writes the report to its destination; returns the exit code.
ExitCode deliver(report::Report& report, const CheckOptions& options, const std::string& output,
                 const Console& console) {
    for (const report::PackedResult& file : report.files) {
        for (const std::string& remark : file.remarks()) console.warning(remark);
    }
    const Result<void> written = write_report(report, options, output, console);
    if (!written) return console.failed(written.error(), ExitCode::unwritable);
    return report.counts().reaches(options.fail_on) ? ExitCode::findings : ExitCode::done;
}

ExitCode list_checks(const CheckOptions& options, const Console& console) {
    Result<void> written;
    if (options.format == CheckFormat::json) {
        written = write_output(options.output, check_list_json());
    } else {
        const HumanText text = check_list_text();
        written = options.output == "-" ? print(text) : write_output(options.output, text.text());
    }
    return written ? ExitCode::done : console.failed(written.error(), ExitCode::unwritable);
}

/// Joins the results of shards, and knows which ones are missing.
class Joining {
  public:
    explicit Joining(const Console& console) : console_(console) { all_.version = VITRUVIAN_VERSION; }

    void add(const std::string& path, report::Report part) {
        const auto differs = [&](std::string_view what, const std::string& its, const std::string& others) {
            if (!others.empty() && its != others)
                console_.warning(
                    fmt::format("{} was made with the {} {}, others with {}", path, what, its, others));
        };
        differs("profile", part.profile, all_.profile);
        differs("version", part.version, version_);
        if (all_.profile.empty()) all_.profile = part.profile;
        if (version_.empty()) version_ = part.version;
        if (!part.shard.empty() && valid_shard(part.shard).empty()) {
            std::vector<std::string> names;
            for (const report::PackedResult& file : part.files) names.push_back(file.file());
            const auto [number, count] = parsed_shard(part.shard);
            shards_[count].insert(number);
            if (!known_.emplace(part.shard, std::move(names)).second) {
                console_.warning(fmt::format("{} is shard {} once more; it counts once", path, part.shard));
                return;
            }
        }
        std::move(part.files.begin(), part.files.end(), std::back_inserter(all_.files));
    }

    /// Returns the report as of a single run over one folder, ordered by file name; a shard without a result
    /// counts as unreadable.
    report::Report take() {
        std::stable_sort(all_.files.begin(), all_.files.end(), [](const auto& a, const auto& b) {
            return std::filesystem::path(a.file()) < std::filesystem::path(b.file());
        });
        for (std::size_t f = 1; f < all_.files.size(); ++f) {
            if (all_.files[f].file() == all_.files[f - 1].file())
                console_.warning(fmt::format("{} is in more than one result", all_.files[f].file()));
        }
        for (const auto& [count, numbers] : shards_) {
            const int missing = count - static_cast<int>(numbers.size());
            if (missing == 0) continue;
            int first = 1;
            while (numbers.contains(first)) ++first;
            const Error why{"shard-missing",
                            fmt::format("the results of {} of {} shards are missing, first that of {}/{}",
                                        missing, count, first, count),
                            {}};
            all_.files.emplace_back(
                report::unreadable_file(fmt::format("shard {}/{}", first, count), all_.profile, why));
        }
        return std::move(all_);
    }

  private:
    const Console& console_;
    report::Report all_;
    std::string version_;
    std::map<int, std::set<int>> shards_;  // per number of shards: the available ones
    std::set<std::pair<std::string, std::vector<std::string>>>
        known_;  // shards, and the files that they checked
};

ExitCode merge_results(const CheckOptions& options, const Console& console) {
    Joining joining(console);
    for (const std::string& path : options.merge) {
        const Result<std::string> text = read_text(path);
        if (!text) return console.failed(text.error(), ExitCode::unreadable);
        Result<report::Report> part = report::from_json(*text, path);
        if (!part) return console.failed(part.error(), ExitCode::unreadable);
        joining.add(path, std::move(*part));
    }
    report::Report all = joining.take();
    if (options.format == CheckFormat::html) all.picture_note = "Joined results have no pictures.";
    return deliver(all, options, options.output, console);
}

ExitCode fix_file(const CheckOptions& options, const CheckJob& job, const Console& console) {
    const std::string& file = options.found.files.front();
    Result<Document> document = job.load(file, {});
    if (!document) {
        report::Report report = report_of(options);
        report.files.emplace_back(report::unreadable_file(file, options.profile, document.error()));
        return deliver(report, options, "-", console);
    }
    const std::vector<FixedFinding> fixed = fix_document(*document, job);
    SaveOptions save;
    save.format = format_for_path(options.output);
    const Result<SavedDocument> saved = write_document(*document, options.output, save);
    if (!saved) return console.failed(saved.error(), ExitCode::unwritable);
    report_saved(console, *saved);
    for (const FixedFinding& f : fixed)
        console.note(fmt::format("fixed {} of {} {}: {}", f.id, f.kind, f.object, f.title));
    if (fixed.empty()) console.note("nothing could be fixed");
    // The remaining findings are those of another run: of the fixed file.
    report::Report report = report_of(options);
    report.files.emplace_back(check_file(options.output, job));
    return deliver(report, options, "-", console);
}

}  // namespace

ExitCode run_check(const CheckOptions& options, const Console& console) {
    if (options.list) return list_checks(options, console);
    if (!options.merge.empty()) return merge_results(options, console);
    Outcome<ChosenProfile> profile = choose_profile(options.profile);
    if (!profile) return console.failed(profile.error().error, profile.error().code);
    for (const std::string& path : options.found.missing)
        console.error(fmt::format("{}: there is no such file or folder", path));
    if (!options.found.missing.empty()) return ExitCode::unreadable;
    for (const std::string& folder : options.found.empty)
        console.warning(fmt::format("{}: nothing in this folder can be read", folder));
    ClipFinder clips(options.clips);
    CheckJob job = job_of(options, std::move(*profile), clips);
    if (options.fix && options.found.files.size() != 1) {
        console.error("--fix takes one file at a time, and this folder does not contain exactly one");
        return ExitCode::usage;
    }
    if (options.fix) return fix_file(options, job, console);
    const std::vector<std::string> files = shard_of(options.found.files, options.shard, options.shards);
    job.progress = [&console, &files](std::size_t done) { console.progress(done, files.size()); };
    report::Report report = report_of(options);
    if (options.shards > 1) report.shard = fmt::format("{}/{}", options.shard, options.shards);
    report.files = check_files(files, job);
    // Another shard's files may have it.
    if (const std::optional<Error> missing = clips.missing(); missing && options.shards == 1)
        return console.failed(*missing, exit_code_of(*missing));
    return deliver(report, options, options.output, console);
}

}  // namespace vitruvian
