// The table of checks of joint limits.
#include "model/check/limits.h"
#include "model/check/registry.h"

#include <array>

namespace vitruvian::check {
namespace {

using enum Level;
using enum AppliesTo;

constexpr std::array<CheckInfo, 13> limit_table{{
    {"LI01", "Limit inverted", "upper limit less the lower one, on each axis", "rad", 0.0, "not below", error,
     hanim, true, "H-Anim 1.1", check_inverted_limits},
    {"LI02", "Limit length", "how many numbers llimit and ulimit have", "", 3.0, "0 or 3, both alike", error,
     hanim, false, "H-Anim 1.1", check_limit_length},
    {"LI03", "Degenerate limits", "joints whose limits are all 0", "rad", no_threshold, "none", warning,
     hanim, false, "Web3D archive files", check_frozen_limits},
    {"LI04", "Zero outside limits", "how far the rest pose is outside the limits", "rad", 1e-4, "", warning,
     hanim, false, "Vitruvian", check_zero_within},
    {"LI05", "Limits in degrees", "the largest number of the limits", "rad", 6.283185307179586, "2 pi", error,
     hanim, true, "Vitruvian", check_limits_in_degrees},
    {"LI06", "Limits wider than anatomy", "the range of each axis against a person's", "rad", 1.3,
     "times the recommended range; 10 deg where that is 0", info, hanim, false,
     "public tables of human motion", check_wide_limits},
    {"LI07", "Limit sign mirrored", "left limits against the mirrored right ones", "rad", 5.0 * degree,
     "5 deg", warning, hanim, false, "public tables of human motion", check_mirrored_limits},
    {"LI08", "limitOrientation normal", "length of the axis, less 1", "", 1e-3, "", error, hanim, false,
     "H-Anim 1.1", check_limit_axis},
    {"LI09", "Stiffness range", "the numbers of stiffness", "", no_threshold,
     "three numbers of 0 to 1, or none", error, hanim, true, "H-Anim 1.1", check_stiffness},
    {"LI10", "Pose exceeds limit", "the stored rotation, as swing and twist, outside the limits", "rad",
     1.0 * degree, "1 deg", warning, both, false, "H-Anim 1.1", check_rest_within_limits},
    {"LI11", "Knee hyper-extension", "bend of a knee, backward, at rest and in clips", "rad", -5.0 * degree,
     "-5 deg", warning, both, false, "public tables of human motion", check_knees},
    {"LI12", "Elbow hyper-extension", "how far an elbow bends backward, at rest and in clips", "rad",
     5.0 * degree, "5 deg", warning, both, false, "public tables of human motion", check_elbows},
    {"LI13", "Elbow/knee off-axis turn", "turns of elbows and knees about other axes", "rad", 10.0 * degree,
     "10 deg", warning, both, false, "public tables of human motion", check_off_axis},
}};

}  // namespace

std::span<const CheckInfo> limit_checks() {
    return limit_table;
}

}  // namespace vitruvian::check
