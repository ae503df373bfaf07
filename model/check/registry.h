// All checks as data: what each measures, in which unit, at which threshold and severity, and the function that does it.
#pragma once

#include "model/check/finding.h"

#include <optional>
#include <span>
#include <string_view>

namespace vitruvian::check {

class Subject;
class Findings;

enum class Family {
    structure,
    pose,
    transforms,
    skin,
    limits,
    displacers,
    animation,
    budget,
    sites_and_mass,
    reading
};
[[nodiscard]] std::string_view to_string(Family family);

/// Which figures a check is for: those of H-Anim files, those of glTF files (BVH's among them), or both.
enum class AppliesTo { both, hanim, gltf };

/// Adds what it finds in the subject to the findings; knows no profile but by Findings::threshold.
using Run = void (*)(const Subject& subject, Findings& findings);

struct CheckInfo {
    std::string_view id;        // "ST01"
    std::string_view name;      // "Required bone missing"
    std::string_view measures;  // what is looked at, in a few words
    std::string_view unit;      // of values and threshold; empty: a count, a ratio or nothing
    std::optional<double> threshold;
    std::string_view threshold_text;  // for people, where the number alone says too little
    Level level = Level::warning;     // where a profile says nothing else
    AppliesTo applies_to = AppliesTo::both;
    bool fixable = false;
    std::string_view source;  // specification, product or document that asks for it
    Run run = nullptr;        // null: another check's function finds it
};

/// For the tables of checks.
inline constexpr std::optional<double> no_threshold;
inline constexpr double degree = 0.017453292519943295;

/// Each family's checks, in the order of their ids.
[[nodiscard]] std::span<const CheckInfo> structure_checks();
[[nodiscard]] std::span<const CheckInfo> pose_checks();
[[nodiscard]] std::span<const CheckInfo> transform_checks();
[[nodiscard]] std::span<const CheckInfo> skin_checks();
[[nodiscard]] std::span<const CheckInfo> limit_checks();
[[nodiscard]] std::span<const CheckInfo> displacer_checks();
[[nodiscard]] std::span<const CheckInfo> animation_checks();
[[nodiscard]] std::span<const CheckInfo> budget_checks();
[[nodiscard]] std::span<const CheckInfo> site_and_mass_checks();

/// All of them, families in the order of Family; READ, a file that cannot be read whole, at the end.
[[nodiscard]] std::span<const CheckInfo> all_checks();
/// Null where there is none of that id. Ids are upper case.
[[nodiscard]] const CheckInfo* find_check(std::string_view id);
[[nodiscard]] Family family_of(std::string_view id);

}  // namespace vitruvian::check
