// The registry of all checks: what each measures, its unit, threshold and severity, and its function.
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

/// The figures that a check applies to: those of H-Anim files, those of glTF files (including BVH), or both.
enum class AppliesTo { both, hanim, gltf };

/// Adds its findings for the subject; profile settings are accessed only by Findings.
using Run = void (*)(const Subject& subject, Findings& findings);

struct CheckInfo {
    std::string_view id;        // "ST01"
    std::string_view name;      // "Required bone missing"
    std::string_view measures;  // short description
    std::string_view unit;      // of values and threshold; empty: a count, a ratio or nothing
    std::optional<double> threshold;
    std::string_view threshold_text;  // for display, if the number alone is not clear
    Level level = Level::warning;     // unless the profile sets one
    AppliesTo applies_to = AppliesTo::both;
    bool fixable = false;
    std::string_view source;  // the specification, product or document that requires it
    Run run = nullptr;        // null: found by another check's function
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

/// Returns all checks, families in the order of Family; READ (files that cannot be read completely) is last.
[[nodiscard]] std::span<const CheckInfo> all_checks();
/// Null for an unknown id. Ids are upper case.
[[nodiscard]] const CheckInfo* find_check(std::string_view id);
[[nodiscard]] Family family_of(std::string_view id);

}  // namespace vitruvian::check
