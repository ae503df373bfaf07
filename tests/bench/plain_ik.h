// The two methods that inverse kinematics is compared with, as in textbooks: cyclic coordinate descent and
// damped least squares with constant damping, both with angles clamped to the limits after each step. They
// support neither stiffness nor pins.
#pragma once

#include "model/ik/ik_solver.h"

#include <span>

namespace vitruvian::bench {

/// The result of a plain method.
struct PlainResult {
    Pose pose;
    int iterations = 0;
    bool reached = false;
};

/// Performs at most `iterations` sweeps over all chains from `start`, from each effector to the root. An
/// orientation is reached by the effector's own joint.
[[nodiscard]] PlainResult solve_ccd(const IkFigure& figure, const Pose& start,
                                    std::span<const IkTarget> targets, int iterations);

/// dq = J^T (J J^T + 0.05^2 I)^-1 e, with each target's e at most 0.25 m long.
[[nodiscard]] PlainResult solve_dls(const IkFigure& figure, const Pose& start,
                                    std::span<const IkTarget> targets, int iterations);

/// Whether every target is within 1 mm and 0.01 rad.
[[nodiscard]] bool is_reached(const IkFigure& figure, const Pose& pose, std::span<const IkTarget> targets);

/// Returns the joint's angles in its limit frame, in the convention of the limits.
[[nodiscard]] vec3 angles_in(const IkFigure& figure, const IkJoint& joint, const Pose& pose);
void set_angles(const IkFigure& figure, const IkJoint& joint, const vec3& angles, Pose& pose);

}  // namespace vitruvian::bench
