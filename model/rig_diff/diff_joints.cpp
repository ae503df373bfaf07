// Compares joints, and the bones they are mapped to.
#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <string>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

/// Returns the effect of a joint's scale along the axes of the world.
mat3 stretch_of(const quat& axes, const Transform& stored) {
    const mat3 along = glm::mat3_cast(axes * stored.scale_orientation);
    mat3 scaled = along;
    for (int c = 0; c < 3; ++c) scaled[c] *= stored.scale[c];
    return scaled * glm::transpose(along);
}

bool is_map_inferred(const Humanoid& figure) {
    return figure.kind == HumanoidKind::hanim || figure.kind == HumanoidKind::inferred;
}

}  // namespace

void Comparison::compare_joints(int humanoid, const JointMatch& match) {
    const Humanoid& a = first_.humanoid(humanoid);
    const Humanoid& b = second_.humanoid(humanoid);
    for (int i = 0; i < static_cast<int>(a.joints.size()); ++i) {
        const int after = at(match.second_of_first, i);
        if (after < 0) {
            add(RigPart::joint, name_of_node(first_.document, at(a.joints, i).node), RigChangeKind::removed)
                .item_before = joint_item(humanoid, i);
        } else {
            compare_joint(humanoid, match, i, after);
        }
    }
    for (int j = 0; j < static_cast<int>(b.joints.size()); ++j) {
        if (at(match.first_of_second, j) >= 0) continue;
        add(RigPart::joint, name_of_node(second_.document, at(b.joints, j).node), RigChangeKind::added)
            .item_after = joint_item(humanoid, j);
    }
}

void Comparison::compare_joint(int humanoid, const JointMatch& match, int before, int after) {
    const Joint& a = at(first_.humanoid(humanoid).joints, before);
    const Joint& b = at(second_.humanoid(humanoid).joints, after);
    const std::string old_name = name_of_node(first_.document, a.node);
    const std::string name = name_of_node(second_.document, b.node);
    const std::size_t from = changes_.size();
    const Humanoid& figure = first_.humanoid(humanoid);
    const Humanoid& other = second_.humanoid(humanoid);
    if (old_name != name && own_name(figure, other, old_name) != own_name(other, figure, name))
        renamed(RigPart::joint, old_name, name);
    const int parent = at(match.first_parents, before);
    const int new_parent = at(match.second_parents, after);
    const auto name_of_joint = [&](const Rig& rig, int joint) {
        return joint < 0 ? std::string()
                         : name_of_node(rig.document, at(rig.humanoid(humanoid).joints, joint).node);
    };
    if ((parent < 0 ? -1 : at(match.second_of_first, parent)) != new_parent)
        words(RigPart::joint, name, "parent", name_of_joint(first_, parent),
              name_of_joint(second_, new_parent));
    const bool same_parent =
        parent >= 0 && new_parent >= 0 && at(match.second_of_first, parent) == new_parent;
    const int above = same_parent ? at(first_.humanoid(humanoid).joints, parent).node : -1;
    const int new_above = same_parent ? at(second_.humanoid(humanoid).joints, new_parent).node : -1;
    if (!is_placed_by_motion(a.node, b.node) &&
        (!same_parent || !goes_along(a.node, b.node, above, new_above)))
        numbers(RigPart::joint, name, "position", first_.position(a.node), second_.position(b.node), "m",
                length_);
    // A joint's own axes depend on the format: rotations are compared in world axes.
    const quat first_axes = first_.orientation(a.node);
    const quat second_axes = second_.orientation(b.node);
    if (has_same_axes() && (!same_parent || !turns_along(a.node, b.node, above, new_above)))
        turn(RigPart::joint, name, "orientation", first_axes, second_axes);
    const auto in_world = [](const quat& axes, const quat& turned) {
        return axes * turned * glm::inverse(axes);
    };
    const quat pose = first_.stored(a.node).rotation;
    const quat new_pose = second_.stored(b.node).rotation;
    if (!has_same_axes() ||
        static_cast<double>(angle_between(pose, new_pose)) > std::max(tolerance_, finest_turn))
        turn(RigPart::joint, name, "rotation", in_world(first_axes, pose), in_world(second_axes, new_pose));
    compare_stretch(name, a.node, b.node);
    numbers(RigPart::joint, name, "lower_limit", a.lower_limit, b.lower_limit, "rad");
    numbers(RigPart::joint, name, "upper_limit", a.upper_limit, b.upper_limit, "rad");
    compare_limit_frames(name, a, b);
    numbers(RigPart::joint, name, "stiffness", a.stiffness, b.stiffness, "");
    set_items(from, joint_item(humanoid, before), joint_item(humanoid, after));
}

/// Compares the limit frame in the joint's axes and in world axes: if either is equal, limits have the same
/// meaning.
void Comparison::compare_limit_frames(const std::string& name, const Joint& first, const Joint& second) {
    const quat in_world = first_.orientation(first.node) * first.limit_orientation;
    const quat new_in_world = second_.orientation(second.node) * second.limit_orientation;
    const auto angle = static_cast<double>(angle_between(in_world, new_in_world));
    if (angle <= std::max(tolerance_, finest_turn)) return;
    if (has_same_axes()) {
        turn(RigPart::joint, name, "limit_orientation", first.limit_orientation, second.limit_orientation);
    } else if (first.lower_limit || second.lower_limit) {
        turn(RigPart::joint, name, "limit_orientation", in_world, new_in_world);
    }
}

/// Compares the translation of a stored pose, and its scale. The rest of a glTF file may differ by some
/// tenths of a millimetre from the pose that its skin was bound in, while a world only has one.
void Comparison::compare_stretch(const std::string& name, int first, int second) {
    const Transform a = first_.stored(first);
    const Transform b = second_.stored(second);
    // Along a joint's own axes lengths are in its own scale.
    const auto in_world = [](const Rig& rig, int node, const vec3& along) {
        return mat3(at(rig.world, node)) * along;
    };
    constexpr float rounding = 1e-5F;
    const bool is_same = has_same_axes() &&
                         glm::distance(a.translation, b.translation) <= rounding * glm::length(a.translation);
    if (!is_same)
        numbers(RigPart::joint, name, "translation", in_world(first_, first, a.translation),
                in_world(second_, second, b.translation), "m", has_same_axes() ? length_ : 10.0 * length_);
    if (has_same_axes()) {
        numbers(RigPart::joint, name, "scale", at(first_.document.nodes, first).rest.scale * a.scale,
                at(second_.document.nodes, second).rest.scale * b.scale, "");
        return;
    }
    const mat3 stretch = stretch_of(first_.orientation(first), a);
    const mat3 new_stretch = stretch_of(second_.orientation(second), b);
    constexpr float finest_scale = 2e-3F;
    float largest = 0.0F;
    for (int c = 0; c < 3; ++c) {
        const vec3 apart = glm::abs(new_stretch[c] - stretch[c]);
        largest = std::max({largest, apart.x, apart.y, apart.z});
    }
    if (largest <= finest_scale || static_cast<double>(largest) <= tolerance_) return;
    RigChange& change = add(RigPart::joint, name, RigChangeKind::changed, "scale");
    change.before = std::vector<float>{a.scale.x, a.scale.y, a.scale.z};
    change.after = std::vector<float>{b.scale.x, b.scale.y, b.scale.z};
    change.magnitude = static_cast<double>(largest);
}

void Comparison::compare_bones(int humanoid) {
    const BoneMap& a = first_.humanoid(humanoid).bones;
    const BoneMap& b = second_.humanoid(humanoid).bones;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int before = a.node[i];
        const int after = b.node[i];
        if (before < 0 && after < 0) continue;
        if (before >= 0 && after >= 0 &&
            (second_node(before) == after ||
             name_of_node(first_.document, before) == name_of_node(second_.document, after)))
            continue;
        // A world has no bone map: its joints' names determine the bones, and two joints may be the toes.
        const bool is_next = before >= 0 && after >= 0 &&
                             (at(second_.document.nodes, after).parent == second_node(before) ||
                              second_node(at(first_.document.nodes, before).parent) == after);
        if (!has_same_axes() && is_next) continue;
        // A map that a file does not have is as good as its joints' names.
        if (!is_one_family() && ((before < 0 && is_map_inferred(second_.humanoid(humanoid))) ||
                                 (after < 0 && is_map_inferred(first_.humanoid(humanoid)))))
            continue;
        const std::string bone(to_string(static_cast<Bone>(i)));
        if (before < 0 || after < 0) {
            RigChange& change =
                add(RigPart::bone, bone, before < 0 ? RigChangeKind::added : RigChangeKind::removed);
            (before < 0 ? change.after : change.before) =
                name_of_node((before < 0 ? second_ : first_).document, before < 0 ? after : before);
        } else {
            words(RigPart::bone, bone, "joint", name_of_node(first_.document, before),
                  name_of_node(second_.document, after));
        }
    }
}

}  // namespace vitruvian::rig_diff
