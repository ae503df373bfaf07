#include "app/jobs/check_job.h"

#include "app/jobs/run_jobs.h"
#include "app/profiles/sidecar.h"
#include "model/check/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace vitruvian {
namespace {

Error too_long(const std::string& file, std::chrono::milliseconds most) {
    return {"takes-too-long",
            fmt::format("reading and checking it takes longer than {} s", most.count() / 1000),
            {file, 0, 0, {}}};
}

/// Returns the single finding of a file that cannot be read, with the severity that the profile sets.
report::FileResult unreadable(const std::string& file, const std::string& profile, const CheckJob& job,
                              const Error& why) {
    report::FileResult out = report::unreadable_file(file, profile, why);
    check::Level level = out.findings.front().level;
    if (job.profile.project) {
        const auto found = job.profile.project->checks.find("READ");
        if (found != job.profile.project->checks.end()) level = found->second.level.value_or(level);
    }
    if (std::find(job.skip.begin(), job.skip.end(), "READ") != job.skip.end()) level = check::Level::off;
    out.findings.front().level = level;
    if (level == check::Level::off) out.findings.clear();
    // The reason may be the subject of another check, which can be excluded.
    const auto lists = [](const std::vector<std::string>& ids, const std::string& id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    std::erase_if(out.findings, [&](const report::Finding& f) {
        return f.id != "READ" && (lists(job.skip, f.id) || (!job.only.empty() && !lists(job.only, f.id)));
    });
    return out;
}

/// Returns a file's memory to the system, otherwise every thread would keep its maximum.
void give_memory_back() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

}  // namespace

check::Profile ChosenProfile::of(const Document& document,
                                 const std::optional<check::ProjectProfile>& beside) const {
    if (!built_in && !project) return profile_of(document, beside);
    check::Profile out =
        built_in
            ? *built_in
            : project->over(check::built_in_profile(project->extends).value_or(check::profile_for(document)));
    if (beside) out.ignores.insert(out.ignores.end(), beside->ignores.begin(), beside->ignores.end());
    return out;
}

report::FileResult check_document(Document& document, const std::string& file, const CheckJob& job,
                                  const std::atomic<bool>* cancel) {
    check::RunOptions options{job.only, job.skip, std::nullopt, cancel};
    std::vector<std::string> remarks;
    if (job.choose_clips) {
        auto clips = job.choose_clips(document);
        if (!clips) remarks.push_back(fmt::format("{}: {}", file, clips.error().message));
        options.clips = clips ? std::move(*clips) : std::vector<int>{};
    }
    const auto beside = read_sidecar(file);
    if (!beside) remarks.push_back(beside.error().text());
    const check::Profile profile = job.profile.of(document, beside ? *beside : std::nullopt);
    const check::Outcome outcome = check::run_checks(document, &profile, options);
    if (outcome.cancelled) return unreadable(file, profile.name, job, too_long(file, job.max_time));
    report::FileResult out = report::file_result(file, outcome);
    out.remarks = std::move(remarks);
    return out;
}

report::FileResult check_file(const std::string& file, const CheckJob& job, const std::atomic<bool>* cancel) {
    try {
        LoadOptions options;
        options.cancel = cancel;
        Result<Document> document = job.load(file, options);
        if (document) return check_document(*document, file, job, cancel);
        if (document.error().code == "cancelled")
            return unreadable(file, job.profile.name, job, too_long(file, job.max_time));
        return unreadable(file, job.profile.name, job, document.error());
    } catch (const std::bad_alloc&) {
        return unreadable(file, job.profile.name, job,
                          {"no-memory", "there is not enough memory to read and check it", {file, 0, 0, {}}});
    }
}

std::vector<report::PackedResult> check_files(const std::vector<std::string>& files, const CheckJob& job) {
    std::vector<report::PackedResult> out(files.size());
    Deadlines deadlines;
    const auto work = [&](std::size_t i) {
        const Deadlines::Watch watch(deadlines, job.max_time);
        out[i] = report::PackedResult(check_file(files[i], job, &watch.is_over()));
        give_memory_back();
    };
    run_jobs(files.size(), job.threads, work, job.progress);
    return out;
}

}  // namespace vitruvian
