// Pictures of a figure whose joints are turned to their limits, the skin coloured by what became of its area.
#pragma once

#include "app/report/rom_page.h"
#include "model/rom/range_of_motion.h"

#include <functional>
#include <span>

namespace vitruvian {

/// A row for each joint of `extremes`, in their order; in it for each axis `steps` pictures (2 or more) from the lower limit
/// to the upper, with rest in the middle where they are odd, and one of the clip. `pose_at` poses the figure as the clip
/// has it; it is not called where no extreme is a clip's. Without OpenGL only a note.
[[nodiscard]] report::RomPictures draw_rom(const RomFigure& figure, std::span<const RomExtreme> extremes,
                                           int steps, const std::function<Pose(double time)>& pose_at);

}  // namespace vitruvian
