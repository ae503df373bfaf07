// Renders and compares a picture suite in one process, several pictures at a time: each file is read once, while
// others are rendered, compared and written, and is released when its pictures are done.
#pragma once

#include "app/jobs/suite.h"
#include "app/report/regress_results.h"
#include "model/io/load_options.h"
#include "model/pose/pose.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace vitruvian {

/// A posed figure of a document.
struct StandingFigure {
    int humanoid = -1;  // the selected one; -1: there is none
    Skeleton skeleton;
    Pose pose;
};

struct RegressJob {
    std::vector<Shot> shots;
    const Suite* suite = nullptr;
    std::filesystem::path output;  // gets actual/ and difference/
    /// Which of the new or differing pictures replace the approved ones; empty: none.
    std::function<bool(const Shot& shot)> approves;
    unsigned threads = 0;  // 0: one per hardware thread, at most 8; each has its own OpenGL context
    /// Time limit for reading a file and posing it for all its pictures. If exceeded, these are marked
    /// broken.
    std::chrono::milliseconds max_time = std::chrono::minutes(2);
    std::function<Result<Document>(const std::string& file, const LoadOptions& options)> load;
    /// `load` and `pose` are called on several threads at once.
    std::function<Result<StandingFigure>(const Document& document, const Shot& shot)> pose;
    std::function<void(std::size_t done)> progress;  // one call at a time; may be empty
};

/// Renders, compares and writes all pictures; the error of a picture is in its result. Errors "no-opengl",
/// and "cannot-write" if a folder of pictures cannot be written.
[[nodiscard]] Result<report::RegressReport> run_regress_job(const RegressJob& job);

/// Returns a picture for the report's page; see report::PictureReader.
[[nodiscard]] std::string picture_for_page(const std::string& path);

}  // namespace vitruvian
