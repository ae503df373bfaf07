// Runs all checks of a profile on a document.
#pragma once

#include "model/check/profile.h"

#include <atomic>
#include <string>
#include <vector>

namespace vitruvian::check {

struct RunOptions {
    std::vector<std::string> only;          // ids; empty: all of the profile
    std::vector<std::string> skip;          // ids
    std::optional<std::vector<int>> clips;  // the clips to check; nullopt: all
    /// May be set by any thread to stop between two checks; may be null.
    const std::atomic<bool>* cancel = nullptr;
};

/// A finding that the profile ignores, and the reason.
struct Ignored {
    Finding finding;
    Ignore ignore;
};

struct Outcome {
    std::string profile;
    std::vector<Finding> findings;  // most severe first, then in the order of the registry
    std::vector<Skipped> skipped;
    std::vector<Ignored> ignored;  // not contained in `findings`
    bool cancelled = false;        // then not all checks were run
};

/// `profile` nullptr: profile_for(document). Deterministic: the same document gives the same findings.
[[nodiscard]] Outcome run_checks(const Document& document, const Profile* profile = nullptr,
                                 const RunOptions& options = {});

}  // namespace vitruvian::check
