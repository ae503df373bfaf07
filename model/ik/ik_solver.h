// Whole-body inverse kinematics: effectors are brought to their targets by all joints together, within their limits and
// by their stiffness. Damped least squares (Levenberg-Marquardt) whose steps are taken only where they bring the effectors
// nearer, so that an unreachable target makes the figure stretch towards it and stand still.
#pragma once

#include "model/ik/ik_figure.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

/// What is to be where, in world space.
struct IkTarget {
    int node = -1;  // of a joint or a site
    vec3 position{0.0F};
    std::optional<quat> orientation;  // of the node; nullopt: any
};

/// The target that holds a node where it stands in `world`.
[[nodiscard]] IkTarget pinned(int node, std::span<const mat4> world);

struct IkOptions {
    bool root_free = false;  // the root may also be moved
    int iterations = 20;     // at most, from each start
    int restarts = 0;  // from random poses within the middle half of the limits, where the first start fails
    float position_tolerance = 0.001F;    // metres: of the figure's own size, see scale
    float orientation_tolerance = 0.01F;  // radians
    float metres_per_unit = 1.0F;         // of the figure
};

struct IkResult {
    Pose pose;
    std::vector<float> distances;  // of each target: how far the node is from it, in world units
    int iterations = 0;
    bool reached = false;  // every target, within the tolerances
};

/// `start` is the pose to begin with, of the figure's document. Its joints that are beyond their limits are brought to them
/// first; what no target depends on stays as it is. The same input gives the same pose.
[[nodiscard]] IkResult solve_ik(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                                const IkOptions& options = {});

}  // namespace vitruvian
