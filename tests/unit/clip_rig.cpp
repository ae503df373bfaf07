#include "tests/unit/clip_rig.h"

#include "model/core/at.h"

#include <glm/gtc/matrix_transform.hpp>

#include <array>
#include <numbers>
#include <utility>

namespace vitruvian::test {
namespace {

std::shared_ptr<const Mesh> box(const vec3& low, const vec3& high) {
    auto mesh = std::make_shared<Mesh>();
    for (unsigned corner = 0; corner < 8; ++corner) {
        mesh->positions.emplace_back((corner & 1U) != 0 ? high.x : low.x, (corner & 2U) != 0 ? high.y : low.y,
                                     (corner & 4U) != 0 ? high.z : low.z);
    }
    mesh->indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    return mesh;
}

quat about(const vec3& axis, float degrees) {
    return axis_angle(axis, degrees * std::numbers::pi_v<float> / 180.0F);
}

}  // namespace

quat about_x(float degrees) {
    return about({1.0F, 0.0F, 0.0F}, degrees);
}
quat about_y(float degrees) {
    return about({0.0F, 1.0F, 0.0F}, degrees);
}
quat about_z(float degrees) {
    return about({0.0F, 0.0F, 1.0F}, degrees);
}

ClipRig::ClipRig(HumanoidKind kind) : hanim_(kind == HumanoidKind::hanim) {
    document.file = hanim_ ? "rig.wrl" : "rig.glb";
    document.format = hanim_ ? FileFormat::vrml97 : FileFormat::glb;
    Node root;
    root.name = "root";
    root.kind = hanim_ ? NodeKind::humanoid : NodeKind::group;
    document.nodes.push_back(root);
    places_.emplace_back(0.0F);
    Humanoid& humanoid = document.humanoids.emplace_back();
    humanoid.name = "figure";
    humanoid.kind = kind;
    humanoid.version = "1.1";
    humanoid.node = hanim_ ? 0 : -1;
    const vec3 thin(0.04F);
    const auto add = [&](Bone bone, const vec3& from, const vec3& to, const vec3& half) {
        add_bone(bone, from, glm::min(from, to) - half, glm::max(from, to) + half);
    };
    const vec3 torso(0.12F, 0.02F, 0.08F);
    add(Bone::hips, {0, 1, 0}, {0, 1.1F, 0}, torso);
    add(Bone::spine, {0, 1.1F, 0}, {0, 1.25F, 0}, torso);
    add(Bone::chest, {0, 1.25F, 0}, {0, 1.5F, 0}, torso);
    add(Bone::neck, {0, 1.5F, 0}, {0, 1.6F, 0}, thin);
    add(Bone::head, {0, 1.6F, 0}, {0, 1.66F, 0}, thin);
    for (const bool left : {true, false}) {
        const float x = left ? 1.0F : -1.0F;
        const auto side = [&](Bone left_bone, Bone right_bone) { return left ? left_bone : right_bone; };
        add(side(Bone::left_upper_arm, Bone::right_upper_arm), {x * 0.2F, 1.45F, 0}, {x * 0.48F, 1.45F, 0},
            thin);
        add(side(Bone::left_lower_arm, Bone::right_lower_arm), {x * 0.48F, 1.45F, 0}, {x * 0.73F, 1.45F, 0},
            thin);
        add(side(Bone::left_hand, Bone::right_hand), {x * 0.73F, 1.45F, 0}, {x * 0.83F, 1.45F, 0}, thin);
        add(side(Bone::left_upper_leg, Bone::right_upper_leg), {x * 0.1F, 0.95F, 0}, {x * 0.1F, 0.5F, 0},
            thin);
        add(side(Bone::left_lower_leg, Bone::right_lower_leg), {x * 0.1F, 0.5F, 0}, {x * 0.1F, 0.12F, 0},
            thin);
        add(side(Bone::left_foot, Bone::right_foot), {x * 0.1F, 0.08F, 0}, {x * 0.1F, 0.04F, 0.1F}, thin);
        add(side(Bone::left_toes, Bone::right_toes), {x * 0.1F, 0.04F, 0.12F}, {x * 0.1F, 0.04F, 0.16F},
            thin);
    }
}

void ClipRig::add_bone(Bone bone, const vec3& place, const vec3& box_low, const vec3& box_high) {
    Humanoid& humanoid = document.humanoids[0];
    int parent = 0;
    for (auto up = parent_of(bone); up && parent == 0; up = parent_of(*up)) {
        if (humanoid.bones[*up] >= 0) parent = humanoid.bones[*up];
    }
    const int index = static_cast<int>(document.nodes.size());
    Node node;
    node.name = to_string(bone);
    node.parent = parent;
    node.kind = NodeKind::joint;
    node.rest.translation = place - at(places_, parent);
    if (!hanim_) node.source_index = index;
    document.nodes.push_back(node);
    places_.push_back(place);
    Joint joint;
    joint.node = index;
    joint.centre = place;
    humanoid.joints.push_back(joint);
    humanoid.bones[bone] = index;
    MeshInstance instance;
    instance.name = node.name + " mesh";
    instance.mesh = box(box_low, box_high);
    auto skin = std::make_shared<Skin>();
    skin->nodes = {index};
    skin->inverse_bind = {glm::translate(mat4(1.0F), -place)};
    instance.skin = std::move(skin);
    instance.node = index;
    instance.humanoid = 0;
    document.meshes.push_back(std::move(instance));
}

Joint& ClipRig::joint(Bone bone) {
    for (Joint& joint : document.humanoids[0].joints) {
        if (joint.node == node(bone)) return joint;
    }
    return document.humanoids[0].joints.front();
}

void ClipRig::add_clip(const std::string& name, double duration) {
    auto clip = std::make_shared<Clip>();
    clip->name = name;
    clip->duration = duration;
    document.clips.push_back(std::move(clip));
}

Channel& ClipRig::channel(int node, ChannelPath path, std::vector<float> times) {
    auto clip = std::make_shared<Clip>(*document.clips.back());
    Channel& out = clip->channels.emplace_back();
    out.node = node;
    out.path = path;
    out.space = hanim_ ? ChannelSpace::delta : ChannelSpace::local;
    out.times = std::move(times);
    document.clips.back() = std::move(clip);
    return out;
}

void ClipRig::turn(Bone bone, std::vector<float> times, const std::vector<quat>& rotations,
                   Interpolation interpolation) {
    Channel& added = channel(node(bone), ChannelPath::rotation, std::move(times));
    added.interpolation = interpolation;
    for (const quat& q : rotations) added.values.insert(added.values.end(), {q.x, q.y, q.z, q.w});
}

void ClipRig::shift(Bone bone, std::vector<float> times, const std::vector<vec3>& offsets) {
    shift_node(node(bone), std::move(times), offsets);
}

void ClipRig::shift_node(int node, std::vector<float> times, const std::vector<vec3>& offsets) {
    Channel& added = channel(node, ChannelPath::translation, std::move(times));
    const vec3 rest = hanim_ ? vec3(0.0F) : at(document.nodes, node).rest.translation;
    for (const vec3& offset : offsets) {
        const vec3 v = rest + offset;
        added.values.insert(added.values.end(), {v.x, v.y, v.z});
    }
}

void ClipRig::scale(Bone bone, std::vector<float> times, const std::vector<float>& sizes) {
    Channel& added = channel(node(bone), ChannelPath::scale, std::move(times));
    for (const float size : sizes) added.values.insert(added.values.end(), {1.0F, size, 1.0F});
}

std::vector<check::Finding> ClipRig::check(const std::string& id, const std::string& profile) const {
    return findings_of(document, id, profile);
}

}  // namespace vitruvian::test
