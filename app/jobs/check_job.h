// The checks on many files: each is read, looked at and forgotten, so that memory does not grow with their number.
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

/// A profile as a person asks for it: by itself for each file (neither), a built-in one, or a project's own.
struct ChosenProfile {
    std::string name = "auto";
    std::optional<check::Profile> built_in;
    std::optional<check::ProjectProfile> project;

    /// `beside`: the profile beside the document's file, which counts as a whole where nobody asks for another, and else for
    /// what it ignores.
    [[nodiscard]] check::Profile of(const Document& document,
                                    const std::optional<check::ProjectProfile>& beside = {}) const;
};

struct CheckJob {
    ChosenProfile profile;
    std::vector<std::string> only;  // ids of checks; empty: all of the profile
    std::vector<std::string> skip;
    unsigned threads = 0;  // 0: as many as the machine runs at once
    /// What one file may take. Beyond it the file is one finding, as one that cannot be read.
    std::chrono::milliseconds max_time = std::chrono::minutes(2);
    std::function<Result<Document>(const std::string& file, const LoadOptions& options)> load;
    /// Which clips count, and may add some; empty: all. An error is a remark on that file, whose clips then do not count.
    std::function<Result<std::optional<std::vector<int>>>(Document& document)> choose_clips;
    std::function<void(std::size_t done)> progress;  // one call at a time; may be empty
};

/// One document that is read already.
[[nodiscard]] report::FileResult check_document(Document& document, const std::string& file,
                                                const CheckJob& job,
                                                const std::atomic<bool>* cancel = nullptr);

/// One file; whatever is wrong with it is in the result.
[[nodiscard]] report::FileResult check_file(const std::string& file, const CheckJob& job,
                                            const std::atomic<bool>* cancel = nullptr);

/// All of them, several at a time; results in the order of `files`.
[[nodiscard]] std::vector<report::PackedResult> check_files(const std::vector<std::string>& files,
                                                            const CheckJob& job);

}  // namespace vitruvian
