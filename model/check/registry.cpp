#include "model/check/registry.h"

#include "model/check/reading.h"

#include <algorithm>
#include <array>
#include <vector>

namespace vitruvian::check {
namespace {

constexpr CheckInfo unreadable{"READ",
                               "File cannot be read",
                               "whether the file can be read, and whole",
                               "",
                               {},
                               "",
                               Level::error,
                               AppliesTo::both,
                               false,
                               "its format",
                               check_reading};

}  // namespace

std::string_view to_string(Level level) {
    static constexpr std::array<std::string_view, 4> names{"off", "info", "warning", "error"};
    return names.at(static_cast<std::size_t>(level));
}

std::optional<Level> level_from_string(std::string_view name) {
    for (const Level level : {Level::off, Level::info, Level::warning, Level::error}) {
        if (to_string(level) == name) return level;
    }
    return std::nullopt;
}

std::string_view to_string(Family family) {
    static constexpr std::array<std::string_view, 10> names{
        "structure",  "pose",      "transforms", "skin",           "limits",
        "displacers", "animation", "budget",     "sites and mass", "reading"};
    return names.at(static_cast<std::size_t>(family));
}

std::span<const CheckInfo> all_checks() {
    static const std::vector<CheckInfo> list = [] {
        std::vector<CheckInfo> all;
        for (const auto& family :
             {structure_checks(), pose_checks(), transform_checks(), skin_checks(), limit_checks(),
              displacer_checks(), animation_checks(), budget_checks(), site_and_mass_checks()}) {
            all.insert(all.end(), family.begin(), family.end());
        }
        all.push_back(unreadable);
        return all;
    }();
    return list;
}

const CheckInfo* find_check(std::string_view id) {
    const auto all = all_checks();
    const auto found =
        std::find_if(all.begin(), all.end(), [id](const CheckInfo& info) { return info.id == id; });
    return found == all.end() ? nullptr : &*found;
}

Family family_of(std::string_view id) {
    struct Prefix {
        std::string_view letters;
        Family family;
    };
    static constexpr std::array<Prefix, 9> prefixes{{{"ST", Family::structure},
                                                     {"PO", Family::pose},
                                                     {"TR", Family::transforms},
                                                     {"SK", Family::skin},
                                                     {"LI", Family::limits},
                                                     {"DI", Family::displacers},
                                                     {"AN", Family::animation},
                                                     {"BU", Family::budget},
                                                     {"MA", Family::sites_and_mass}}};
    const auto* found = std::find_if(prefixes.begin(), prefixes.end(),
                                     [id](const Prefix& prefix) { return id.starts_with(prefix.letters); });
    return found == prefixes.end() ? Family::reading : found->family;
}

}  // namespace vitruvian::check
