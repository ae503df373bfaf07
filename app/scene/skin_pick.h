// What a click on a figure's surface means: the joints that move it there. Pure calculation.
#pragma once

#include "app/scene/frame.h"
#include "renderer/camera.h"

#include <vector>

namespace vitruvian {

struct PickTarget {
    Selection what;
    float weight = 1.0F;  // its share of moving the surface there, 0 to 1
};

/// What a click on `picked` (as Picks::at answers it) selects, the likeliest first. For a mesh: the joints that move its
/// surface where `ray` (in the scene) meets it first, by their weights there; a node that is not a joint counts for the
/// joint above it. For a rigid segment: its joint. For anything else, and where nothing is met or no joint moves it:
/// `picked`. Poses the vertices of one mesh.
[[nodiscard]] std::vector<PickTarget> pick_targets(const Figure& figure, const Selection& picked,
                                                   const Ray& ray);

/// The target after `now` in the list, round and round; the first where `now` is none of them.
[[nodiscard]] Selection next_target(const std::vector<PickTarget>& targets, const Selection& now);

}  // namespace vitruvian
