#include "model/ik/ik_state.h"

#include "model/core/at.h"
#include "model/figure/joint_angles.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitruvian {
namespace {

constexpr double radius = 0.2;             // metres that are equivalent to a radian of orientation error
constexpr double farthest_step = 0.25;     // maximum of an effector's error in one step, in metres
constexpr double widest_step = 0.8;        // maximum in radians
constexpr double root_willingness = 0.15;  // of the root's translation

glm::dvec3 clamped(const glm::dvec3& v, double most) {
    const double length = glm::length(v);
    return length > most ? v * (most / length) : v;
}

/// Returns the left Jacobian of exp at `v`: exp(v + d) = exp(J d) exp(v) for small d.
glm::dmat3 left_jacobian(const glm::dvec3& v) {
    const double angle = glm::length(v);
    // Column by column: the matrix of the cross product with v.
    const glm::dmat3 cross(0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0);
    if (angle < 1e-6) return glm::dmat3(1.0) + 0.5 * cross;
    const double square = angle * angle;
    return glm::dmat3(1.0) + (1.0 - std::cos(angle)) / square * cross +
           (angle - std::sin(angle)) / (square * angle) * (cross * cross);
}

}  // namespace

glm::dmat3 axes_of(const glm::dmat4& frame) {
    glm::dmat3 axes(frame);
    const double sign = glm::determinant(axes) < 0.0 ? -1.0 : 1.0;
    for (int c = 0; c < 3; ++c) {
        const double length = glm::length(axes[c]);
        axes[c] *= length > 1e-12 ? sign / length : 0.0;
    }
    return axes;
}

IkState::IkState(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
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

void IkState::find_involved_nodes() {
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

void IkState::find_freedoms() {
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
            const float beyond = joint.may_be_beyond ? now[axis] : joint.lower[axis];
            const double lower = std::min(joint.lower[axis], beyond);
            const double upper = std::max(joint.upper[axis], beyond);
            freedoms_.push_back({index, axis, lower, upper, joint.willingness[axis]});
            angles.push_back(std::clamp(static_cast<double>(now[axis]), lower, upper));
        }
    }
    angles_ = Eigen::Map<IkVector>(angles.data(), static_cast<Eigen::Index>(angles.size()));
}

/// Computes the nodes' world transforms from the angles.
void IkState::place() {
    Pose& pose = pose_;
    for (std::size_t i = 0; i < freedoms_.size(); ++i) {
        const IkFreedom& freedom = freedoms_[i];
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

glm::dvec3 IkState::offset(const IkTarget& target) const {
    return glm::dvec3(target.position) - glm::dvec3(at(world_, target.node)[3]);
}

glm::dvec3 IkState::turn(const IkTarget& target) const {
    const glm::dquat now = glm::quat_cast(rotation_of(target.node));
    const glm::dquat left = glm::dquat(*target.orientation) * glm::inverse(now);
    return glm::dvec3(rotation_vector(quat(left)));
}

IkVector IkState::residual(bool clamp) const {
    std::vector<double> out;
    for (const IkTarget& target : targets_) {
        glm::dvec3 away = offset(target);
        if (clamp) away = clamped(away, farthest_step * metre_);
        const auto weight = static_cast<double>(target.weight);
        away *= weight;
        out.insert(out.end(), {away.x, away.y, away.z});
        if (!target.orientation) continue;
        glm::dvec3 turned = turn(target);
        if (clamp) turned = clamped(turned, widest_step);
        turned *= weight * radius * metre_;
        out.insert(out.end(), {turned.x, turned.y, turned.z});
    }
    return Eigen::Map<IkVector>(out.data(), static_cast<Eigen::Index>(out.size()));
}

void IkState::add_column(IkMatrix& out, Eigen::Index column, const IkFreedom& freedom) const {
    glm::dvec3 axis(0.0);  // of the rotation, in world space
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
        // The world frame before the joint's rotation, then its limit frame.
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
        const auto weight = reaches ? static_cast<double>(targets_[t].weight) : 0.0;
        const glm::dvec3 velocity = freedom.joint < 0 ? moved : glm::cross(axis, effector - centre);
        for (int k = 0; k < 3; ++k) out(row + k, column) = weight * velocity[k];
        row += 3;
        if (!targets_[t].orientation) continue;
        for (int k = 0; k < 3; ++k) out(row + k, column) = weight * radius * metre_ * axis[k];
        row += 3;
    }
}

IkMatrix IkState::jacobian() const {
    Eigen::Index rows = 0;
    for (const IkTarget& target : targets_) rows += target.orientation ? 6 : 3;
    IkMatrix out(rows, static_cast<Eigen::Index>(freedoms_.size()));
    for (std::size_t i = 0; i < freedoms_.size(); ++i)
        add_column(out, static_cast<Eigen::Index>(i), freedoms_[i]);
    return out;
}

bool IkState::reached() const {
    return std::all_of(targets_.begin(), targets_.end(), [this](const IkTarget& target) {
        return glm::length(offset(target)) <= static_cast<double>(options_.position_tolerance) * metre_ &&
               (!target.orientation ||
                glm::length(turn(target)) <= static_cast<double>(options_.orientation_tolerance));
    });
}

std::vector<float> IkState::distances() const {
    std::vector<float> out;
    for (const IkTarget& target : targets_) out.push_back(static_cast<float>(glm::length(offset(target))));
    return out;
}

Pose IkState::pose() const {
    Pose out = pose_;
    if (!freedoms_.empty() && freedoms_.front().joint < 0)
        at(out.local, figure_.root).translation += vec3(angles_[0], angles_[1], angles_[2]);
    return out;
}

}  // namespace vitruvian
