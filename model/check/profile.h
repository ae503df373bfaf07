// Profiles: which checks run on a figure, their severities and thresholds, for a game engine, a standard or a
// project.
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

/// A profile's settings for one check; unset values are those of the registry.
struct Setting {
    std::optional<Level> level;
    std::optional<double> threshold;
};

/// Direction of thumbs in a profile's T-pose: 45 degrees between the arm and the front, that or 35.3 degrees
/// (as in Godot's profile), or along the arm.
enum class Thumbs { diagonal, diagonal_or_flatter, along_arm };

/// A finding that was reviewed and accepted.
struct Ignore {
    std::string id;                     // of the check
    std::optional<std::string> object;  // its name in the file; nullopt: any object
    std::optional<std::string> clip;    // nullopt: any clip, or none
    std::string reason;                 // never empty

    [[nodiscard]] bool means(const Finding& finding) const;
    bool operator==(const Ignore&) const = default;
};

struct Profile {
    std::string name;
    std::map<std::string, Setting, std::less<>> checks;  // by id
    RestPose rest = RestPose::nodes;                     // rest pose in which glTF figures are checked
    Thumbs thumbs = Thumbs::diagonal;
    /// Of the platform's own unit of length beside the metre: figures may have a human height in either.
    std::optional<double> units_per_metre;
    std::vector<Ignore> ignores;

    [[nodiscard]] Level level_of(const CheckInfo& check) const;
    [[nodiscard]] std::optional<double> threshold_of(const CheckInfo& check) const;
    /// True if the profile itself (or a project's) sets the severity: it then applies to every finding of the
    /// check, also for checks whose findings have two severities.
    [[nodiscard]] bool sets_level(std::string_view id) const;
};

/// "hanim-1.1", "hanim-2.0", "ext-skeleton-humanoid", "vrm", "unity-humanoid", "humanik", "vrchat-pc",
/// "vrchat-mobile", "roblox", and "gltf", which "auto" selects for glTF figures without an extension.
[[nodiscard]] std::span<const std::string_view> profile_names();
/// Returns a built-in profile; nullopt for an unknown name. "auto" is not a profile: see profile_for.
[[nodiscard]] std::optional<Profile> built_in_profile(std::string_view name);
/// Returns the profile that "auto" selects: by the kind and version of the document's first humanoid.
[[nodiscard]] Profile profile_for(const Document& document);

/// A project's own profile: {"extends": "vrm", "checks": {"PO03": {"severity": "warning", "threshold": 8}},
/// "ignore": [{"id": "PO15", "object": "knight", "reason": "stands on a plinth"}]}. `extends` may be "auto"
/// or absent: the base is then profile_for. Other members are errors, unless their names start with "$" or "_".
/// Errors: "profile-json", "profile-unknown-check",
/// "profile-bad-severity", "profile-unknown-base", with the JSON pointer.
struct ProjectProfile {
    std::string name;
    std::string extends;
    std::map<std::string, Setting, std::less<>> checks;
    std::vector<Ignore> ignores;

    [[nodiscard]] Profile over(const Profile& base) const;
};
[[nodiscard]] Result<ProjectProfile> read_profile(std::string_view json, const std::string& file);

/// Returns the text of a project's profile with the finding added to its ignore list, or removed from it;
/// everything else is preserved. An empty text is an empty profile. Errors as for read_profile.
[[nodiscard]] Result<std::string> with_ignore(std::string_view json, const std::string& file,
                                              const Ignore& ignore);
[[nodiscard]] Result<std::string> without_ignore(std::string_view json, const std::string& file,
                                                 const Ignore& ignore);

}  // namespace vitruvian::check
