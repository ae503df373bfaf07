#include "model/figure/bone_frames.h"

#include "model/core/at.h"

namespace vitruvian {
namespace {

constexpr auto first_left = static_cast<std::size_t>(Bone::left_shoulder);
constexpr auto first_right = static_cast<std::size_t>(Bone::right_shoulder);
constexpr std::size_t per_side = bone_count - first_right;
static_assert(first_right - first_left == per_side);

constexpr float half_root = 0.70710678F;

struct Axes {
    vec3 y;
    vec3 z;
};

Axes middle_axes(Bone bone) {
    switch (bone) {
        case Bone::left_eye:
        case Bone::right_eye:
            return {{0, 0, 1}, {0, -1, 0}};
        case Bone::jaw:
            return {{0, 0, 1}, {0, 1, 0}};
        default:
            return {{0, 1, 0}, {0, 0, 1}};
    }
}

Axes left_axes(Bone bone) {
    switch (bone) {
        case Bone::left_shoulder:
            return {{1, 0, 0}, {0, 1, 0}};
        case Bone::left_lower_arm:
            return {{1, 0, 0}, {0, 0, 1}};
        case Bone::left_thumb_metacarpal:
        case Bone::left_thumb_proximal:
        case Bone::left_thumb_distal:
            return {{half_root, 0, half_root}, {half_root, 0, -half_root}};
        case Bone::left_upper_leg:
            return {{0, -1, 0}, {0, 0, 1}};
        case Bone::left_lower_leg:
            return {{0, -1, 0}, {0, 0, -1}};
        case Bone::left_foot:
            return {{0, 0, 1}, {0, 1, 0}};
        case Bone::left_toes:
            return {{0, 0, 1}, {0, -1, 0}};
        default:  // the upper arm, the hand and its fingers
            return {{1, 0, 0}, {0, -1, 0}};
    }
}

quat to_rotation(const Axes& axes) {
    return glm::normalize(glm::quat_cast(mat3(glm::cross(axes.y, axes.z), axes.y, axes.z)));
}

std::array<quat, bone_count> all_frames() {
    std::array<quat, bone_count> out{};
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        switch (side_of(bone)) {
            case BoneSide::middle:
                out[i] = to_rotation(middle_axes(bone));
                break;
            case BoneSide::left:
                out[i] = to_rotation(left_axes(bone));
                break;
            case BoneSide::right: {
                Axes axes = left_axes(mirrored_bone(bone));
                axes.y.x = -axes.y.x;
                axes.z.x = -axes.z.x;
                out[i] = to_rotation(axes);
                break;
            }
        }
    }
    return out;
}

}  // namespace

quat t_pose_frame(Bone bone) {
    static const std::array<quat, bone_count> frames = all_frames();
    return at(frames, bone);
}

std::optional<Bone> pointed_bone(Bone bone) {
    switch (bone) {
        case Bone::upper_chest:
            return Bone::neck;
        case Bone::left_hand:
            return Bone::left_middle_proximal;
        case Bone::right_hand:
            return Bone::right_middle_proximal;
        case Bone::hips:
        case Bone::head:
            return std::nullopt;
        default:
            break;
    }
    const auto next = static_cast<std::size_t>(bone) + 1;
    if (next >= bone_count || parent_of(static_cast<Bone>(next)) != bone) return std::nullopt;
    return static_cast<Bone>(next);
}

BoneSide side_of(Bone bone) {
    const auto i = static_cast<std::size_t>(bone);
    if (i < first_left) return BoneSide::middle;
    return i < first_right ? BoneSide::left : BoneSide::right;
}

Bone mirrored_bone(Bone bone) {
    const auto i = static_cast<std::size_t>(bone);
    switch (side_of(bone)) {
        case BoneSide::left:
            return static_cast<Bone>(i + per_side);
        case BoneSide::right:
            return static_cast<Bone>(i - per_side);
        case BoneSide::middle:
            break;
    }
    if (bone == Bone::left_eye) return Bone::right_eye;
    if (bone == Bone::right_eye) return Bone::left_eye;
    return bone;
}

}  // namespace vitruvian
