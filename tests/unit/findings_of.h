// One check on one document.
#pragma once

#include "model/check/run.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::test {

/// Returns the findings of one check under a profile (empty: the one for the document).
[[nodiscard]] inline std::vector<check::Finding> findings_of(const Document& document, std::string_view id,
                                                             std::string_view profile = {}) {
    const auto named = profile.empty() ? std::nullopt : check::built_in_profile(profile);
    EXPECT_EQ(named.has_value(), !profile.empty());
    check::RunOptions options;
    options.only = {std::string(id)};
    EXPECT_NE(check::find_check(id), nullptr) << id;
    return check::run_checks(document, named ? &*named : nullptr, options).findings;
}

}  // namespace vitruvian::test
