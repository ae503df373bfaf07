#include "model/formats/vrml/read/joints.h"

#include "model/core/at.h"
#include "model/formats/vrml/read/frames.h"
#include "model/formats/vrml/read/groups.h"
#include "model/formats/vrml/read/skins.h"
#include "model/formats/vrml/read/walk.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

/// Converts a robot's limit about its axis to a limit about X, Y and Z: `reversed` is set where the axis
/// points the other way, so that lower and upper are swapped.
vec3 about_axis(const vec3& axis, float value, bool& reversed) {
    const vec3 size = glm::abs(axis);
    const int main = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    reversed = axis[main] < 0.0F;
    vec3 out(0.0F);
    out[main] = reversed ? -value : value;
    return out;
}

std::optional<vec3> three(const std::vector<float>& values) {
    if (values.size() < 3) return std::nullopt;
    const vec3 out(values[0], values[1], values[2]);
    return is_finite(out) ? std::optional(out) : std::nullopt;
}

void read_limits(World& world, NodeRef node, Joint& joint) {
    const std::vector<float> lower = read_angles(world, node, "llimit");
    const std::vector<float> upper = read_angles(world, node, "ulimit");
    if (lower.size() == 1 || upper.size() == 1) {
        if (read_string(world, node, "jointType") == "slide") return;
        bool reversed = false;
        const vec3 axis = read_joint_axis(world, node);
        if (lower.size() == 1) joint.lower_limit = about_axis(axis, lower[0], reversed);
        if (upper.size() == 1) joint.upper_limit = about_axis(axis, upper[0], reversed);
        if (reversed) std::swap(joint.lower_limit, joint.upper_limit);
        return;
    }
    joint.lower_limit = three(lower);
    joint.upper_limit = three(upper);
    if (joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F)) {
        // All axes locked is what a default looks like, not an intended limit (EPFL's and many X3D files).
        world.note(node, "hanim-limits-zero", "llimit and ulimit are both 0 0 0; they are read as not given");
        joint.lower_limit.reset();
        joint.upper_limit.reset();
    }
    const bool odd = (lower.size() != 3 && !lower.empty()) || (upper.size() != 3 && !upper.empty());
    if (odd) world.warn(node, "hanim-limits-count", "a joint's limits have not three values");
}

void add_joint(BuildContext& build, NodeRef node, WalkPlace& inside) {
    Joint joint;
    joint.node = inside.node;
    joint.limit_orientation = read_rotation(build.world, node, "limitOrientation");
    read_limits(build.world, node, joint);
    const Found stiffness = build.world.find(node, "stiffness");
    if (stiffness) {
        const std::vector<float> values = read_floats(build.world, node, "stiffness");
        joint.stiffness = values.size() == 1 ? std::optional(vec3(values[0])) : three(values);
        // H-Anim's own PROTO has 0 0 0, which is not meant as a joint's stiffness; another default is.
        if (stiffness.by_default && joint.stiffness == vec3(0.0F)) joint.stiffness.reset();
    }
    auto& joints = at(build.document.humanoids, inside.humanoid).joints;
    inside.joint = static_cast<int>(joints.size());
    joints.push_back(joint);
}

/// A USE of a Joint is not a second joint. In another place (a limb mirrored by a Transform) its contents are
/// shown again; in the same place nothing is added.
void repeat_joint(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (!at.repeats) {
        build.world.note(
            node, "hanim-joint-repeated",
            fmt::format("the Joint \"{}\" is used again elsewhere in a skeleton; its first place counts",
                        name_of(build.world, node, at).substr(0, 60)));
    }
    const auto first = build.joints.places.find(node.key());
    const bool same = first != build.joints.places.end() && first->second == std::pair(at.node, at.baked);
    if (same) return;
    WalkPlace inside = at;
    inside.repeats = true;
    visit_transform(build, node, inside);
}

}  // namespace

void visit_joint(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (at.humanoid < 0 && !at.last_call) {
        // Placeholders and parts that a later humanoid may use: a figure's own joints come first.
        WalkPlace outside = at;
        outside.last_call = true;
        build.joints.outside.emplace_back(node, outside);
        return;
    }
    if (!is_first(build, node)) {
        repeat_joint(build, node, at);
        return;
    }
    build.joints.places[node.key()] = {at.node, at.baked};
    const FieldsAre fields = at.robot ? FieldsAre::placement : FieldsAre::pose;
    WalkPlace inside =
        add_frame(build, node, at, vitruvian::NodeKind::joint, fields, name_of(build.world, node, at));
    inside.segment = -1;
    inside.displacers = nullptr;
    if (at.humanoid >= 0) add_joint(build, node, inside);
    if (at.skin != nullptr && !at.in_skin) collect_skin(build, node, inside);
    visit_all(build, build.world.nodes(node, "children"), inside);
}

void visit_joints_outside(BuildContext& build) {
    for (const auto& [node, at] : std::exchange(build.joints.outside, {})) {
        if (!build.once.contains(node.key())) visit_joint(build, node, at);
    }
}

}  // namespace vitruvian::vrml
