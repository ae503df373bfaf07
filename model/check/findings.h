// Collects the findings of checks under a profile.
#pragma once

#include "model/check/profile.h"

#include <string>
#include <vector>

namespace vitruvian::check {

class Findings {
  public:
    explicit Findings(const Profile& profile) : profile_(profile) {}

    /// Begins a check; findings added from now on belong to it.
    void begin(const CheckInfo& check);

    /// The check's threshold in the profile. Only for checks that have one.
    [[nodiscard]] double threshold() const;

    /// The profile, for settings other than thresholds and severities.
    [[nodiscard]] const Profile& profile() const { return profile_; }

    /// Adds a finding of the current check: id, unit, threshold and level are filled in if it does not set
    /// them. `level`: set by checks whose findings have two severities; a severity in the profile takes
    /// precedence.
    Finding& add(Object object, std::string message, std::string advice,
                 std::optional<double> value = std::nullopt, std::optional<Level> level = std::nullopt);
    /// Records why the current check does not apply; calling it once suffices.
    void skip(std::string why);

    [[nodiscard]] std::vector<Finding> take() { return std::move(findings_); }
    [[nodiscard]] std::vector<Skipped> take_skipped() { return std::move(skipped_); }

  private:
    const Profile& profile_;
    const CheckInfo* check_ = nullptr;
    std::vector<Finding> findings_;
    std::vector<Skipped> skipped_;
};

}  // namespace vitruvian::check
