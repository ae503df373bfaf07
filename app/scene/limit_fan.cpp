#include "app/scene/limit_fan.h"

#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/figure/joint_bones.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

vec3 position_of(std::span<const mat4> world, int node) {
    return {at(world, node)[3]};
}

/// Converts the fan of a twist into a ring about the bone.
void make_ring(LimitFan& fan, const vec3& front, const vec3& bone) {
    fan.twist = true;
    const vec3 level = front - fan.direction * glm::dot(front, fan.direction);
    const vec3 across = glm::cross(fan.direction, vec3(fan.direction.y, fan.direction.z, fan.direction.x));
    const vec3 aside = glm::length(level) > 0.1F ? level : across;
    fan.reach = glm::normalize(glm::angleAxis(fan.angle, fan.direction) * aside) * 0.55F;
    fan.middle += bone * fan.radius * 0.45F;
}

}  // namespace

vec4 axis_color(int axis) {
    constexpr std::array colors = {vec4{0.91F, 0.36F, 0.36F, 1.0F}, vec4{0.49F, 0.78F, 0.36F, 1.0F},
                                   vec4{0.36F, 0.56F, 0.94F, 1.0F}};
    return at(colors, axis);
}

vec3 LimitFan::place(float radians, float share) const {
    return middle + share * radius * (glm::angleAxis(radians - angle, direction) * reach);
}

std::vector<LimitFan> limit_fans(const Figure& figure, std::span<const mat4> world, int humanoid, int joint,
                                 float radius) {
    const Document& document = *figure.document;
    const Humanoid& owner = at(document.humanoids, humanoid);
    const Joint& data = at(owner.joints, joint);
    const Node& node = at(document.nodes, data.node);
    const mat4 parent = node.parent < 0 ? figure.placement : at(world, node.parent);
    const mat3 frame = mat3(parent) * glm::mat3_cast(node.rest.rotation * data.limit_orientation);
    const vec3 angles = joint_angles(data, *figure.skeleton, *figure.pose);
    const std::vector<vec3> bones = bone_directions(document, world, owner);
    vec3 bone = at(bones, joint);
    if (bone == vec3(0.0F)) bone = -figure.shape->stance.up;
    std::vector<LimitFan> out;
    for (int axis = 0; axis < 3; ++axis) {
        constexpr float pi = glm::pi<float>();
        LimitFan fan;
        fan.axis = axis;
        fan.direction = glm::normalize(frame[axis]);
        fan.middle = position_of(world, data.node);
        fan.reach = bone;
        fan.radius = radius;
        fan.given = data.lower_limit && data.upper_limit;
        fan.lower = data.lower_limit ? std::max((*data.lower_limit)[axis], -2.0F * pi) : -pi;
        fan.upper = data.upper_limit ? std::min((*data.upper_limit)[axis], 2.0F * pi) : pi;
        fan.angle = angles[axis];
        if (std::abs(glm::dot(bone, fan.direction)) > 0.9F) make_ring(fan, figure.shape->stance.front, bone);
        out.push_back(fan);
    }
    return out;
}

}  // namespace vitruvian
