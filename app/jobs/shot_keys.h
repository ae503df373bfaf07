// The keys of a shot in a suite, named like the options of `vitruvian screenshot`, and the expansion of its
// lists to pictures.
#pragma once

#include "app/jobs/suite.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

using SuiteJson = nlohmann::ordered_json;

/// A shot as in the file, before its lists are expanded.
struct ShotDraft {
    /// A moment of a clip.
    struct Moment {
        std::optional<double> time;
        std::optional<double> cycle;
        std::string text;  // its form in a picture's name
    };
    struct Wrong {
        std::string code;
        std::string message;
        std::string pointer;  // relative to the shot
    };

    Shot shot;
    // More than one only if the suite lists them; listed values are part of the pictures' names.
    std::vector<std::string> views{"best"};
    std::vector<std::string> clips{std::string()};
    std::vector<Moment> moments{Moment{}};
    bool lists_views = false;
    bool lists_clips = false;
    bool lists_moments = false;

    /// Reads the keys of a suite's object, overriding present values; returns the first error, if any.
    [[nodiscard]] std::optional<Wrong> take(const SuiteJson& json);
    [[nodiscard]] std::size_t count() const { return views.size() * clips.size() * moments.size(); }
    /// Returns all pictures: moments vary slowest, so that pictures of the same pose are adjacent.
    [[nodiscard]] std::vector<Shot> pictures() const;
};

}  // namespace vitruvian
