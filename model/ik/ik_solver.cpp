#include "model/ik/ik_solver.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/figure/joint_angles.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace vitruvian {
namespace {

constexpr double radius = 0.2;             // metres that a radian of orientation counts for
constexpr double farthest_step = 0.25;     // metres of an effector's error that one step looks at
constexpr double widest_step = 0.8;        // the same in radians
constexpr double largest_turn = 0.785398;  // of one angle in one step
constexpr double root_willingness = 0.15;  // of the root's translation
constexpr double pull_to_rest = 0.05;      // see Solver::run
constexpr double first_damping = 1e-3;
constexpr double least_damping = 1e-6;
constexpr double most_damping = 1e6;
constexpr double least_gain = 3e-5;  // metres that a step must bring the effectors nearer
constexpr int most_fixings = 3;

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

glm::dvec3 clamped(const glm::dvec3& v, double most) {
    const double length = glm::length(v);
    return length > most ? v * (most / length) : v;
}

/// The derivative of exp at `v` from the left: exp(v + d) = exp(J d) exp(v) for small d.
glm::dmat3 left_jacobian(const glm::dvec3& v) {
    const double angle = glm::length(v);
    // Column by column: the matrix of the cross product with v.
    const glm::dmat3 cross(0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0);
    if (angle < 1e-6) return glm::dmat3(1.0) + 0.5 * cross;
    const double square = angle * angle;
    return glm::dmat3(1.0) + (1.0 - std::cos(angle)) / square * cross +
           (angle - std::sin(angle)) / (square * angle) * (cross * cross);
}

/// A frame's axes without scale; of a mirrored frame their opposites, in which turns are what they are in the frame.
glm::dmat3 axes_of(const glm::dmat4& frame) {
    glm::dmat3 axes(frame);
    const double sign = glm::determinant(axes) < 0.0 ? -1.0 : 1.0;
    for (int c = 0; c < 3; ++c) {
        const double length = glm::length(axes[c]);
        axes[c] *= length > 1e-12 ? sign / length : 0.0;
    }
    return axes;
}

/// One way to turn a joint by one of its angles, or to move the root along an axis.
struct Freedom {
    int joint = -1;  // index into IkFigure::joints; -1: the root's translation
    int axis = 0;
    double lower = 0.0;
    double upper = 0.0;
    double willingness = 0.0;
};

/// A figure on its way to the targets: angles, and where the nodes on the way to the effectors stand.
class Solver {
  public:
    Solver(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
           const IkOptions& options)
        : figure_(figure),
          pose_(start),
          targets_(targets),
          options_(options),
          metre_(1.0 / options.metres_per_unit) {
        find_involved_nodes();
        find_freedoms();
        place();
    }

    /// Iterates until all is reached, nothing gets better, or the iterations are used up. Returns how many. `pull`: to
    /// rest, of each angle, where the targets leave it free.
    int run(double pull);
    /// Another start, from which the targets may be reached where they were not.
    void start_anywhere(std::mt19937& random);
    /// Turns the topmost joint, where it may turn as it will, so that the effectors are nearest to their targets.
    void face_targets();
    void set(const Vector& angles) {
        angles_ = angles;
        place();
    }

    [[nodiscard]] const Vector& angles() const { return angles_; }
    [[nodiscard]] double error() const { return residual().squaredNorm(); }
    [[nodiscard]] bool reached() const;
    [[nodiscard]] std::vector<float> distances() const;
    [[nodiscard]] Pose pose() const;

  private:
    void find_involved_nodes();
    void find_freedoms();
    void place();
    [[nodiscard]] glm::dvec3 offset(const IkTarget& target) const;
    [[nodiscard]] glm::dvec3 turn(const IkTarget& target) const;
    [[nodiscard]] Vector residual(bool clamp = false) const;
    [[nodiscard]] Matrix jacobian() const;
    void add_column(Matrix& out, Eigen::Index column, const Freedom& freedom) const;
    [[nodiscard]] Vector step(const Matrix& jacobian, double damping, double pull) const;
    [[nodiscard]] glm::dmat3 rotation_of(int node) const { return at(rotation_, node); }

    const IkFigure& figure_;
    Pose pose_;
    std::span<const IkTarget> targets_;
    IkOptions options_;
    double metre_;                            // in world units
    std::vector<int> nodes_;                  // that some effector hangs on, parents first
    std::vector<std::vector<char>> reaches_;  // of each target: which nodes move it
    std::vector<Freedom> freedoms_;
    Vector angles_;  // of each freedom; of the root's translation how far it is from the start
    std::vector<glm::dmat4> world_;
    std::vector<glm::dmat3> rotation_;  // axes_of world_
};

void Solver::find_involved_nodes() {
    const std::size_t count = figure_.skeleton.size();
    std::vector<char> involved(count, 0);
    for (const IkTarget& target : targets_) {
        std::vector<char>& reaches = reaches_.emplace_back(count, char{0});
        for (int node = target.node; node >= 0; node = at(figure_.skeleton.parent, node)) {
            at(reaches, node) = 1;
            at(involved, node) = 1;
        }
    }
    for (int node = 0; node < static_cast<int>(count); ++node) {
        if (at(involved, node) != 0) nodes_.push_back(node);
    }
    world_.assign(count, glm::dmat4(1.0));
    rotation_.assign(count, glm::dmat3(1.0));
}

void Solver::find_freedoms() {
    std::vector<double> angles;
    const bool moves = options_.root_free && figure_.root >= 0 &&
                       std::find(nodes_.begin(), nodes_.end(), figure_.root) != nodes_.end();
    for (int axis = 0; moves && axis < 3; ++axis) {
        constexpr double anywhere = std::numeric_limits<double>::max();
        freedoms_.push_back({-1, axis, -anywhere, anywhere, root_willingness});
        angles.push_back(0.0);
    }
    for (const int node : nodes_) {
        const int index = at(figure_.joint_of_node, node);
        if (index < 0) continue;
        const IkJoint& joint = at(figure_.joints, index);
        const quat delta =
            glm::inverse(at(figure_.skeleton.rest, node).rotation) * at(pose_.local, node).rotation;
        const vec3 now = swing_twist_angles(glm::inverse(joint.limit_frame) * delta * joint.limit_frame);
        for (int axis = 0; axis < 3; ++axis) {
            const double lower = joint.lower[axis];
            const double upper = joint.upper[axis];
            freedoms_.push_back({index, axis, lower, upper, joint.willingness[axis]});
            angles.push_back(std::clamp(static_cast<double>(now[axis]), lower, upper));
        }
    }
    angles_ = Eigen::Map<Vector>(angles.data(), static_cast<Eigen::Index>(angles.size()));
}

/// From the angles to where the nodes stand.
void Solver::place() {
    Pose& pose = pose_;
    for (std::size_t i = 0; i < freedoms_.size(); ++i) {
        const Freedom& freedom = freedoms_[i];
        if (freedom.joint < 0 || freedom.axis != 0) continue;
        const IkJoint& joint = at(figure_.joints, freedom.joint);
        const auto first = static_cast<Eigen::Index>(i);
        const vec3 angles(angles_[first], angles_[first + 1], angles_[first + 2]);
        const quat turned =
            joint.limit_frame * swing_twist_rotation(angles) * glm::inverse(joint.limit_frame);
        at(pose.local, joint.node).rotation =
            normalized_or_identity(at(figure_.skeleton.rest, joint.node).rotation * turned);
    }
    const bool moved = !freedoms_.empty() && freedoms_.front().joint < 0;
    for (const int node : nodes_) {
        glm::dmat4 local(to_matrix(at(pose.local, node)));
        if (moved && node == figure_.root) local[3] += glm::dvec4(angles_[0], angles_[1], angles_[2], 0.0);
        const int parent = at(figure_.skeleton.parent, node);
        at(world_, node) = parent < 0 ? local : at(world_, parent) * local;
        at(rotation_, node) = axes_of(at(world_, node));
    }
}

glm::dvec3 Solver::offset(const IkTarget& target) const {
    return glm::dvec3(target.position) - glm::dvec3(at(world_, target.node)[3]);
}

glm::dvec3 Solver::turn(const IkTarget& target) const {
    const glm::dquat now = glm::quat_cast(rotation_of(target.node));
    const glm::dquat left = glm::dquat(*target.orientation) * glm::inverse(now);
    return glm::dvec3(rotation_vector(quat(left)));
}

Vector Solver::residual(bool clamp) const {
    std::vector<double> out;
    for (const IkTarget& target : targets_) {
        glm::dvec3 away = offset(target);
        if (clamp) away = clamped(away, farthest_step * metre_);
        out.insert(out.end(), {away.x, away.y, away.z});
        if (!target.orientation) continue;
        glm::dvec3 turned = turn(target);
        if (clamp) turned = clamped(turned, widest_step);
        turned *= radius * metre_;
        out.insert(out.end(), {turned.x, turned.y, turned.z});
    }
    return Eigen::Map<Vector>(out.data(), static_cast<Eigen::Index>(out.size()));
}

void Solver::add_column(Matrix& out, Eigen::Index column, const Freedom& freedom) const {
    glm::dvec3 axis(0.0);  // of the rotation, in the world
    glm::dvec3 centre(0.0);
    glm::dvec3 moved(0.0);
    int node = figure_.root;
    if (freedom.joint < 0) {
        const int parent = at(figure_.skeleton.parent, node);
        moved = parent < 0 ? glm::dvec3(glm::dmat3(1.0)[freedom.axis])
                           : glm::dvec3(at(world_, parent)[freedom.axis]);
    } else {
        const IkJoint& joint = at(figure_.joints, freedom.joint);
        node = joint.node;
        const Eigen::Index first = column - freedom.axis;
        const glm::dvec3 swing(angles_[first], 0.0, angles_[first + 2]);
        const glm::dquat whole(at(pose_.local, node).rotation);
        const glm::dquat rest(at(figure_.skeleton.rest, node).rotation);
        // The world's frame before the joint turns, then its limit frame.
        const glm::dmat3 before =
            rotation_of(node) * glm::mat3_cast(glm::inverse(whole) * rest * glm::dquat(joint.limit_frame));
        glm::dvec3 direction(0.0);
        if (freedom.axis == 1) {
            const double angle = glm::length(swing);
            direction = angle < 1e-9 ? glm::dvec3(0.0, 1.0, 0.0)
                                     : glm::angleAxis(angle, swing / angle) * glm::dvec3(0.0, 1.0, 0.0);
        } else {
            direction = left_jacobian(swing)[freedom.axis];
        }
        axis = before * direction;
        centre = glm::dvec3(at(world_, node)[3]);
    }
    Eigen::Index row = 0;
    for (std::size_t t = 0; t < targets_.size(); ++t) {
        const bool reaches = at(reaches_[t], node) != 0;
        const glm::dvec3 effector(at(world_, targets_[t].node)[3]);
        const glm::dvec3 velocity = freedom.joint < 0 ? moved : glm::cross(axis, effector - centre);
        for (int k = 0; k < 3; ++k) out(row + k, column) = reaches ? velocity[k] : 0.0;
        row += 3;
        if (!targets_[t].orientation) continue;
        for (int k = 0; k < 3; ++k) out(row + k, column) = reaches ? axis[k] * radius * metre_ : 0.0;
        row += 3;
    }
}

Matrix Solver::jacobian() const {
    Eigen::Index rows = 0;
    for (const IkTarget& target : targets_) rows += target.orientation ? 6 : 3;
    Matrix out(rows, static_cast<Eigen::Index>(freedoms_.size()));
    for (std::size_t i = 0; i < freedoms_.size(); ++i)
        add_column(out, static_cast<Eigen::Index>(i), freedoms_[i]);
    return out;
}

/// One damped step within the limits: what would leave them is fixed at them and the rest solved again.
Vector Solver::step(const Matrix& jacobian, double damping, double pull) const {
    const auto count = static_cast<Eigen::Index>(freedoms_.size());
    Vector weights(count);
    Vector fixed = Vector::Zero(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const Freedom& freedom = freedoms_[static_cast<std::size_t>(i)];
        weights[i] = freedom.willingness * (freedom.joint < 0 ? metre_ * metre_ : 1.0);
        if (freedom.joint >= 0 && freedom.willingness > 0.0)
            fixed[i] = std::clamp(-pull * angles_[i], freedom.lower - angles_[i], freedom.upper - angles_[i]);
    }
    const Vector error = residual(true);
    Vector out = fixed;
    for (int round = 0; round <= most_fixings; ++round) {
        const Matrix weighted = weights.asDiagonal() * jacobian.transpose();
        Matrix normal = jacobian * weighted;
        normal.diagonal().array() += damping * metre_ * metre_;
        out = fixed + weighted * normal.ldlt().solve(error - jacobian * fixed);
        double widest = 0.0;
        for (Eigen::Index i = 0; i < count; ++i) {
            if (freedoms_[static_cast<std::size_t>(i)].joint >= 0)
                widest = std::max(widest, std::abs(out[i]));
        }
        if (widest > largest_turn) out *= largest_turn / widest;
        bool all_within = true;
        for (Eigen::Index i = 0; i < count; ++i) {
            const Freedom& freedom = freedoms_[static_cast<std::size_t>(i)];
            const double bounded = std::clamp(angles_[i] + out[i], freedom.lower, freedom.upper) - angles_[i];
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

int Solver::run(double pull) {
    if (freedoms_.empty() || targets_.empty()) return 0;
    double damping = first_damping;
    double error = std::sqrt(this->error());
    int iteration = 0;
    while (iteration < options_.iterations && !reached() && damping < most_damping) {
        ++iteration;
        const Matrix jacobian = this->jacobian();
        bool better = false;
        while (!better && damping < most_damping) {
            const Vector before = angles_;
            const Vector delta = step(jacobian, damping, pull);
            set(before + delta);
            const double now = std::sqrt(this->error());
            better = now < error - least_gain * metre_;
            if (better) {
                error = now;
                damping = std::max(damping * 0.2, least_damping);
            } else {
                set(before);
                damping *= 8.0;
            }
        }
    }
    return iteration;
}

void Solver::start_anywhere(std::mt19937& random) {
    for (std::size_t i = 0; i < freedoms_.size(); ++i) {
        const Freedom& freedom = freedoms_[i];
        const double share =
            0.25 + 0.5 * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
        angles_[static_cast<Eigen::Index>(i)] =
            freedom.joint < 0 ? 0.0 : freedom.lower + share * (freedom.upper - freedom.lower);
    }
    place();
}

void Solver::face_targets() {
    std::size_t first = 0;
    while (first < freedoms_.size() && freedoms_[first].joint < 0) ++first;
    if (first == freedoms_.size()) return;
    for (std::size_t i = first; i < first + 3; ++i) {
        constexpr double all_round = 6.28;
        if (freedoms_[i].upper - freedoms_[i].lower < all_round || freedoms_[i].willingness <= 0.0) return;
    }
    const IkJoint& joint = at(figure_.joints, freedoms_[first].joint);
    const glm::dvec3 centre(at(world_, joint.node)[3]);
    // The turn that brings directions nearest to others (Kabsch 1976).
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    const auto to_eigen = [](const glm::dvec3& v) { return Eigen::Vector3d(v.x, v.y, v.z); };
    for (const IkTarget& target : targets_) {
        const glm::dvec3 from = glm::dvec3(at(world_, target.node)[3]) - centre;
        sum += to_eigen(glm::dvec3(target.position) - centre) * to_eigen(from).transpose();
    }
    const Eigen::JacobiSVD<Eigen::Matrix3d> parts(sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d turn = parts.matrixU() * parts.matrixV().transpose();
    if (turn.determinant() < 0.0) {
        Eigen::Matrix3d other = parts.matrixU();
        other.col(2) *= -1.0;
        turn = other * parts.matrixV().transpose();
    }
    const Eigen::Quaterniond q(turn);
    const int parent = at(figure_.skeleton.parent, joint.node);
    const glm::dquat above =
        parent < 0 ? glm::dquat(1.0, 0.0, 0.0, 0.0) : glm::quat_cast(rotation_of(parent));
    const glm::dquat local(at(pose_.local, joint.node).rotation);
    const glm::dquat turned = glm::inverse(above) * glm::dquat(q.w(), q.x(), q.y(), q.z()) * above * local;
    const quat delta = glm::inverse(at(figure_.skeleton.rest, joint.node).rotation) * quat(turned);
    const vec3 angles = swing_twist_angles(glm::inverse(joint.limit_frame) * delta * joint.limit_frame);
    for (int axis = 0; axis < 3; ++axis)
        angles_[static_cast<Eigen::Index>(first) + axis] = static_cast<double>(angles[axis]);
    place();
}

bool Solver::reached() const {
    return std::all_of(targets_.begin(), targets_.end(), [this](const IkTarget& target) {
        return glm::length(offset(target)) <= static_cast<double>(options_.position_tolerance) * metre_ &&
               (!target.orientation ||
                glm::length(turn(target)) <= static_cast<double>(options_.orientation_tolerance));
    });
}

std::vector<float> Solver::distances() const {
    std::vector<float> out;
    for (const IkTarget& target : targets_) out.push_back(static_cast<float>(glm::length(offset(target))));
    return out;
}

Pose Solver::pose() const {
    Pose out = pose_;
    if (!freedoms_.empty() && freedoms_.front().joint < 0)
        at(out.local, figure_.root).translation += vec3(angles_[0], angles_[1], angles_[2]);
    return out;
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
    Solver solver(figure, start, targets, options);
    IkResult out;
    out.iterations = solver.run(pull_to_rest);
    std::mt19937 random(1);
    Vector best = solver.angles();
    double least = solver.error();
    for (int i = 0; i < options.restarts && !solver.reached(); ++i) {
        // First from where it came to a stand: that is the nearest to how it stood.
        if (i > 0) solver.start_anywhere(random);
        solver.face_targets();
        out.iterations += solver.run(0.0);
        if (solver.error() >= least && !solver.reached()) continue;
        least = solver.error();
        best = solver.angles();
    }
    if (!solver.reached()) solver.set(best);
    out.reached = solver.reached();
    out.distances = solver.distances();
    out.pose = solver.pose();
    return out;
}

}  // namespace vitruvian
