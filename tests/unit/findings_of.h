// One check on one document.
#pragma once

#include "model/check/run.h"
#include "model/core/at.h"

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

/// Expects the marks of the check's only finding to move with the first figure, an H-Anim one, when its Humanoid does.
inline void expect_marks_move_with_figure(Document document, std::string_view id, std::size_t points) {
    const auto still = findings_of(document, id);
    const vec3 step(1.0F, 0.5F, 0.0F);
    at(document.nodes, document.humanoids.front().node).rest.translation += step;
    const auto moved = findings_of(document, id);
    ASSERT_EQ(still.size(), 1U) << id;
    ASSERT_EQ(moved.size(), 1U) << id;
    ASSERT_EQ(moved[0].marks.points.size(), points) << id;
    for (std::size_t i = 0; i < points; ++i)
        EXPECT_LT(glm::distance(moved[0].marks.points[i], still[0].marks.points[i] + step), 1e-4F) << id;
    ASSERT_EQ(moved[0].marks.from.has_value(), still[0].marks.from.has_value()) << id;
    if (!still[0].marks.from) return;
    EXPECT_LT(glm::distance(*moved[0].marks.from, *still[0].marks.from + step), 1e-4F) << id;
    EXPECT_LT(glm::distance(*moved[0].marks.is, *still[0].marks.is), 1e-4F) << id;
    EXPECT_LT(glm::distance(*moved[0].marks.ought, *still[0].marks.ought), 1e-4F) << id;
}

}  // namespace vitruvian::test
