#include "model/check/limit_marks.h"

#include "model/check/subject.h"
#include "model/core/at.h"

namespace vitruvian::check {
namespace {

/// Returns the way to the joint's farthest child joint, in the figure's space; zero if there is none.
vec3 bone_of(const Subject& subject, const Figure& figure, int node) {
    vec3 bone(0.0F);
    for (const Joint& child : figure.humanoid->joints) {
        if (at(subject.document().nodes, child.node).parent != node) continue;
        const vec3 way = figure.position(child.node) - figure.position(node);
        if (glm::length(way) > glm::length(bone)) bone = way;
    }
    return bone;
}

}  // namespace

void mark_limit(const Subject& subject, const Figure& figure, int joint, int axis, double is, double ought,
                Finding& finding) {
    const Joint& limited = at(figure.humanoid->joints, joint);
    const mat3 frame = mat3(at(figure.world, limited.node)) * glm::mat3_cast(limited.limit_orientation);
    if (!(glm::length(frame[axis]) > 0.0F) || !(glm::length(frame[(axis + 1) % 3]) > 0.0F)) return;
    const vec3 about = glm::normalize(frame[axis]);
    const vec3 bone = bone_of(subject, figure, limited.node);
    const vec3 across = bone - glm::dot(bone, about) * about;
    const bool is_along = glm::length(across) <= 0.3F * glm::length(bone);
    const vec3 straight = glm::normalize(is_along ? frame[(axis + 1) % 3] : across);
    const auto turned = [&](double angle) {
        return glm::angleAxis(static_cast<float>(angle), about) * straight;
    };
    finding.marks = {{}, figure.position(limited.node), turned(is), turned(ought)};
}

}  // namespace vitruvian::check
