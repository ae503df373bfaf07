// A suite of pictures, drawn and compared in one process: each file is read once, while others are drawn, compared and
// written, and forgotten when its pictures are made.
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

/// A document as it is to stand.
struct StandingFigure {
    int humanoid = -1;  // that selectors mean; -1: there is none
    Skeleton skeleton;
    Pose pose;
};

struct RegressJob {
    std::vector<Shot> shots;
    const Suite* suite = nullptr;
    std::filesystem::path output;  // gets actual/ and difference/
    /// Which of the pictures that are new or differ take the place of the approved ones; may be empty: none.
    std::function<bool(const Shot& shot)> approves;
    unsigned threads = 0;  // 0: as many as the machine runs at once; drawing has one of its own
    /// What reading a file and posing it for all its pictures may take. Beyond it these are broken.
    std::chrono::milliseconds max_time = std::chrono::minutes(2);
    std::function<Result<Document>(const std::string& file, const LoadOptions& options)> load;
    /// Both are called on several threads at once.
    std::function<Result<StandingFigure>(const Document& document, const Shot& shot)> pose;
    std::function<void(std::size_t done)> progress;  // one call at a time; may be empty
};

/// Draws, compares and writes all pictures; what is wrong with one is in its result. Errors "no-opengl", and
/// "cannot-write" where a folder of pictures cannot be written.
[[nodiscard]] Result<report::RegressReport> run_regress_job(const RegressJob& job);

/// A picture of the report, for its page; see report::PictureReader.
[[nodiscard]] std::string picture_for_page(const std::string& path);

}  // namespace vitruvian
