#include "model/figure/body_frame.h"

#include "model/figure/bone_frames.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace vitruvian {
namespace {

constexpr float snap_cosine = 0.9396926F;  // 20 degrees

using MaybePoint = std::optional<vec3>;

class BonePlaces {
  public:
    BonePlaces(const Humanoid& humanoid, std::span<const mat4> world)
        : bones_(&humanoid.bones), world_(world) {}

    [[nodiscard]] MaybePoint of(Bone bone) const {
        const int node = (*bones_)[bone];
        if (node < 0) return std::nullopt;
        return vec3(world_[static_cast<std::size_t>(node)][3]);
    }
    [[nodiscard]] MaybePoint first(std::initializer_list<Bone> bones) const {
        for (const Bone bone : bones) {
            if (const MaybePoint place = of(bone)) return place;
        }
        return std::nullopt;
    }
    /// Halfway between the sides.
    [[nodiscard]] MaybePoint middle(Bone left) const {
        const MaybePoint a = of(left);
        const MaybePoint b = of(mirrored_bone(left));
        if (!a || !b) return std::nullopt;
        return (*a + *b) * 0.5F;
    }
    /// The mirrored figure's determinant is negative at its hips.
    [[nodiscard]] bool has_mirrored_root() const {
        const int node = (*bones_)[Bone::hips];
        return node >= 0 && glm::determinant(mat3(world_[static_cast<std::size_t>(node)])) < 0.0F;
    }

  private:
    const BoneMap* bones_;
    std::span<const mat4> world_;
};

MaybePoint direction(const vec3& v) {
    const float length = glm::length(v);
    if (!(length > 1e-9F) || !std::isfinite(length)) return std::nullopt;
    return v / length;
}

vec3 snapped(const vec3& v) {
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(v[axis]) < snap_cosine) continue;
        vec3 out(0.0F);
        out[axis] = v[axis] < 0.0F ? -1.0F : 1.0F;
        return out;
    }
    return v;
}

bool is_axis(const vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) > 0.9999F;
}

/// From the legs' roots to the arms'.
MaybePoint trunk_of(const BonePlaces& places) {
    const MaybePoint low = places.middle(Bone::left_upper_leg);
    const MaybePoint high = places.middle(Bone::left_upper_arm);
    return low && high ? direction(*high - *low) : std::nullopt;
}

/// Legs that do not go on where the trunk leads say nothing of up: many rigs rest with them in any pose.
MaybePoint find_up(const BonePlaces& places) {
    const MaybePoint top =
        places.first({Bone::head, Bone::neck, Bone::upper_chest, Bone::chest, Bone::spine});
    const MaybePoint feet = places.middle(Bone::left_foot);
    const MaybePoint hips = places.of(Bone::hips);
    if (top && feet) {
        constexpr float bent = 0.7F;  // 45 degrees
        const MaybePoint up = direction(*top - *feet);
        const MaybePoint trunk = trunk_of(places);
        const bool agrees = !up || !trunk || glm::dot(*up, *trunk) > bent;
        return agrees ? up : trunk;
    }
    if (top && hips) return direction(*top - *hips);
    if (feet && hips) return direction(*hips - *feet);
    return std::nullopt;
}

MaybePoint find_left(const BonePlaces& places, const vec3& up) {
    vec3 sum(0.0F);
    const auto add = [&](Bone left) {
        const MaybePoint a = places.of(left);
        const MaybePoint b = places.of(mirrored_bone(left));
        if (a && b) sum += *a - *b;
    };
    for (const Bone left : {Bone::left_upper_leg, Bone::left_upper_arm, Bone::left_shoulder}) add(left);
    if (!direction(sum)) {
        for (const Bone left : {Bone::left_hand, Bone::left_foot, Bone::left_eye}) add(left);
    }
    return direction(sum - up * glm::dot(sum, up));
}

/// Positive where the toes (or eyes) lie to the front of left x up, negative where behind. Feet count of legs
/// that go down.
float front_evidence(const BonePlaces& places, const vec3& front, const vec3& up) {
    struct Hint {
        Bone from, to;
        std::optional<Bone> leg;
    };
    constexpr float hangs = 0.7F;
    float out = 0.0F;
    for (const Hint& hint : {Hint{Bone::left_foot, Bone::left_toes, Bone::left_upper_leg},
                             Hint{Bone::right_foot, Bone::right_toes, Bone::right_upper_leg},
                             Hint{Bone::head, Bone::left_eye, std::nullopt}}) {
        const MaybePoint a = places.of(hint.from);
        const MaybePoint b = places.of(hint.to);
        if (!a || !b) continue;
        const MaybePoint hip = hint.leg ? places.of(*hint.leg) : std::nullopt;
        const MaybePoint leg = hip ? direction(*a - *hip) : std::nullopt;
        if (leg && -glm::dot(*leg, up) < hangs) continue;
        if (const MaybePoint towards = direction(*b - *a)) out += glm::dot(*towards, front);
    }
    return out;
}

void measure_height(BodyFrame& frame, const BonePlaces& places, const vec3& up) {
    const MaybePoint hips = places.of(Bone::hips);
    if (!hips) return;
    const float hips_up = glm::dot(*hips, up);
    MaybePoint lowest;
    for (const Bone bone : {Bone::left_foot, Bone::right_foot, Bone::left_toes, Bone::right_toes}) {
        const MaybePoint place = places.of(bone);
        if (place && (!lowest || glm::dot(*place, up) < glm::dot(*lowest, up))) lowest = place;
    }
    if (!lowest) {
        frame.hip_height = std::max(hips_up, 0.0F);
        return;
    }
    const float foot_up = glm::dot(*lowest, up);
    const float legs = hips_up - foot_up;
    if (!(legs > 0.0F)) return;
    const bool stands_on_zero = foot_up > -0.1F * legs && foot_up < 0.3F * legs;
    frame.ground = stands_on_zero ? 0.0F : foot_up;
    frame.hip_height = hips_up - frame.ground;
}

}  // namespace

vec3 BodyFrame::body_from_world(const vec3& v) const {
    const vec3 out = glm::conjugate(world_from_body) * v;
    return mirrored ? -out : out;
}

vec3 BodyFrame::to_world(const vec3& v) const {
    return world_from_body * (mirrored ? -v : v);
}

BodyFrame find_body_frame(const Humanoid& humanoid, std::span<const mat4> world) {
    BodyFrame out;
    const BonePlaces places(humanoid, world);
    const MaybePoint raw_up = find_up(places);
    const vec3 up = raw_up ? snapped(*raw_up) : vec3(0, 1, 0);
    const MaybePoint raw_left = find_left(places, up);
    if (raw_up && raw_left) {
        const vec3 left = snapped(*raw_left);
        const vec3 straight_left = glm::normalize(left - up * glm::dot(left, up));
        vec3 front = glm::cross(straight_left, up);
        const float evidence = front_evidence(places, front, up);
        out.mirrored = std::abs(evidence) > 1.0F ? evidence < 0.0F : places.has_mirrored_root();
        if (out.mirrored) front = -front;
        const mat3 axes(straight_left, up, front);
        out.world_from_body = glm::normalize(glm::quat_cast(out.mirrored ? -axes : axes));
        out.on_axes = is_axis(up) && is_axis(straight_left);
        out.found = true;
    } else if (humanoid.kind == HumanoidKind::vrm0) {
        out.world_from_body = quat(0.0F, 0.0F, 1.0F, 0.0F);
    }
    measure_height(out, places, up);
    return out;
}

}  // namespace vitruvian
