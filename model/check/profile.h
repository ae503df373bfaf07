// Which checks run on a figure, how severe their findings are and where their thresholds lie: a game engine's, a
// standard's or a project's own view of what is wrong.
#pragma once

#include "model/check/registry.h"
#include "model/check/subject.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::check {

/// What a profile says of one check; what it does not say stays as in the registry.
struct Setting {
    std::optional<Level> level;
    std::optional<double> threshold;
};

/// Which way thumbs point in the T-pose that a profile asks for: 45 degrees between the arm and the front, that or 35.3
/// degrees (as Godot's profile rests), or along the arm.
enum class Thumbs { diagonal, diagonal_or_flatter, along_arm };

/// A finding that somebody has looked at and lets stand.
struct Ignore {
    std::string id;                     // of the check
    std::optional<std::string> object;  // its name in the file; nullopt: of any object
    std::optional<std::string> clip;    // nullopt: in any clip, and in none
    std::string reason;                 // never empty

    [[nodiscard]] bool means(const Finding& finding) const;
    bool operator==(const Ignore&) const = default;
};

struct Profile {
    std::string name;
    std::map<std::string, Setting, std::less<>> checks;  // by id
    RestPose rest = RestPose::nodes;                     // at which glTF figures are looked at
    Thumbs thumbs = Thumbs::diagonal;
    std::vector<Ignore> ignores;

    [[nodiscard]] Level level_of(const CheckInfo& check) const;
    [[nodiscard]] std::optional<double> threshold_of(const CheckInfo& check) const;
    /// True where the profile itself (or a project's) gives the severity: it then counts for every finding of the check,
    /// also for checks whose findings have two.
    [[nodiscard]] bool sets_level(std::string_view id) const;
};

/// "hanim-1.1", "hanim-2.0", "ext-skeleton-humanoid", "vrm", "unity-humanoid", "humanik", "vrchat-pc", "vrchat-mobile",
/// "roblox", and "gltf", which "auto" takes for glTF figures without an extension.
[[nodiscard]] std::span<const std::string_view> profile_names();
/// A built-in one; nullopt for an unknown name. "auto" is none: see profile_for.
[[nodiscard]] std::optional<Profile> built_in_profile(std::string_view name);
/// What "auto" means for a document: by the kind and version of its first humanoid.
[[nodiscard]] Profile profile_for(const Document& document);

/// A project's own profile: {"extends": "vrm", "checks": {"PO03": {"severity": "warning", "threshold": 8}},
/// "ignore": [{"id": "PO15", "object": "knight", "reason": "stands on a plinth"}]}. `extends` may be "auto" or absent:
/// then it is laid over profile_for. Errors: "profile-json", "profile-unknown-check", "profile-bad-severity",
/// "profile-unknown-base", with the JSON pointer.
struct ProjectProfile {
    std::string name;
    std::string extends;
    std::map<std::string, Setting, std::less<>> checks;
    std::vector<Ignore> ignores;

    [[nodiscard]] Profile over(const Profile& base) const;
};
[[nodiscard]] Result<ProjectProfile> read_profile(std::string_view json, const std::string& file);

/// The text of a project's profile with one more finding ignored, or with that one ignored no longer; whatever else it says
/// stays. An empty text is a profile that says nothing yet. Errors as read_profile's.
[[nodiscard]] Result<std::string> with_ignore(std::string_view json, const std::string& file,
                                              const Ignore& ignore);
[[nodiscard]] Result<std::string> without_ignore(std::string_view json, const std::string& file,
                                                 const Ignore& ignore);

}  // namespace vitruvian::check
