#include "model/check/profile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace vitruvian::check {
namespace {

using Json = nlohmann::json;

Location at_pointer(const std::string& file, std::string pointer) {
    return {file, 0, 0, std::move(pointer)};
}

Result<Setting> setting_of(const Json& json, const CheckInfo& check, const std::string& file) {
    const std::string pointer = fmt::format("/checks/{}", check.id);
    if (!json.is_object())
        return fail("profile-json",
                    "a check's settings are an object: {\"severity\": \"info\", \"threshold\": 8}",
                    at_pointer(file, pointer));
    Setting out;
    for (const auto& [key, value] : json.items()) {
        if (key == "severity") {
            out.level =
                value.is_string() ? level_from_string(value.get_ref<const std::string&>()) : std::nullopt;
            if (!out.level)
                return fail("profile-bad-severity",
                            "a severity is \"off\", \"info\", \"warning\" or \"error\"",
                            at_pointer(file, pointer + "/severity"));
        } else if (key == "threshold") {
            if (!value.is_number() || !std::isfinite(value.get<double>()))
                return fail("profile-json", "a threshold is a number",
                            at_pointer(file, pointer + "/threshold"));
            if (!check.threshold)
                return fail("profile-json",
                            fmt::format("{} has no threshold that could be changed", check.id),
                            at_pointer(file, pointer + "/threshold"));
            out.threshold = value.get<double>();
        } else {
            return fail("profile-json", "a check's settings are \"severity\" and \"threshold\"",
                        at_pointer(file, pointer));
        }
    }
    return out;
}

}  // namespace

Result<ProjectProfile> read_profile(std::string_view text, const std::string& file) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return fail("profile-json", "a profile is a JSON object: {\"extends\": \"vrm\", \"checks\": {...}}",
                    {file, 0, 0, {}});
    ProjectProfile out;
    out.name = file;
    out.extends = "auto";
    if (const auto extends = json.find("extends"); extends != json.end()) {
        out.extends = extends->is_string() ? extends->get<std::string>() : std::string();
        if (out.extends != "auto" && !built_in_profile(out.extends))
            return fail("profile-unknown-base", "\"extends\" names one of the built-in profiles, or \"auto\"",
                        at_pointer(file, "/extends"));
    }
    const auto checks = json.find("checks");
    if (checks == json.end()) return out;
    if (!checks->is_object())
        return fail("profile-json", "\"checks\" is an object with the checks' ids as keys",
                    at_pointer(file, "/checks"));
    for (const auto& [id, settings] : checks->items()) {
        const CheckInfo* check = find_check(id);
        if (check == nullptr)
            return fail("profile-unknown-check",
                        fmt::format("there is no check {}; see `vitruvian check --list`", id),
                        at_pointer(file, "/checks"));
        const Result<Setting> setting = setting_of(settings, *check, file);
        if (!setting) return tl::unexpected(setting.error());
        out.checks[id] = *setting;
    }
    return out;
}

}  // namespace vitruvian::check
