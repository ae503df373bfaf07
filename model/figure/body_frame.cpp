#include "model/figure/body_frame.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace vitruvian {
namespace {

constexpr float snap_cosine = 0.9396926F;  // 20 degrees

using MaybePoint = std::optional<vec3>;

/// The positions of the figure's bones.
class BonePlaces {
  public:
    BonePlaces(const Humanoid& humanoid, std::span<const mat4> world)
        : bones_(&humanoid.bones), world_(world) {
        Bounds extent;
        for (std::size_t b = 0; b < bone_count; ++b) {
            if (const MaybePoint place = of(static_cast<Bone>(b))) extent.add(*place);
        }
        if (!extent.empty()) size_ = glm::length(extent.size());
    }

    [[nodiscard]] MaybePoint of(Bone bone) const {
        const int node = (*bones_)[bone];
        if (node < 0) return std::nullopt;
        const vec3 place(at(world_, node)[3]);
        return is_finite(place) ? MaybePoint(place) : std::nullopt;
    }
    [[nodiscard]] MaybePoint first(std::initializer_list<Bone> bones) const {
        for (const Bone bone : bones) {
            if (const MaybePoint place = of(bone)) return place;
        }
        return std::nullopt;
    }
    /// Returns the midpoint between both sides.
    [[nodiscard]] MaybePoint middle(Bone left) const {
        const MaybePoint a = of(left);
        const MaybePoint b = of(mirrored_bone(left));
        if (!a || !b) return std::nullopt;
        return (*a + *b) * 0.5F;
    }
    /// Returns the unit direction from a to b, or nullopt where they nearly coincide.
    [[nodiscard]] MaybePoint way(const MaybePoint& a, const MaybePoint& b) const {
        if (!a || !b) return std::nullopt;
        const vec3 d = *b - *a;
        const float length = glm::length(d);
        if (!(length > 1e-3F * size_) || !std::isfinite(length)) return std::nullopt;
        return d / length;
    }
    /// A mirrored figure has a negative determinant at its hips.
    [[nodiscard]] bool has_mirrored_root() const {
        const int node = (*bones_)[Bone::hips];
        return node >= 0 && glm::determinant(mat3(at(world_, node))) < 0.0F;
    }

  private:
    const BoneMap* bones_;
    std::span<const mat4> world_;
    float size_ = 0.0F;
};

vec3 snapped(const vec3& v) {
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(v[axis]) < snap_cosine) continue;
        vec3 out(0.0F);
        out[axis] = v[axis] < 0.0F ? -1.0F : 1.0F;
        return out;
    }
    return v;
}

/// Removes the rounding error of a quaternion from an axis of the world.
vec3 without_rounding(const vec3& v) {
    const vec3 rounded = glm::round(v);
    return glm::length(v - rounded) < 1e-6F ? rounded : v;
}

float largest_component(const vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

bool is_axis(const vec3& v) {
    return largest_component(v) > 0.9999F;
}

/// Returns `v` made perpendicular to the unit vector `up` and normalized, or nullopt where little of it is
/// left.
MaybePoint level(const MaybePoint& v, const vec3& up) {
    if (!v) return std::nullopt;
    const vec3 flat = *v - glm::dot(*v, up) * up;
    const float length = glm::length(flat);
    if (!(length > 0.2F)) return std::nullopt;
    return flat / length;
}

/// Returns indications of the up direction, the most reliable first.
std::vector<vec3> signs_of_up(const BonePlaces& places) {
    const MaybePoint head =
        places.first({Bone::head, Bone::neck, Bone::upper_chest, Bone::chest, Bone::spine});
    const MaybePoint arms = places.middle(Bone::left_upper_arm);
    const MaybePoint legs = places.middle(Bone::left_upper_leg);
    const MaybePoint feet = places.middle(Bone::left_foot);
    const MaybePoint hips = places.of(Bone::hips);
    std::vector<vec3> out;
    for (const MaybePoint& sign :
         {places.way(feet, head), places.way(legs, arms), places.way(hips ? hips : legs, head ? head : arms),
          places.way(feet, hips ? hips : legs)}) {
        if (sign) out.push_back(*sign);
    }
    return out;
}

/// By vote: the directions that most of the others agree with (many rigs rest with their legs in any pose,
/// and a single joint may be anywhere), with +Y in a draw. Of those that agree, the most upright one, if it
/// is near an axis of the world: a hunched back leans, its legs do not.
MaybePoint find_up(const BonePlaces& places) {
    const std::vector<vec3> signs = signs_of_up(places);
    if (signs.empty()) return std::nullopt;
    constexpr float agree = 0.7F;  // 45 degrees
    const vec3* winner = nullptr;
    float most = 0.0F;
    for (const vec3& sign : signs) {
        float votes = sign.y > agree ? 0.5F : 0.0F;
        for (const vec3& other : signs) votes += glm::dot(sign, other) > agree ? 1.0F : 0.0F;
        if (votes > most) {
            most = votes;
            winner = &sign;
        }
    }
    const vec3* straightest = winner;
    for (const vec3& sign : signs) {
        if (glm::dot(sign, *winner) > agree && largest_component(sign) > largest_component(*straightest))
            straightest = &sign;
    }
    return largest_component(*straightest) > snap_cosine ? snapped(*straightest) : *winner;
}

MaybePoint find_left(const BonePlaces& places, const vec3& up) {
    const auto sum_of = [&](std::initializer_list<Bone> lefts) {
        vec3 sum(0.0F);
        for (const Bone left : lefts) {
            const MaybePoint a = places.of(left);
            const MaybePoint b = places.of(mirrored_bone(left));
            if (a && b) sum += *a - *b;
        }
        return level(places.way(vec3(0.0F), sum), up);
    };
    if (const MaybePoint roots = sum_of({Bone::left_upper_leg, Bone::left_upper_arm, Bone::left_shoulder}))
        return roots;
    if (const MaybePoint lower = sum_of({Bone::left_lower_leg, Bone::left_lower_arm})) return lower;
    return sum_of({Bone::left_hand, Bone::left_foot, Bone::left_eye});
}

/// Returns the direction of the toes or otherwise the face: for figures without sides.
MaybePoint front_without_sides(const BonePlaces& places, const vec3& up) {
    const auto side_or_middle = [&](Bone left) {
        const MaybePoint both = places.middle(left);
        return both ? both : places.first({left, mirrored_bone(left)});
    };
    if (const MaybePoint front =
            level(places.way(side_or_middle(Bone::left_foot), side_or_middle(Bone::left_toes)), up))
        return front;
    const MaybePoint eyes = side_or_middle(Bone::left_eye);
    return level(places.way(places.first({Bone::head, Bone::neck}), eyes ? eyes : places.of(Bone::jaw)), up);
}

/// Positive where the toes (or eyes) are in front along left x up, negative where behind. Feet only count on
/// legs that point down.
float front_evidence(const BonePlaces& places, const vec3& front, const vec3& up) {
    const auto hangs = [&](Bone from, Bone to) {
        const MaybePoint way = places.way(places.of(from), places.of(to));
        return !way || -glm::dot(*way, up) > 0.7F;
    };
    const auto forwards = [&](Bone from, Bone to) {
        const MaybePoint way = places.way(places.of(from), places.of(to));
        return way ? glm::dot(*way, front) : 0.0F;
    };
    float out = forwards(Bone::head, Bone::left_eye);
    if (hangs(Bone::left_upper_leg, Bone::left_lower_leg) && hangs(Bone::left_lower_leg, Bone::left_foot))
        out += forwards(Bone::left_foot, Bone::left_toes);
    if (hangs(Bone::right_upper_leg, Bone::right_lower_leg) && hangs(Bone::right_lower_leg, Bone::right_foot))
        out += forwards(Bone::right_foot, Bone::right_toes);
    return out;
}

void set_axes(BodyFrame& frame, const vec3& left, const vec3& up, const vec3& front) {
    const mat3 axes(left, up, front);
    frame.world_from_body = glm::normalize(glm::quat_cast(frame.mirrored ? -axes : axes));
    frame.on_axes = is_axis(up) && is_axis(left);
}

/// For joints without names: the file's Y is up unless the extent along Z is much larger; of the two other
/// axes the wider one is sideways.
void set_axes_by_extent(BodyFrame& frame, const Humanoid& humanoid, std::span<const mat4> world) {
    Bounds joints;
    for (const Joint& joint : humanoid.joints) {
        const vec3 place(at(world, joint.node)[3]);
        if (is_finite(place)) joints.add(place);
    }
    if (joints.empty()) return;
    const vec3 size = joints.size();
    constexpr float clearly = 1.5F;
    if (!(size.z > clearly * size.y)) return;
    const vec3 up(0.0F, 0.0F, 1.0F);
    const vec3 front = size.x >= size.y ? vec3(0.0F, -1.0F, 0.0F) : vec3(1.0F, 0.0F, 0.0F);
    set_axes(frame, glm::cross(up, front), up, front);
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

vec3 BodyFrame::up() const {
    return without_rounding(to_world({0.0F, 1.0F, 0.0F}));
}

vec3 BodyFrame::front() const {
    return without_rounding(to_world({0.0F, 0.0F, 1.0F}));
}

BodyFrame find_body_frame(const Humanoid& humanoid, std::span<const mat4> world) {
    BodyFrame out;
    const BonePlaces places(humanoid, world);
    const MaybePoint found_up = find_up(places);
    const vec3 up = found_up.value_or(vec3(0.0F, 1.0F, 0.0F));
    MaybePoint left = find_left(places, up);
    const bool has_sides = left.has_value();
    if (!left) {
        if (const MaybePoint front = front_without_sides(places, up)) left = glm::cross(up, *front);
    }
    if (left) {
        const vec3 near = snapped(*left);
        const vec3 straight_left = glm::normalize(near - up * glm::dot(near, up));
        const vec3 front = glm::cross(straight_left, up);
        if (has_sides) {
            const float evidence = front_evidence(places, front, up);
            out.mirrored = std::abs(evidence) > 1.0F ? evidence < 0.0F : places.has_mirrored_root();
        }
        set_axes(out, straight_left, up, out.mirrored ? -front : front);
        out.found = found_up.has_value();
    } else if (found_up) {
        const float ahead = humanoid.kind == HumanoidKind::vrm0 ? -1.0F : 1.0F;
        const vec3 front = std::abs(up.z) > 0.9F ? vec3(1.0F, 0.0F, 0.0F) : vec3(0.0F, 0.0F, ahead);
        const vec3 straight = glm::normalize(front - up * glm::dot(front, up));
        set_axes(out, glm::cross(up, straight), up, straight);
    } else if (humanoid.kind == HumanoidKind::vrm0) {
        out.world_from_body = quat(0.0F, 0.0F, 1.0F, 0.0F);
    } else {
        set_axes_by_extent(out, humanoid, world);
    }
    measure_height(out, places, out.up());
    return out;
}

std::optional<float> lowest_height(std::span<const int> nodes, std::span<const mat4> world, const vec3& up) {
    std::optional<float> out;
    for (const int node : nodes) {
        if (node < 0) continue;
        const float height = glm::dot(vec3(at(world, node)[3]), up);
        out = out ? std::min(*out, height) : height;
    }
    return out;
}

}  // namespace vitruvian
