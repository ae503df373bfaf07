#include "model/check/profile.h"
#include "model/core/parse_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

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

/// Reads a string member; nullopt without an error where it is absent.
Result<std::optional<std::string>> text_of(const Json& json, const char* key, const std::string& file,
                                           const std::string& pointer) {
    const auto found = json.find(key);
    if (found == json.end()) return std::nullopt;
    if (found->is_string()) return found->get<std::string>();
    return fail("profile-json", fmt::format("\"{}\" must be a string", key), at_pointer(file, pointer));
}

Result<Ignore> ignore_of(const Json& json, const std::string& file, std::size_t index) {
    const std::string pointer = fmt::format("/ignore/{}", index);
    constexpr std::string_view form =
        "expected an object: {\"id\": \"PO15\", \"object\": \"knight\", \"reason\": \"stands on a "
        "plinth\"}";
    if (!json.is_object()) return fail("profile-json", std::string(form), at_pointer(file, pointer));
    std::array<std::optional<std::string>, 4> members;
    constexpr std::array<const char*, 4> keys{"id", "object", "clip", "reason"};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        auto text = text_of(json, keys.at(i), file, fmt::format("{}/{}", pointer, keys.at(i)));
        if (!text) return tl::unexpected(text.error());
        members.at(i) = std::move(*text);
    }
    for (const auto& [key, value] : json.items()) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            return fail("profile-json", std::string(form),
                        at_pointer(file, fmt::format("{}/{}", pointer, pointer_key(key))));
    }
    const std::string id = members[0].value_or("");
    if (find_check(id) == nullptr)
        return fail("profile-unknown-check",
                    fmt::format("there is no check {}; see `vitruvian check --list`", id),
                    at_pointer(file, pointer + "/id"));
    if (members[3].value_or("").empty())
        return fail("profile-json", "give the reason for ignoring it: \"reason\"",
                    at_pointer(file, pointer + "/reason"));
    return Ignore{id, std::move(members[1]), std::move(members[2]), *members[3]};
}

/// True for members that a profile may have beside its own: those whose names start with "$" (as "$schema" does)
/// or "_" hold what other programs or people keep there. Any other unknown name is taken for a misspelt one.
bool is_for_others(std::string_view key) {
    return key.starts_with('$') || key.starts_with('_');
}

Result<std::vector<Ignore>> ignores_of(const Json& profile, const std::string& file) {
    std::vector<Ignore> out;
    const auto list = profile.find("ignore");
    if (list == profile.end()) return out;
    if (!list->is_array())
        return fail("profile-json", "\"ignore\" is a list of findings", at_pointer(file, "/ignore"));
    for (std::size_t i = 0; i < list->size(); ++i) {
        Result<Ignore> ignore = ignore_of((*list)[i], file, i);
        if (!ignore) return tl::unexpected(ignore.error());
        out.push_back(std::move(*ignore));
    }
    return out;
}

nlohmann::ordered_json to_json(const Ignore& ignore) {
    nlohmann::ordered_json out{{"id", ignore.id}};
    if (ignore.object) out["object"] = *ignore.object;
    if (ignore.clip) out["clip"] = *ignore.clip;
    out["reason"] = ignore.reason;
    return out;
}

/// Returns the profile's text after `change` of its list of ignored findings.
template <class Change>
Result<std::string> changed(std::string_view text, const std::string& file, Change change) {
    using Ordered = nlohmann::ordered_json;
    Ordered json = Ordered::object();
    if (!text.empty()) {
        if (const auto readable = read_profile(text, file); !readable)
            return tl::unexpected(readable.error());
        json = Ordered::parse(text, nullptr, false);
    }
    Ordered& list = json["ignore"];
    if (list.is_null()) list = Ordered::array();
    change(list);
    if (list.empty()) json.erase("ignore");
    return json.dump(2, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

}  // namespace

Result<std::string> with_ignore(std::string_view text, const std::string& file, const Ignore& ignore) {
    return changed(text, file, [&](nlohmann::ordered_json& list) { list.push_back(to_json(ignore)); });
}

Result<std::string> without_ignore(std::string_view text, const std::string& file, const Ignore& ignore) {
    return changed(text, file, [&](nlohmann::ordered_json& list) {
        const nlohmann::ordered_json gone = to_json(ignore);
        for (auto entry = list.begin(); entry != list.end();)
            entry = Json(*entry) == Json(gone) ? list.erase(entry) : std::next(entry);
    });
}

Result<ProjectProfile> read_profile(std::string_view text, const std::string& file) {
    const Result<Json> parsed = parse_json<Json>(text, "profile-json", file);
    if (!parsed) return tl::unexpected(parsed.error());
    const Json& json = *parsed;
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
    for (const auto& member : json.items()) {
        const std::string& key = member.key();
        if (key == "extends" || key == "checks" || key == "ignore" || is_for_others(key)) continue;
        return fail("profile-json",
                    fmt::format("a profile has no \"{}\"; it has \"extends\", \"checks\" and \"ignore\", and "
                                "others' members start with \"$\" or \"_\"",
                                key),
                    at_pointer(file, "/" + pointer_key(key)));
    }
    auto ignores = ignores_of(json, file);
    if (!ignores) return tl::unexpected(ignores.error());
    out.ignores = std::move(*ignores);
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
