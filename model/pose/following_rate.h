// How many frames a second follow a clip whose keys are at no even times.
#pragma once

#include "model/document/clip.h"

namespace vitruvian {

struct FollowingRate {
    double rate = 60.0;    // frames a second
    double degrees = 0.0;  // how far turns at keys are off at most, where frames are joined by straight lines
};

/// The lowest of 60, 120 and 240 that cuts corners by less than half a degree; the last where none does. Jumps
/// are not corners.
[[nodiscard]] FollowingRate following_rate(const Clip& clip);

}  // namespace vitruvian
