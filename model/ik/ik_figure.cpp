#include "model/ik/ik_figure.h"

#include "model/core/at.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitruvian {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

IkJoint make_joint(const Joint& joint, int index) {
    constexpr float stiffest = 0.99F;
    IkJoint out;
    out.node = joint.node;
    out.joint = index;
    out.limit_frame = joint.limit_orientation;
    out.lower = joint.lower_limit.value_or(vec3(-pi));
    out.upper = joint.upper_limit.value_or(vec3(pi));
    const vec3 stiffness = joint.stiffness.value_or(vec3(0.0F));
    for (int axis = 0; axis < 3; ++axis) {
        // Inverted limits would allow nothing; they are an error in the file that checks report.
        if (out.lower[axis] > out.upper[axis]) std::swap(out.lower[axis], out.upper[axis]);
        out.lower[axis] = std::clamp(out.lower[axis], -pi, pi);
        out.upper[axis] = std::clamp(out.upper[axis], -pi, pi);
        const float free = 1.0F - std::clamp(stiffness[axis], 0.0F, stiffest);
        out.willingness[axis] = out.upper[axis] > out.lower[axis] ? free * free : 0.0F;
    }
    return out;
}

/// Knees and elbows bend in one direction, given by their limits about X.
void find_bends(IkFigure& figure, const BoneMap& bones) {
    for (const Bone bone : hinge_bones) {
        const int node = bones[bone];
        const int index = node < 0 ? -1 : at(figure.joint_of_node, node);
        if (index < 0) continue;
        IkJoint& joint = at(figure.joints, index);
        const vec3 range = joint.upper - joint.lower;
        const float middle = joint.lower.x + joint.upper.x;
        const bool is_hinge = range.x > range.y && range.x > range.z && std::abs(middle) > 0.5F * range.x;
        joint.bends = !is_hinge ? 0.0F : middle > 0.0F ? 1.0F : -1.0F;
    }
}

}  // namespace

IkFigure make_ik_figure(const Document& document, int humanoid) {
    const Humanoid& owner = at(document.humanoids, humanoid);
    IkFigure out;
    out.humanoid = humanoid;
    out.skeleton = make_skeleton(document);
    out.joint_of_node.assign(document.nodes.size(), -1);
    for (int j = 0; j < static_cast<int>(owner.joints.size()); ++j) {
        const Joint& joint = at(owner.joints, j);
        // A file may list a node twice; it only rotates once.
        if (at(out.joint_of_node, joint.node) >= 0) continue;
        at(out.joint_of_node, joint.node) = static_cast<int>(out.joints.size());
        out.joints.push_back(make_joint(joint, j));
    }
    find_bends(out, owner.bones);
    const int hips = owner.bones[Bone::hips];
    out.root = hips >= 0 ? hips : out.joints.empty() ? -1 : out.joints.front().node;
    return out;
}

}  // namespace vitruvian
