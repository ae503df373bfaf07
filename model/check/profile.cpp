#include "model/check/profile.h"

#include "model/document/file_format.h"

#include <algorithm>
#include <array>

namespace vitruvian::check {
namespace {

constexpr std::array<std::string_view, 10> known_profiles{
    "hanim-1.1", "hanim-2.0", "ext-skeleton-humanoid", "vrm",    "unity-humanoid",
    "humanik",   "vrchat-pc", "vrchat-mobile",         "roblox", "gltf"};

void set(Profile& profile, std::initializer_list<std::string_view> ids, Level level) {
    for (const std::string_view id : ids) profile.checks[std::string(id)].level = level;
}

void set_threshold(Profile& profile, std::string_view id, double threshold) {
    profile.checks[std::string(id)].threshold = threshold;
}

/// Turns off checks that only some profiles require.
void leave_out_what_is_asked_by_few(Profile& profile) {
    set(profile,
        {"ST01", "ST11", "ST26", "TR08", "TR09", "BU01", "BU02", "BU03", "BU04", "BU05", "BU06", "BU11",
         "BU13"},
        Level::off);
}

void want_arms_that_hang(Profile& profile) {
    set(profile, {"PO03", "PO04", "PO05", "PO06", "PO07", "PO09", "PO10", "PO11", "PO12", "PO13"},
        Level::off);
}

/// No extension specifies the bones of such a figure, and how it stands: requirements of avatars are at most
/// warnings. Exporters leave slight shear from rounded scales, and bones out of their order. Motion capture has its
/// spine begin where the hips are.
void expect_no_avatar(Profile& profile) {
    set(profile, {"ST02", "ST17", "ST22", "PO01", "PO02", "PO03", "PO18", "PO19", "PO20", "TR05"},
        Level::warning);
}

void want_t_pose(Profile& profile) {
    set(profile, {"PO14", "PO28", "PO29"}, Level::off);
}

/// VRChat's rank "poor": beyond it there is only the last rank.
void want_vrchat(Profile& profile, bool mobile) {
    set(profile, {"ST01", "ST11"}, Level::error);
    set(profile, {"ST26", "BU01", "BU02", "BU03", "BU04", "BU05", "BU06"}, Level::warning);
    set_threshold(profile, "BU01", mobile ? 20'000 : 70'000);
    set_threshold(profile, "BU02", mobile ? 150 : 400);
    set_threshold(profile, "BU03", mobile ? 2 : 16);
    set_threshold(profile, "BU04", mobile ? 4 : 32);
    set_threshold(profile, "BU05", mobile ? 40 : 150);
}

}  // namespace

bool Ignore::means(const Finding& finding) const {
    return finding.id == id && (!object || *object == finding.object.name) && (!clip || clip == finding.clip);
}

Level Profile::level_of(const CheckInfo& check) const {
    const auto found = checks.find(check.id);
    return found == checks.end() ? check.level : found->second.level.value_or(check.level);
}

std::optional<double> Profile::threshold_of(const CheckInfo& check) const {
    const auto found = checks.find(check.id);
    return found != checks.end() && found->second.threshold ? found->second.threshold : check.threshold;
}

bool Profile::sets_level(std::string_view id) const {
    const auto found = checks.find(id);
    return found != checks.end() && found->second.level.has_value();
}

std::span<const std::string_view> profile_names() {
    return known_profiles;
}

std::optional<Profile> built_in_profile(std::string_view name) {
    if (std::find(known_profiles.begin(), known_profiles.end(), name) == known_profiles.end())
        return std::nullopt;
    Profile out;
    out.name = name;
    leave_out_what_is_asked_by_few(out);
    if (name.starts_with("hanim")) {
        want_arms_that_hang(out);
        // The standard's joints are not a bone map: what would break an avatar is only unusual here.
        set(out, {"ST02"}, Level::warning);
        return out;
    }
    want_t_pose(out);
    if (name == "ext-skeleton-humanoid") out.rest = RestPose::bind;
    if (name == "vrm" || name == "gltf" || name.starts_with("vrchat"))
        out.thumbs = Thumbs::diagonal_or_flatter;
    if (name == "humanik") out.thumbs = Thumbs::along_arm;
    if (name == "vrm" || name == "unity-humanoid" || name == "humanik" || name == "roblox")
        set(out, {"ST01"}, Level::error);
    if (name == "gltf") expect_no_avatar(out);
    if (name == "vrm") set(out, {"AN06"}, Level::error);
    if (name == "unity-humanoid") set(out, {"ST11"}, Level::error);
    if (name == "humanik") set(out, {"TR08", "TR09"}, Level::error);
    if (name.starts_with("vrchat")) want_vrchat(out, name == "vrchat-mobile");
    if (name == "roblox") {
        constexpr double metres_per_stud = 0.28;
        out.units_per_metre = 1.0 / metres_per_stud;
        set(out, {"BU01"}, Level::warning);
        set(out, {"BU11", "BU13"}, Level::info);
        set_threshold(out, "BU01", 10'742);
        set_threshold(out, "DI07", 17);
    }
    return out;
}

Profile profile_for(const Document& document) {
    const auto named = [](std::string_view name) { return built_in_profile(name).value_or(Profile{}); };
    if (document.humanoids.empty()) {
        return named(is_world(document.format) ? "hanim-1.1" : "gltf");
    }
    const Humanoid& humanoid = document.humanoids.front();
    switch (humanoid.kind) {
        case HumanoidKind::hanim:
            return named(humanoid.version.starts_with("2") ? "hanim-2.0" : "hanim-1.1");
        case HumanoidKind::ext_skeleton_humanoid:
            return named("ext-skeleton-humanoid");
        case HumanoidKind::vrm0:
        case HumanoidKind::vrm1:
            return named("vrm");
        case HumanoidKind::khr_character:
        case HumanoidKind::inferred:
            break;
    }
    return named("gltf");
}

Profile ProjectProfile::over(const Profile& base) const {
    Profile out = base;
    out.name = name;
    for (const auto& [id, setting] : checks) {
        Setting& there = out.checks[id];
        if (setting.level) there.level = setting.level;
        if (setting.threshold) there.threshold = setting.threshold;
    }
    out.ignores.insert(out.ignores.end(), ignores.begin(), ignores.end());
    return out;
}

}  // namespace vitruvian::check
