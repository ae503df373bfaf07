#include "model/ik/ik_solver.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/figure/joint_angles.h"
#include "model/ik/ik_state.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace vitruvian {
namespace {

constexpr double largest_turn = 0.785398;  // of one angle in one step
constexpr double pull_to_rest = 0.05;      // see run
constexpr double first_damping = 1e-3;
constexpr double least_damping = 1e-6;
constexpr double most_damping = 1e6;
constexpr double least_gain = 3e-5;  // metres that a step must bring the effectors nearer
constexpr int most_fixings = 3;
// Metres that another start must bring the effectors nearer: of those that are as good the first counts, so that
// targets out of reach that lie close together are pointed at in like ways.
constexpr double least_better = 0.005;

/// One damped step within the limits: what would leave them is fixed at them and the rest solved again.
IkVector step(const IkState& state, const IkMatrix& jacobian, double damping, double pull) {
    const std::vector<IkFreedom>& freedoms = state.freedoms();
    const IkVector& angles = state.angles();
    const auto count = static_cast<Eigen::Index>(freedoms.size());
    IkVector weights(count);
    IkVector fixed = IkVector::Zero(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const IkFreedom& freedom = freedoms[static_cast<std::size_t>(i)];
        weights[i] = freedom.willingness * (freedom.joint < 0 ? state.metre() * state.metre() : 1.0);
        if (freedom.joint >= 0 && freedom.willingness > 0.0)
            fixed[i] = std::clamp(-pull * angles[i], freedom.lower - angles[i], freedom.upper - angles[i]);
    }
    const IkVector error = state.residual(true);
    IkVector out = fixed;
    for (int round = 0; round <= most_fixings; ++round) {
        const IkMatrix weighted = weights.asDiagonal() * jacobian.transpose();
        IkMatrix normal = jacobian * weighted;
        normal.diagonal().array() += damping * state.metre() * state.metre();
        out = fixed + weighted * normal.ldlt().solve(error - jacobian * fixed);
        double widest = 0.0;
        for (Eigen::Index i = 0; i < count; ++i) {
            if (freedoms[static_cast<std::size_t>(i)].joint >= 0) widest = std::max(widest, std::abs(out[i]));
        }
        if (widest > largest_turn) out *= largest_turn / widest;
        bool all_within = true;
        for (Eigen::Index i = 0; i < count; ++i) {
            const IkFreedom& freedom = freedoms[static_cast<std::size_t>(i)];
            const double bounded = std::clamp(angles[i] + out[i], freedom.lower, freedom.upper) - angles[i];
            if (std::abs(bounded - out[i]) < 1e-12) continue;
            all_within = false;
            fixed[i] = bounded;
            weights[i] = 0.0;
            out[i] = bounded;
        }
        if (all_within) break;
    }
    return out;
}

/// Iterates until all is reached, nothing gets better, or the iterations are used up. Returns how many. `pull`: to
/// rest, of each angle, where the targets leave it free.
int run(IkState& state, double pull) {
    if (state.freedoms().empty() || state.targets().empty()) return 0;
    double damping = first_damping;
    double error = std::sqrt(state.error());
    int iteration = 0;
    while (iteration < state.options().iterations && !state.reached() && damping < most_damping) {
        ++iteration;
        const IkMatrix jacobian = state.jacobian();
        bool better = false;
        while (!better && damping < most_damping) {
            const IkVector before = state.angles();
            const IkVector delta = step(state, jacobian, damping, pull);
            state.set(before + delta);
            const double now = std::sqrt(state.error());
            better = now < error - least_gain * state.metre();
            if (better) {
                error = now;
                damping = std::max(damping * 0.2, least_damping);
            } else {
                state.set(before);
                damping *= 8.0;
            }
        }
    }
    return iteration;
}

/// Another start, from which the targets may be reached where they were not.
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

/// Turns the topmost joint, where it may turn as it will, so that the effectors are nearest to their targets.
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
    // The turn that brings directions nearest to others (Kabsch 1976).
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

}  // namespace

IkTarget pinned(int node, std::span<const mat4> world) {
    const mat4& frame = at(world, node);
    return {node, vec3(frame[3]), quat(glm::quat_cast(axes_of(glm::dmat4(frame))))};
}

IkResult solve_ik(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                  const IkOptions& options) {
    VT_CHECK(start.local.size() == figure.skeleton.size());
    VT_CHECK(options.metres_per_unit > 0.0F);
    IkState state(figure, start, targets, options);
    IkResult out;
    out.iterations = run(state, pull_to_rest);
    std::mt19937 random(1);
    IkVector best = state.angles();
    double least = state.error();
    for (int i = 0; i < options.restarts && !state.reached(); ++i) {
        // First from where it came to a stand: that is the nearest to how it stood.
        if (i > 0) start_anywhere(state, random);
        face_targets(state);
        out.iterations += run(state, 0.0);
        const bool is_better = std::sqrt(state.error()) < std::sqrt(least) - least_better * state.metre();
        if (!is_better && !state.reached()) continue;
        least = state.error();
        best = state.angles();
    }
    if (!state.reached()) state.set(best);
    out.reached = state.reached();
    out.distances = state.distances();
    out.pose = state.pose();
    return out;
}

}  // namespace vitruvian
