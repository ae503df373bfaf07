// Where checks put what they find, under the profile that is asked for.
#pragma once

#include "model/check/profile.h"

#include <string>
#include <vector>

namespace vitruvian::check {

class Findings {
  public:
    explicit Findings(const Profile& profile) : profile_(profile) {}

    /// Begins a check; what is added from now on is its.
    void begin(const CheckInfo& check);

    /// The check's threshold under the profile. Only for checks that have one.
    [[nodiscard]] double threshold() const;

    /// What the profile asks for beside thresholds and severities.
    [[nodiscard]] const Profile& profile() const { return profile_; }

    /// Adds a finding of the present check: its id, unit, threshold and level are filled in where it has none of its own.
    /// `level`: what the check itself says of it where its findings have two severities; the profile's word counts
    /// before it.
    Finding& add(Object object, std::string message, std::string advice,
                 std::optional<double> value = std::nullopt, std::optional<Level> level = std::nullopt);
    /// The present check does not apply, and why; once is enough.
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
