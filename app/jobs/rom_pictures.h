// Renders a figure with its joints rotated to their limits, the skin coloured by the change of its area.
#pragma once

#include "app/report/rom_page.h"
#include "model/rom/range_of_motion.h"

#include <functional>
#include <span>

namespace vitruvian {

/// Returns one row per joint of `extremes`, in their order; for each axis it has `steps` pictures (2 or more)
/// from the lower limit to the upper, with rest in the middle if `steps` is odd, and one of the clip.
/// `pose_at` returns the pose at a time of the clip; it is only called if some extreme is in a clip, on several
/// threads at once. `progress` (may be empty) is called after each row, never concurrently. Without OpenGL returns
/// only a note.
[[nodiscard]] report::RomPictures draw_rom(
    const RomFigure& figure, std::span<const RomExtreme> extremes, int steps,
    const std::function<Pose(double time)>& pose_at,
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

}  // namespace vitruvian
