// The two methods that inverse kinematics is measured against, as a textbook has them: cyclic coordinate descent and
// damped least squares with constant damping, both with the angles clamped to the limits after each step. They know
// stiffness no more than pins.
#pragma once

#include "model/ik/ik_solver.h"

#include <span>

namespace vitruvian::bench {

/// Where a plain method left the figure.
struct PlainResult {
    Pose pose;
    int iterations = 0;
    bool reached = false;
};

/// From `start` at most `iterations` sweeps over all chains, from each effector to the root. An orientation is given by
/// the effector's own joint.
[[nodiscard]] PlainResult solve_ccd(const IkFigure& figure, const Pose& start,
                                    std::span<const IkTarget> targets, int iterations);

/// dq = J^T (J J^T + 0.05^2 I)^-1 e, with each target's e at most 0.25 m long.
[[nodiscard]] PlainResult solve_dls(const IkFigure& figure, const Pose& start,
                                    std::span<const IkTarget> targets, int iterations);

/// True where every target is within 1 mm and 0.01 rad.
[[nodiscard]] bool is_reached(const IkFigure& figure, const Pose& pose, std::span<const IkTarget> targets);

/// The joint's angles in its limit frame, as the limits are read.
[[nodiscard]] vec3 angles_in(const IkFigure& figure, const IkJoint& joint, const Pose& pose);
void set_angles(const IkFigure& figure, const IkJoint& joint, const vec3& angles, Pose& pose);

}  // namespace vitruvian::bench
