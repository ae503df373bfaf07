// Posing the manikin and keyed motions: forward kinematics, a leg solver, and the clips. No shapes, no files.
#pragma once

#include "assets/manikin/skeleton.h"

#include <string>
#include <vector>

namespace vitruvian::manikin {

/// Turns of all joints and the root's shift; neutral is the default pose.
struct Pose {
    explicit Pose(const Skeleton& skeleton);
    std::vector<Quat> turn;  // by joint
    Vec root_shift{0.0};
};

/// Where a joint's centre stands and how it is turned, in the humanoid's frame.
struct Placed {
    Vec centre{0.0};
    Quat turn{1.0, 0.0, 0.0, 0.0};
};

/// A keyed clip; the last frame equals the first.
struct Motion {
    std::string name;
    double seconds = 1.0;
    std::vector<double> keys;  // 0..1
    std::vector<Pose> frames;  // one for each key
};

/// The keys that a joint's turn (or, for `joint` -1, the root's shift) needs so that what lies between them
/// comes out within a quarter of a degree (0.5 mm); first and last always.
[[nodiscard]] std::vector<std::size_t> needed_keys(const Motion& motion, int joint);

/// From 0 at `t` 0 and before to 1 at `t` 1 and after, starting and ending gently.
[[nodiscard]] double ease(double t);
/// From 1 at `peak` to -1 half a cycle later; `phase` in cycles.
[[nodiscard]] double wave(double phase, double peak);

/// Turns about an axis, in degrees.
[[nodiscard]] Quat about_x(double degrees);
[[nodiscard]] Quat about_y(double degrees);
[[nodiscard]] Quat about_z(double degrees);

[[nodiscard]] Placed place(const Skeleton& skeleton, const Pose& pose, int joint);

void set(const Skeleton& skeleton, Pose& pose, const std::string& joint, const Quat& turn);
/// The same turn for both sides, the right one mirrored; `left` names the left joint.
void set_both(const Skeleton& skeleton, Pose& pose, const std::string& left, const Quat& turn);

/// Bends the spine from vl5 to vt1 (or the neck from vc7 to skullbase) by a total about X, Y and Z in
/// degrees, each joint in proportion to its own range, so that none leaves it before all do.
void bend_spine(const Skeleton& skeleton, Pose& pose, const Vec& degrees);
void bend_neck(const Skeleton& skeleton, Pose& pose, const Vec& degrees);

/// Curls the fingers of a side by a share of their range (0 straight, 1 a fist).
void curl_fingers(const Skeleton& skeleton, Pose& pose, const std::string& side, double share);

/// Where a foot is to be: its ankle's centre, its turn, and the bend at the ball of the foot (degrees, - is
/// up).
struct FootTarget {
    Vec ankle{0.0};
    Quat turn{1.0, 0.0, 0.0, 0.0};
    double toe_degrees = 0.0;
};

/// Turns hip, knee, ankle and toes of `side` ("l_" or "r_") so that the foot meets its target while the knee
/// keeps to its hinge. The pelvis is where `pose` has it. Gives how far the ankle stays from its target.
double solve_leg(const Skeleton& skeleton, Pose& pose, const std::string& side, const FootTarget& foot);

[[nodiscard]] Motion make_walk(const Skeleton& skeleton);
[[nodiscard]] Motion make_run(const Skeleton& skeleton);
[[nodiscard]] Motion make_idle(const Skeleton& skeleton);
[[nodiscard]] Motion make_wave(const Skeleton& skeleton);
[[nodiscard]] Motion make_calisthenic(const Skeleton& skeleton);

}  // namespace vitruvian::manikin
