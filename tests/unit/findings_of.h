// One check on one document.
#pragma once

#include "model/check/run.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian::test {

/// What one check says under a profile (empty: the one for the document).
[[nodiscard]] inline std::vector<check::Finding> findings_of(const Document& document, const std::string& id,
                                                             const std::string& profile = {}) {
    const auto named = profile.empty() ? std::nullopt : check::built_in_profile(profile);
    EXPECT_EQ(named.has_value(), !profile.empty());
    check::RunOptions options;
    options.only = {id};
    return check::run_checks(document, named ? &*named : nullptr, options).findings;
}

}  // namespace vitruvian::test
