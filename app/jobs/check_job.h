// Runs the checks on many files: each file is read, checked and released, so that memory use does not grow
// with their number.
#pragma once

#include "app/report/report.h"
#include "model/check/profile.h"
#include "model/io/load_options.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// The requested profile: chosen automatically for each file (neither is set), a built-in one, or a project's
/// own.
struct ChosenProfile {
    std::string name = "auto";
    std::optional<check::Profile> built_in;
    std::optional<check::ProjectProfile> project;

    /// `beside`: the profile beside the document's file; it is used completely if no other profile is
    /// requested, else only for the findings it ignores.
    [[nodiscard]] check::Profile of(const Document& document,
                                    const std::optional<check::ProjectProfile>& beside = {}) const;
};

struct CheckJob {
    ChosenProfile profile;
    std::vector<std::string> only;  // ids of checks; empty: all of the profile
    std::vector<std::string> skip;
    unsigned threads = 0;  // 0: one per hardware thread
    /// Time limit per file. A file that exceeds it yields a single finding, like an unreadable file.
    std::chrono::milliseconds max_time = std::chrono::minutes(2);
    std::function<Result<Document>(const std::string& file, const LoadOptions& options)> load;
    /// Chooses the clips to check, and may add some to the document; empty: all. An error becomes a remark on
    /// the file, whose clips are then not checked.
    std::function<Result<std::optional<std::vector<int>>>(Document& document)> choose_clips;
    std::function<void(std::size_t done)> progress;  // one call at a time; may be empty
};

/// Checks one document that is already loaded.
[[nodiscard]] report::FileResult check_document(Document& document, const std::string& file,
                                                const CheckJob& job,
                                                const std::atomic<bool>* cancel = nullptr);

/// Checks one file; any error is part of the result.
[[nodiscard]] report::FileResult check_file(const std::string& file, const CheckJob& job,
                                            const std::atomic<bool>* cancel = nullptr);

/// Checks all files in parallel; results are in the order of `files`.
[[nodiscard]] std::vector<report::PackedResult> check_files(const std::vector<std::string>& files,
                                                            const CheckJob& job);

}  // namespace vitruvian
