#include "tests/bench/plain_ik.h"

#include "model/core/at.h"
#include "model/figure/joint_angles.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::bench {
namespace {

constexpr float position_tolerance = 0.001F;
constexpr float orientation_tolerance = 0.01F;
constexpr float radius = 0.2F;  // metres that are equivalent to a radian
constexpr float damping = 0.05F;
constexpr float farthest = 0.25F;

vec3 place_of(const mat4& frame) {
    return {frame[3]};
}

quat turn_of(const mat4& frame) {
    return normalized_or_identity(glm::quat_cast(mat3(frame)));
}

void clamp_to_limits(const IkFigure& figure, const IkJoint& joint, Pose& pose) {
    set_angles(figure, joint, glm::clamp(angles_in(figure, joint, pose), joint.lower, joint.upper), pose);
}

/// Returns the joints from a node to the root, the nearest first.
std::vector<const IkJoint*> chain_of(const IkFigure& figure, int node) {
    std::vector<const IkJoint*> out;
    for (; node >= 0; node = at(figure.skeleton.parent, node)) {
        const int joint = at(figure.joint_of_node, node);
        if (joint >= 0) out.push_back(&at(figure.joints, joint));
    }
    return out;
}

quat shortest_turn(const vec3& from, const vec3& to) {
    return axis_angle(glm::cross(from, to),
                      std::atan2(glm::length(glm::cross(from, to)), glm::dot(from, to)));
}

/// Rotates a joint so that its world frame is rotated by `turn`.
void turn_in_world(const IkFigure& figure, const IkJoint& joint, const quat& turn, std::vector<mat4>& world,
                   Pose& pose) {
    const int parent = at(figure.skeleton.parent, joint.node);
    const quat above = parent < 0 ? identity_quat : turn_of(at(world, parent));
    at(pose.local, joint.node).rotation =
        normalized_or_identity(glm::inverse(above) * turn * above * at(pose.local, joint.node).rotation);
    clamp_to_limits(figure, joint, pose);
}

/// Recomputes the world transforms of the nodes from `node` down to `end`.
void place_chain(const IkFigure& figure, const Pose& pose, int node, int end, std::vector<mat4>& world) {
    std::vector<int> way;
    for (int n = end; n >= 0; n = at(figure.skeleton.parent, n)) {
        way.push_back(n);
        if (n == node) break;
    }
    for (auto n = way.rbegin(); n != way.rend(); ++n) {
        const int parent = at(figure.skeleton.parent, *n);
        const mat4 local = to_matrix(at(pose.local, *n));
        at(world, *n) = parent < 0 ? local : at(world, parent) * local;
    }
}

/// The columns of one joint's angles: the left derivative of exp at the swing, and the swung Y axis.
std::array<vec3, 3> axes_of(const vec3& angles) {
    const vec3 swing(angles.x, 0.0F, angles.z);
    const float angle = glm::length(swing);
    mat3 left(1.0F);
    quat swung = identity_quat;
    if (angle > 1e-5F) {
        const mat3 cross(0.0F, swing.z, -swing.y, -swing.z, 0.0F, swing.x, swing.y, -swing.x, 0.0F);
        left += (1.0F - std::cos(angle)) / (angle * angle) * cross +
                (angle - std::sin(angle)) / (angle * angle * angle) * (cross * cross);
        swung = glm::angleAxis(angle, swing / angle);
    }
    return {left[0], swung * vec3(0.0F, 1.0F, 0.0F), left[2]};
}

}  // namespace

vec3 angles_in(const IkFigure& figure, const IkJoint& joint, const Pose& pose) {
    const quat delta =
        glm::inverse(at(figure.skeleton.rest, joint.node).rotation) * at(pose.local, joint.node).rotation;
    return swing_twist_angles(glm::inverse(joint.limit_frame) * delta * joint.limit_frame);
}

void set_angles(const IkFigure& figure, const IkJoint& joint, const vec3& angles, Pose& pose) {
    at(pose.local, joint.node).rotation =
        normalized_or_identity(at(figure.skeleton.rest, joint.node).rotation * joint.limit_frame *
                               swing_twist_rotation(angles) * glm::inverse(joint.limit_frame));
}

bool is_reached(const IkFigure& figure, const Pose& pose, std::span<const IkTarget> targets) {
    const std::vector<mat4> world = world_matrices(figure.skeleton, pose);
    return std::all_of(targets.begin(), targets.end(), [&](const IkTarget& target) {
        const mat4& frame = at(world, target.node);
        return glm::length(place_of(frame) - target.position) <= position_tolerance &&
               (!target.orientation ||
                angle_between(turn_of(frame), *target.orientation) <= orientation_tolerance);
    });
}

PlainResult solve_ccd(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                      int iterations) {
    PlainResult out{start, 0, false};
    for (const IkJoint& joint : figure.joints) clamp_to_limits(figure, joint, out.pose);
    out.reached = is_reached(figure, out.pose, targets);
    for (; out.iterations < iterations && !out.reached; ++out.iterations) {
        for (const IkTarget& target : targets) {
            std::vector<mat4> world = world_matrices(figure.skeleton, out.pose);
            for (const IkJoint* joint : chain_of(figure, target.node)) {
                const vec3 centre = place_of(at(world, joint->node));
                const vec3 from = place_of(at(world, target.node)) - centre;
                const vec3 to = target.position - centre;
                quat turn = identity_quat;
                if (joint->node == target.node) {
                    if (target.orientation)
                        turn = *target.orientation * glm::inverse(turn_of(at(world, joint->node)));
                } else if (glm::length(from) > 1e-6F && glm::length(to) > 1e-6F) {
                    turn = shortest_turn(from, to);
                }
                turn_in_world(figure, *joint, turn, world, out.pose);
                place_chain(figure, out.pose, joint->node, target.node, world);
            }
        }
        out.reached = is_reached(figure, out.pose, targets);
    }
    return out;
}

PlainResult solve_dls(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                      int iterations) {
    PlainResult out{start, 0, false};
    std::vector<const IkJoint*> joints;  // that are ancestors of some effector
    std::vector<std::vector<const IkJoint*>> chains;
    Eigen::Index rows = 0;
    for (const IkTarget& target : targets) {
        chains.push_back(chain_of(figure, target.node));
        joints.insert(joints.end(), chains.back().begin(), chains.back().end());
        rows += target.orientation ? 6 : 3;
    }
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    for (const IkJoint* joint : joints) clamp_to_limits(figure, *joint, out.pose);
    const auto columns = static_cast<Eigen::Index>(3 * joints.size());
    out.reached = is_reached(figure, out.pose, targets);
    for (; out.iterations < iterations && !out.reached; ++out.iterations) {
        const std::vector<mat4> world = world_matrices(figure.skeleton, out.pose);
        Eigen::MatrixXf jacobian = Eigen::MatrixXf::Zero(rows, columns);
        Eigen::VectorXf error(rows);
        Eigen::Index row = 0;
        for (std::size_t t = 0; t < targets.size(); ++t) {
            const IkTarget& target = targets[t];
            const mat4& effector = at(world, target.node);
            vec3 away = target.position - place_of(effector);
            if (glm::length(away) > farthest) away *= farthest / glm::length(away);
            vec3 turned(0.0F);
            if (target.orientation)
                turned = radius * rotation_vector(*target.orientation * glm::inverse(turn_of(effector)));
            for (int k = 0; k < 3; ++k) error[row + k] = away[k];
            for (int k = 0; k < 3 && target.orientation; ++k) error[row + 3 + k] = turned[k];
            for (const IkJoint* joint : chains[t]) {
                const auto column =
                    3 * (std::lower_bound(joints.begin(), joints.end(), joint) - joints.begin());
                const int parent = at(figure.skeleton.parent, joint->node);
                const quat before = (parent < 0 ? identity_quat : turn_of(at(world, parent))) *
                                    at(figure.skeleton.rest, joint->node).rotation * joint->limit_frame;
                const std::array<vec3, 3> axes = axes_of(angles_in(figure, *joint, out.pose));
                for (int axis = 0; axis < 3; ++axis) {
                    const vec3 about = before * at(axes, axis);
                    const vec3 way = glm::cross(about, place_of(effector) - place_of(at(world, joint->node)));
                    for (int k = 0; k < 3; ++k) jacobian(row + k, column + axis) = way[k];
                    for (int k = 0; k < 3 && target.orientation; ++k)
                        jacobian(row + 3 + k, column + axis) = radius * about[k];
                }
            }
            row += target.orientation ? 6 : 3;
        }
        Eigen::MatrixXf normal = jacobian * jacobian.transpose();
        normal.diagonal().array() += damping * damping;
        const Eigen::VectorXf step = jacobian.transpose() * normal.ldlt().solve(error);
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const auto first = static_cast<Eigen::Index>(3 * j);
            const vec3 moved =
                angles_in(figure, *joints[j], out.pose) + vec3(step[first], step[first + 1], step[first + 2]);
            set_angles(figure, *joints[j], glm::clamp(moved, joints[j]->lower, joints[j]->upper), out.pose);
        }
        out.reached = is_reached(figure, out.pose, targets);
    }
    return out;
}

}  // namespace vitruvian::bench
