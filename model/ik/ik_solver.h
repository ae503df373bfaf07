// Whole-body inverse kinematics: moves effectors to their targets with all joints together, within the joint
// limits and weighted by stiffness. Damped least squares (Levenberg-Marquardt) in which steps are only
// accepted if they bring the effectors closer, so that the figure stretches towards an unreachable target and
// comes to rest.
#pragma once

#include "model/ik/ik_figure.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

/// An effector's target, in world space.
struct IkTarget {
    int node = -1;  // of a joint or a site
    vec3 position{0.0F};
    std::optional<quat> orientation;  // of the node; nullopt: any
    float weight = 1.0F;              // of its distance, beside those of others, where not all can be reached
};

/// Returns a target that keeps the node at its place in `world`: it holds where something else is pulled out
/// of reach.
[[nodiscard]] IkTarget pinned(int node, std::span<const mat4> world);

struct IkOptions {
    bool root_free = false;  // the root may move too
    int iterations = 20;     // at most, from each start
    int restarts = 0;  // from random poses within the middle half of the limits, if the first start fails
    float position_tolerance = 0.001F;    // metres in the figure's scale, see scale
    float orientation_tolerance = 0.01F;  // radians
    float metres_per_unit = 1.0F;         // of the figure
};

struct IkResult {
    Pose pose;
    std::vector<float> distances;  // for each target: the node's distance from it, in world units
    int iterations = 0;
    bool reached = false;  // every target, within the tolerances
};

/// `start` is the initial pose, of the figure's document. Joints beyond their limits are first moved to them;
/// parts that no target depends on are unchanged. Deterministic: the same input gives the same pose.
[[nodiscard]] IkResult solve_ik(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                                const IkOptions& options = {});

}  // namespace vitruvian
