#include "tests/unit/remap_rigs.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace vitruvian::test {
namespace {

/// Positions of the bones in a T-pose, in metres; the right side is mirrored.
vec3 t_pose_place_of(Bone bone) {
    switch (bone) {
        case Bone::hips:
            return {0, 0.95F, 0};
        case Bone::spine:
            return {0, 1.05F, 0};
        case Bone::chest:
            return {0, 1.2F, 0};
        case Bone::upper_chest:
            return {0, 1.3F, 0};
        case Bone::neck:
            return {0, 1.45F, 0};
        case Bone::head:
            return {0, 1.55F, 0};
        case Bone::jaw:
            return {0, 1.6F, 0.05F};
        case Bone::left_eye:
            return {0.03F, 1.65F, 0.08F};
        case Bone::right_eye:
            return {-0.03F, 1.65F, 0.08F};
        case Bone::left_shoulder:
            return {0.05F, 1.4F, 0};
        case Bone::left_upper_arm:
            return {0.18F, 1.4F, 0};
        case Bone::left_lower_arm:
            return {0.45F, 1.4F, 0};
        case Bone::left_hand:
            return {0.7F, 1.4F, 0};
        case Bone::left_thumb_metacarpal:
            return {0.73F, 1.4F, 0.03F};
        case Bone::left_thumb_proximal:
            return {0.76F, 1.4F, 0.06F};
        case Bone::left_thumb_distal:
            return {0.79F, 1.4F, 0.09F};
        case Bone::left_upper_leg:
            return {0.1F, 0.9F, 0};
        case Bone::left_lower_leg:
            return {0.1F, 0.5F, 0};
        case Bone::left_foot:
            return {0.1F, 0.1F, 0};
        case Bone::left_toes:
            return {0.1F, 0.02F, 0.13F};
        default:
            break;
    }
    if (side_of(bone) == BoneSide::right) {
        const vec3 left = t_pose_place_of(mirrored_bone(bone));
        return {-left.x, left.y, left.z};
    }
    // Fingers: four of three, index first.
    const int finger = static_cast<int>(bone) - static_cast<int>(Bone::left_index_proximal);
    return {0.8F + 0.03F * static_cast<float>(finger % 3), 1.4F,
            0.03F - 0.02F * static_cast<float>(finger / 3)};
}

bool may_be_missing(Bone bone) {
    switch (side_of(bone) == BoneSide::right ? mirrored_bone(bone) : bone) {
        case Bone::chest:
        case Bone::upper_chest:
        case Bone::neck:
        case Bone::jaw:
        case Bone::left_eye:
        case Bone::right_eye:
        case Bone::left_shoulder:
        case Bone::left_toes:
        case Bone::left_thumb_proximal:
        case Bone::left_index_intermediate:
        case Bone::left_ring_proximal:
        case Bone::left_little_distal:
            return true;
        default:
            return false;
    }
}

class RigMaker {
  public:
    RigMaker(Random& random, const RigStyle& style) : random_(random), style_(style) {
        Node root;
        root.name = "root";
        root.rest = style.root;
        document_.nodes.push_back(root);
        world_.push_back(to_matrix(root.rest));
        humanoid_.name = "figure";
        humanoid_.kind = style.kind;
        humanoid_.node = 0;
    }

    Document make() {
        const float stretch = style_.varies ? random_.real(0.6F, 1.6F) : 1.0F;
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            if (may_be_missing(bone) && random_.chance(style_.missing)) continue;
            const int parent = parent_node(bone);
            const vec3 place = t_pose_place_of(bone) * stretch *
                               vec3(1, style_.varies ? random_.real(0.99F, 1.01F) : 1.0F, 1);
            const quat axes = style_.conforms ? t_pose_frame(bone) : random_.rotation();
            int above = parent;
            if (style_.intermediates && random_.chance(0.4F)) {
                above = add_node("between", parent, place * 0.9F, random_.rotation());
            }
            humanoid_.bones[bone] = add_node(std::string(to_string(bone)), above, place, axes);
            Joint joint;
            joint.node = humanoid_.bones[bone];
            humanoid_.joints.push_back(joint);
        }
        document_.humanoids.push_back(humanoid_);
        return document_;
    }

  private:
    int parent_node(Bone bone) const {
        for (auto up = parent_of(bone); up; up = parent_of(*up)) {
            if (humanoid_.bones[*up] >= 0) return humanoid_.bones[*up];
        }
        return 0;
    }

    int add_node(const std::string& name, int parent, const vec3& place, const quat& axes) {
        const mat4 in_root = glm::translate(mat4(1.0F), place) * glm::mat4_cast(axes);
        const mat4 wanted = to_matrix(style_.root) * in_root;
        Node node;
        node.name = name;
        node.parent = parent;
        node.kind = NodeKind::joint;
        node.rest = to_transform(affine_inverse(at(world_, parent)) * wanted);
        document_.nodes.push_back(node);
        world_.push_back(at(world_, parent) * to_matrix(node.rest));
        return static_cast<int>(document_.nodes.size()) - 1;
    }

    Random& random_;
    RigStyle style_;
    Document document_;
    Humanoid humanoid_;
    std::vector<mat4> world_;
};

}  // namespace

Document make_rig(Random& random, const RigStyle& style) {
    return RigMaker(random, style).make();
}

std::shared_ptr<const Clip> make_bone_clip(Random& random) {
    auto clip = std::make_shared<Clip>();
    clip->name = "motion";
    clip->duration = 1.0;
    for (std::size_t i = 0; i < bone_count; ++i) {
        Channel channel;
        channel.bone = static_cast<Bone>(i);
        channel.space = ChannelSpace::delta;
        channel.interpolation = static_cast<Interpolation>(random.integer(0, 2));
        const int keys = random.integer(1, 5);
        for (int k = 0; k < keys; ++k) {
            channel.times.push_back(static_cast<float>(k) / static_cast<float>(std::max(keys - 1, 1)));
            const bool cubic = channel.interpolation == Interpolation::cubic;
            for (int part = 0; part < (cubic ? 3 : 1); ++part) {
                const bool is_value = !cubic || part == 1;
                const quat q = is_value ? axis_angle(random.vector(-1, 1), random.real(-1.0F, 1.0F))
                                        : random.rotation() * 0.3F;
                channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
            }
        }
        clip->channels.push_back(std::move(channel));
    }
    Channel hips;
    hips.bone = Bone::hips;
    hips.path = ChannelPath::translation;
    hips.space = ChannelSpace::delta;
    for (int k = 0; k < 4; ++k) {
        hips.times.push_back(static_cast<float>(k) / 3.0F);
        const vec3 v = random.vector(-0.5F, 0.5F);
        hips.values.insert(hips.values.end(), {v.x, v.y, v.z});
    }
    clip->channels.push_back(std::move(hips));
    return clip;
}

std::vector<mat4> posed_world(const Document& document, const Clip& clip, double seconds) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    sample(clip, seconds, skeleton, pose);
    return world_matrices(skeleton, pose);
}

}  // namespace vitruvian::test
