#include "model/check/limit_marks.h"

#include "model/check/subject.h"
#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/figure/reference_pose.h"
#include "model/pose/pose.h"

#include <cmath>
#include <utility>

namespace vitruvian::check {

void mark_limit(const Subject& subject, const Figure& figure, int joint, int axis, double is, double ought,
                Finding& finding) {
    const Joint& limited = at(figure.humanoid->joints, joint);
    const mat3 frame = mat3(at(figure.world, limited.node)) * glm::mat3_cast(limited.limit_orientation);
    if (!(glm::length(frame[axis]) > 0.0F) || !(glm::length(frame[(axis + 1) % 3]) > 0.0F)) return;
    const vec3 about = glm::normalize(frame[axis]);
    const vec3& bone = at(subject.bone_directions(figure), joint);
    const vec3 across = bone - glm::dot(bone, about) * about;
    const bool is_along = glm::length(across) <= 0.3F;
    const vec3 straight = glm::normalize(is_along ? frame[(axis + 1) % 3] : across);
    const auto turned = [&](double angle) {
        return glm::angleAxis(static_cast<float>(angle), about) * straight;
    };
    finding.marks = {{}, figure.position(limited.node), turned(is), turned(ought)};
}

namespace {

/// Returns the figure's bones in the pose of the finding's clip and time.
PosedBones bones_in_clip(const Subject& subject, const Figure& figure, const Finding& finding) {
    Pose pose = base_pose(subject.document(), subject.skeleton());
    const Clip& clip = *at(subject.document().clips, finding.clip_index);
    sample(clip, finding.time.value_or(0.0), subject.skeleton(), pose);
    return subject.posed_bones(figure, std::move(pose));
}

/// Marks a joint's bone as it is, and as it would be with `correction` applied in the joint's own space. A bone along
/// the correction's axis is shown by a direction across it.
Marks marks_of(const Figure& figure, const PosedBones& bones, int joint, const quat& correction) {
    const mat4& world = at(bones.world, at(figure.humanoid->joints, joint).node);
    mat3 axes(world);
    for (int axis = 0; axis < 3; ++axis) {
        if (!(glm::length(axes[axis]) > 0.0F)) return {};
        axes[axis] = glm::normalize(axes[axis]);
    }
    const quat from_joint = glm::quat_cast(axes);
    const vec3 about = from_joint * glm::axis(correction);
    vec3 is = at(bones.directions, joint);
    if (glm::length(is - glm::dot(is, about) * about) <= 0.3F) {
        const vec3 other = std::abs(about.y) < 0.9F ? vec3(0.0F, 1.0F, 0.0F) : vec3(0.0F, 0.0F, 1.0F);
        is = glm::normalize(other - glm::dot(other, about) * about);
    }
    const vec3 ought = from_joint * correction * glm::conjugate(from_joint) * is;
    return {{}, vec3(world[3]), is, ought};
}

/// Returns the rotation in the joint's own space that takes it back into its limits.
quat correction_into_limits(const Joint& joint, const Skeleton& skeleton, const Pose& pose) {
    const vec3 angles = swing_twist_angles(limit_frame_rotation(joint, skeleton, pose));
    vec3 permitted = angles;
    for (int axis = 0; axis < 3; ++axis) {
        const float low = joint.lower_limit ? (*joint.lower_limit)[axis] : angles[axis];
        const float high = joint.upper_limit ? (*joint.upper_limit)[axis] : angles[axis];
        if (low <= high && std::abs(angles[axis]) >= 1e-4F)
            permitted[axis] = glm::clamp(angles[axis], low, high);
    }
    const quat& frame = joint.limit_orientation;
    return frame * glm::conjugate(swing_twist_rotation(angles)) * swing_twist_rotation(permitted) *
           glm::conjugate(frame);
}

/// Calls `correction_in(bones)` with the bones in the finding's pose, and marks what it returns.
template <class CorrectionIn>
void mark_in_pose(const Subject& subject, const Figure& figure, int joint, CorrectionIn correction_in,
                  Finding& finding) {
    if (finding.time) {
        const PosedBones bones = bones_in_clip(subject, figure, finding);
        finding.marks = marks_of(figure, bones, joint, correction_in(bones));
    } else {
        const PosedBones& bones = subject.stored_bones(figure);
        finding.marks = marks_of(figure, bones, joint, correction_in(bones));
        finding.marks.in_stored_pose = true;
    }
}

}  // namespace

void mark_correction(const Subject& subject, const Figure& figure, int joint, const quat& correction,
                     Finding& finding) {
    mark_in_pose(
        subject, figure, joint, [&](const PosedBones&) { return correction; }, finding);
}

void mark_excess(const Subject& subject, const Figure& figure, int joint, Finding& finding) {
    const Joint& limited = at(figure.humanoid->joints, joint);
    mark_in_pose(
        subject, figure, joint,
        [&](const PosedBones& bones) {
            return correction_into_limits(limited, subject.skeleton(), bones.pose);
        },
        finding);
}

}  // namespace vitruvian::check
