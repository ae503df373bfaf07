#include "model/ik/ik_solver.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/figure/joint_angles.h"
#include "model/ik/ik_state.h"
#include "model/ik/ik_step.h"
#include "model/ik/ik_stretch.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace vitruvian {
namespace {

constexpr double largest_turn = 0.785398;  // of an angle per step
constexpr double pull_to_rest = 0.05;      // see run
constexpr double first_damping = 1e-3;
constexpr double min_damping = 1e-6;
constexpr double max_damping = 1e6;
constexpr double min_gain = 3e-5;    // minimum progress of the effectors in a step, in metres
constexpr double min_share = 1e-3;   // of the costs of stretch(), for targets just out of reach
constexpr float pin_weight = 10.0F;  // a pin gives way by a hundredth of what the others fall short
constexpr double far_out = 0.3;      // distance in metres from which the full costs apply

struct Manner {
    double pull = 0.0;        // towards rest, for each angle, where the targets leave it free
    bool holds_top = false;   // the topmost joint does not rotate
    bool is_patient = false;  // continues where progress is small
};

/// A step of run().
IkVector step(const IkState& state, const IkMatrix& jacobian, double damping, const Manner& manner) {
    const std::vector<IkFreedom>& freedoms = state.freedoms();
    const IkVector& angles = state.angles();
    const auto count = static_cast<Eigen::Index>(freedoms.size());
    const int held = manner.holds_top ? topmost_joint(freedoms) : -1;
    IkVector weights(count);
    IkVector fixed = IkVector::Zero(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const IkFreedom& freedom = freedoms[static_cast<std::size_t>(i)];
        if (freedom.joint >= 0 && freedom.joint == held) {
            weights[i] = 0.0;
            continue;
        }
        weights[i] = freedom.willingness * (freedom.joint < 0 ? state.metre() * state.metre() : 1.0);
        if (freedom.joint >= 0 && freedom.willingness > 0.0)
            fixed[i] =
                std::clamp(-manner.pull * angles[i], freedom.lower - angles[i], freedom.upper - angles[i]);
    }
    return ik_step(state, jacobian, state.residual(true),
                   {weights, fixed, damping * state.metre() * state.metre(), largest_turn});
}

/// Iterates until all targets are reached, there is no progress, or the iterations are used up. Returns how
/// many.
int run(IkState& state, const Manner& manner) {
    if (state.freedoms().empty() || state.targets().empty()) return 0;
    IkDamping damping{first_damping, min_damping, max_damping};
    double error = std::sqrt(state.error());
    int iteration = 0;
    const double gain = (manner.is_patient ? 1e-6 : min_gain) * state.metre();
    const int most = state.options().iterations * (manner.is_patient ? 4 : 1);
    const auto next = [&](const IkMatrix& jacobian, double damped) {
        return step(state, jacobian, damped, manner);
    };
    const auto measure = [&] { return std::sqrt(state.error()); };
    while (iteration < most && !state.reached()) {
        ++iteration;
        if (!descend(state, damping, error, gain, next, measure)) break;
    }
    return iteration;
}

/// From straight knees and elbows no small rotation makes a limb shorter. Where targets were not reached for
/// this reason, retries from `home` with these slightly bent; the result is kept only if the effectors get
/// notably closer.
int bend(IkState& state, const IkVector& home) {
    constexpr double slightly = 0.35;       // radians
    constexpr double worth = 0.8;           // of the distance that was missing, at most this may remain
    constexpr double worth_metres = 0.003;  // and it must shrink by at least this
    const IkVector stood = state.angles();
    IkVector bent = home;
    const std::vector<IkFreedom>& freedoms = state.freedoms();
    for (std::size_t i = 0; i < freedoms.size(); ++i) {
        const IkFreedom& freedom = freedoms[i];
        if (freedom.joint < 0 || freedom.axis != 0 || freedom.willingness <= 0.0) continue;
        const double sign = static_cast<double>(at(state.figure().joints, freedom.joint).bends);
        double& angle = bent[static_cast<Eigen::Index>(i)];
        if (sign != 0.0 && sign * angle < slightly)
            angle = std::clamp(sign * slightly, freedom.lower, freedom.upper);
    }
    if (bent == home) return 0;
    const double missing = std::sqrt(state.error());
    state.set(bent);
    const int iterations = run(state, {.pull = pull_to_rest});
    const double left = std::sqrt(state.error());
    const bool is_worth_it = left < worth * missing && missing - left > worth_metres * state.metre();
    if (!state.reached() && !is_worth_it) state.set(stood);
    return iterations;
}

/// A single start, as for a drag.
int solve_quickly(IkState& state) {
    const IkVector home = state.angles();
    const int iterations = run(state, {.pull = pull_to_rest});
    return state.reached() ? iterations : iterations + bend(state, home);
}

/// Sets another start pose, from which unreached targets may be reached.
void start_anywhere(IkState& state, std::mt19937& random) {
    const std::vector<IkFreedom>& freedoms = state.freedoms();
    IkVector angles = state.angles();
    for (std::size_t i = 0; i < freedoms.size(); ++i) {
        const IkFreedom& freedom = freedoms[i];
        const double share =
            0.25 + 0.5 * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
        angles[static_cast<Eigen::Index>(i)] =
            freedom.joint < 0 ? 0.0 : freedom.lower + share * (freedom.upper - freedom.lower);
    }
    state.set(angles);
}

/// Rotates the topmost joint, where it is free, so that the effectors are nearest to their targets.
void face_targets(IkState& state) {
    const std::vector<IkFreedom>& freedoms = state.freedoms();
    std::size_t first = 0;
    while (first < freedoms.size() && freedoms[first].joint < 0) ++first;
    if (first == freedoms.size()) return;
    for (std::size_t i = first; i < first + 3; ++i) {
        constexpr double all_round = 6.28;
        if (freedoms[i].upper - freedoms[i].lower < all_round || freedoms[i].willingness <= 0.0) return;
    }
    const IkJoint& joint = at(state.figure().joints, freedoms[first].joint);
    const glm::dvec3 centre = state.position_of(joint.node);
    // The rotation that best aligns two sets of directions (Kabsch 1976).
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    const auto to_eigen = [](const glm::dvec3& v) { return Eigen::Vector3d(v.x, v.y, v.z); };
    for (const IkTarget& target : state.targets()) {
        const glm::dvec3 from = state.position_of(target.node) - centre;
        sum += to_eigen(glm::dvec3(target.position) - centre) * to_eigen(from).transpose();
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d, Eigen::NoQRPreconditioner> parts(
        sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d turn = parts.matrixU() * parts.matrixV().transpose();
    if (turn.determinant() < 0.0) {
        Eigen::Matrix3d other = parts.matrixU();
        other.col(2) *= -1.0;
        turn = other * parts.matrixV().transpose();
    }
    const Eigen::Quaterniond q(turn);
    const int parent = at(state.figure().skeleton.parent, joint.node);
    const glm::dquat above =
        parent < 0 ? glm::dquat(1.0, 0.0, 0.0, 0.0) : glm::quat_cast(state.rotation_of(parent));
    const glm::dquat local(state.local_of(joint.node).rotation);
    const glm::dquat turned = glm::inverse(above) * glm::dquat(q.w(), q.x(), q.y(), q.z()) * above * local;
    const quat delta = glm::inverse(at(state.figure().skeleton.rest, joint.node).rotation) * quat(turned);
    const vec3 turned_angles =
        swing_twist_angles(glm::inverse(joint.limit_frame) * delta * joint.limit_frame);
    IkVector angles = state.angles();
    for (int axis = 0; axis < 3; ++axis)
        angles[static_cast<Eigen::Index>(first) + axis] = static_cast<double>(turned_angles[axis]);
    state.set(angles);
}

/// Restarts from random poses until all targets are reached, then moves as close to `home` as they allow.
int search(IkState& state, IkState& stretched, const IkVector& home) {
    int iterations = run(state, {.pull = pull_to_rest});
    std::mt19937 random(1);
    for (int i = 0; i < state.options().restarts && !state.reached(); ++i) {
        // The first start is the last result: it is the closest to the previous pose.
        if (i > 0) start_anywhere(state, random);
        face_targets(state);
        iterations += run(state, {});
    }
    if (!state.reached()) return iterations;
    const IkVector found = state.angles();
    stretched.set(found);
    iterations += stretch(stretched, home, 1.0);
    state.set(stretched.angles());
    iterations += run(state, {.is_patient = true});
    if (!state.reached()) state.set(found);
    return iterations;
}

/// See IkOptions::restarts. The result changes little where the targets do: first with the topmost joint
/// held, then with as much of its rotation as needed; unreachable targets are pointed at. Only results of
/// random restarts may jump.
int solve_thoroughly(IkState& state, const Pose& start) {
    const IkVector home = state.angles();
    const IkOptions& options = state.options();
    int iterations = run(state, {.pull = pull_to_rest, .holds_top = !options.root_free});
    if (state.reached()) return iterations;
    state.set(home);
    const std::vector<IkTarget> seen = within_sight(state);
    IkState stretched(state.figure(), start, seen, options);
    iterations += stretch(stretched, home, 1.0);
    const IkVector pointing = stretched.angles();
    state.set(pointing);
    iterations += run(state, {.is_patient = true});
    if (state.reached()) return iterations;
    const double missing = std::sqrt(state.error()) / state.metre();
    state.set(home);
    iterations += search(state, stretched, home);
    if (state.reached()) return iterations;
    // The further out of reach, the more it counts to keep the pose.
    const double share = std::pow(min_share, std::max(1.0 - missing / far_out, 0.0));
    stretched.set(pointing);
    for (double most = 0.2; most > share; most *= 0.2) iterations += stretch(stretched, home, most);
    if (share < 1.0) iterations += stretch(stretched, home, share);
    state.set(stretched.angles());
    return iterations;
}

}  // namespace

IkTarget pinned(int node, std::span<const mat4> world) {
    const mat4& frame = at(world, node);
    return {node, vec3(frame[3]), quat(glm::quat_cast(axes_of(glm::dmat4(frame)))), pin_weight};
}

IkResult solve_ik(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                  const IkOptions& options) {
    VT_CHECK(start.local.size() == figure.skeleton.size());
    VT_CHECK(options.metres_per_unit > 0.0F);
    IkState state(figure, start, targets, options);
    IkResult out;
    out.iterations = options.restarts > 0 ? solve_thoroughly(state, start) : solve_quickly(state);
    out.reached = state.reached();
    out.distances = state.distances();
    out.pose = state.pose();
    return out;
}

}  // namespace vitruvian
