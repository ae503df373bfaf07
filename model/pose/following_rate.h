// Frame rate for resampling a clip whose keys are at irregular times.
#pragma once

#include "model/document/clip.h"

namespace vitruvian {

struct FollowingRate {
    double rate = 60.0;    // frames per second
    double degrees = 0.0;  // maximum rotation error at keys with linear interpolation between frames
};

/// Returns the lowest of 60, 120 and 240 with an error below half a degree at keys; the last if there is
/// none. Jumps are ignored.
[[nodiscard]] FollowingRate following_rate(const Clip& clip);

}  // namespace vitruvian
