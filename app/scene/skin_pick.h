// Resolves clicks on a figure's surface to the joints that move it. Pure calculation.
#pragma once

#include "app/scene/frame.h"
#include "renderer/camera.h"

#include <vector>

namespace vitruvian {

struct PickTarget {
    Selection what;
    float weight = 1.0F;  // its skin weight there, 0 to 1
};

/// Returns what a click on `picked` (from Picks::at) selects, most likely first. For a mesh: the joints that
/// move its surface where `ray` (in the scene) first hits it, by weight; a node that is not a joint counts
/// for its nearest ancestor joint. For a rigid segment: its joint. For anything else, and if nothing is hit
/// or no joint moves it: `picked`. Poses the vertices of one mesh.
[[nodiscard]] std::vector<PickTarget> pick_targets(const Figure& figure, const Selection& picked,
                                                   const Ray& ray);

/// Returns the target after `now` in the list, wrapping around; the first if `now` is not in it.
[[nodiscard]] Selection next_target(const std::vector<PickTarget>& targets, const Selection& now);

}  // namespace vitruvian
