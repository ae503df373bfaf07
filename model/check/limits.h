// The checks of joint limits, one function each; limit_checks.cpp has their table.
#pragma once

namespace vitruvian::check {

class Subject;
class Findings;

// limit_values.cpp
void check_inverted_limits(const Subject& subject, Findings& findings);    // LI01
void check_limit_length(const Subject& subject, Findings& findings);       // LI02
void check_frozen_limits(const Subject& subject, Findings& findings);      // LI03
void check_zero_within(const Subject& subject, Findings& findings);        // LI04
void check_limits_in_degrees(const Subject& subject, Findings& findings);  // LI05
void check_limit_axis(const Subject& subject, Findings& findings);         // LI08
void check_stiffness(const Subject& subject, Findings& findings);          // LI09

// limit_anatomy.cpp
void check_wide_limits(const Subject& subject, Findings& findings);      // LI06
void check_mirrored_limits(const Subject& subject, Findings& findings);  // LI07

// limit_poses.cpp
void check_rest_within_limits(const Subject& subject, Findings& findings);  // LI10
void check_knees(const Subject& subject, Findings& findings);               // LI11
void check_elbows(const Subject& subject, Findings& findings);              // LI12
void check_off_axis(const Subject& subject, Findings& findings);            // LI13

}  // namespace vitruvian::check
