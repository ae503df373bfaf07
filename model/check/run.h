// All checks of a profile on one document.
#pragma once

#include "model/check/profile.h"

#include <atomic>
#include <string>
#include <vector>

namespace vitruvian::check {

struct RunOptions {
    std::vector<std::string> only;          // ids; empty: all of the profile
    std::vector<std::string> skip;          // ids
    std::optional<std::vector<int>> clips;  // which clips count; nullopt: all
    /// Set by anybody to stop between two checks; may be null.
    const std::atomic<bool>* cancel = nullptr;
};

/// What was found and is ignored by the profile, and why.
struct Ignored {
    Finding finding;
    Ignore ignore;
};

struct Outcome {
    std::string profile;
    std::vector<Finding> findings;  // most severe first, then in the order of the registry
    std::vector<Skipped> skipped;
    std::vector<Ignored> ignored;  // none of these is among the findings
    bool cancelled = false;        // then not all checks were made
};

/// `profile` nullptr: profile_for(document). Pure: the same document gives the same findings.
[[nodiscard]] Outcome run_checks(const Document& document, const Profile* profile = nullptr,
                                 const RunOptions& options = {});

}  // namespace vitruvian::check
