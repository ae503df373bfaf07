#include "app/cli/check_list.h"

#include "app/cli/json_output.h"
#include "app/report/report.h"
#include "model/check/profile.h"

#include <optional>

namespace vitruvian {
namespace {

std::string threshold_text(const check::CheckInfo& info) {
    if (!info.threshold_text.empty()) return std::string(info.threshold_text);
    return info.threshold ? report::quantity_text(*info.threshold, info.unit) : std::string("exact");
}

std::string_view applies_text(check::AppliesTo applies) {
    switch (applies) {
        case check::AppliesTo::hanim:
            return "H-Anim";
        case check::AppliesTo::gltf:
            return "glTF";
        case check::AppliesTo::both:
            break;
    }
    return "both";
}

Json number(const std::optional<double>& value) {
    return value ? Json(static_cast<float>(*value)) : Json(nullptr);
}

Json profiles_json(const check::CheckInfo& info) {
    Json out = Json::object();
    for (const std::string_view name : check::profile_names()) {
        const std::optional<check::Profile> profile = check::built_in_profile(name);
        out[std::string(name)] = {{"severity", std::string(to_string(profile->level_of(info)))},
                                  {"threshold", number(profile->threshold_of(info))}};
    }
    return out;
}

}  // namespace

HumanText check_list_text() {
    HumanText out;
    std::optional<check::Family> family;
    for (const check::CheckInfo& info : check::all_checks()) {
        if (const check::Family of = check::family_of(info.id); of != family) {
            out.add("{}{}\n", family ? "\n" : "", to_string(of));
            family = of;
        }
        out.add("  {:<5} {:<7} {}{}{}\n", info.id,
                info.level == check::Level::info ? "note" : to_string(info.level), info.name,
                info.fixable ? " [fixable]" : "",
                info.applies_to == check::AppliesTo::both
                    ? ""
                    : fmt::format(" ({})", applies_text(info.applies_to)));
        out.add("                {}; threshold: {}\n", info.measures, threshold_text(info));
        std::string others;
        for (const std::string_view name : check::profile_names()) {
            const std::optional<check::Profile> profile = check::built_in_profile(name);
            const check::Level level = profile->level_of(info);
            const auto threshold = profile->threshold_of(info);
            if (level == info.level && threshold == info.threshold) continue;
            others += fmt::format("{}{} {}", others.empty() ? "" : ", ", name, to_string(level));
            if (level != check::Level::off && threshold && threshold != info.threshold)
                others += fmt::format(" at {}", report::quantity_text(*threshold, info.unit));
        }
        if (!others.empty()) out.add("                {}\n", others);
    }
    return out;
}

std::string check_list_json() {
    Json out = {{"schema", "vitruvian-check-list-1"}, {"profiles", Json::array()}, {"checks", Json::array()}};
    for (const std::string_view name : check::profile_names()) out["profiles"].push_back(std::string(name));
    for (const check::CheckInfo& info : check::all_checks()) {
        out["checks"].push_back({{"id", std::string(info.id)},
                                 {"name", std::string(info.name)},
                                 {"family", std::string(to_string(check::family_of(info.id)))},
                                 {"measures", std::string(info.measures)},
                                 {"unit", std::string(info.unit)},
                                 {"threshold", number(info.threshold)},
                                 {"threshold_text", threshold_text(info)},
                                 {"severity", std::string(to_string(info.level))},
                                 {"applies_to", std::string(applies_text(info.applies_to))},
                                 {"fixable", info.fixable},
                                 {"source", std::string(info.source)},
                                 {"profiles", profiles_json(info)}});
    }
    return json_text(out, 2);
}

}  // namespace vitruvian
