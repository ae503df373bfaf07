// The keys of a shot in a suite, which are those of `vitruvian screenshot`, and the pictures that its lists come to.
#pragma once

#include "app/jobs/suite.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

using SuiteJson = nlohmann::ordered_json;

/// A key as a part of a JSON pointer (RFC 6901).
[[nodiscard]] std::string pointer_token(std::string_view key);

/// A shot as the file has it, before its lists are multiplied out.
struct ShotDraft {
    /// A moment of a clip.
    struct Moment {
        std::optional<double> time;
        std::optional<double> cycle;
        std::string text;  // as it is part of a picture's name
    };
    struct Wrong {
        std::string code;
        std::string message;
        std::string pointer;  // from the shot on
    };

    Shot shot;
    // More than one only where the suite lists them; what is listed is part of the pictures' names.
    std::vector<std::string> views{"best"};
    std::vector<std::string> clips{std::string()};
    std::vector<Moment> moments{Moment{}};
    bool lists_views = false;
    bool lists_clips = false;
    bool lists_moments = false;

    /// Takes over what an object of the suite says, over what is there; what is wrong with it, if anything.
    [[nodiscard]] std::optional<Wrong> take(const SuiteJson& json);
    [[nodiscard]] std::size_t count() const { return views.size() * clips.size() * moments.size(); }
    /// All of them: moments vary slowest, so that pictures of one pose follow each other.
    [[nodiscard]] std::vector<Shot> pictures() const;
};

}  // namespace vitruvian
