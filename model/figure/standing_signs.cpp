#include "model/figure/standing_signs.h"

#include "model/figure/bone_frames.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::standing {
namespace {

MaybeVec unit(const vec3& v, float least) {
    const float length = glm::length(v);
    if (!(length > least) || !std::isfinite(length)) return std::nullopt;
    return v / length;
}

vec3 without(const vec3& v, const vec3& axis) {
    return v - axis * glm::dot(v, axis);
}

/// A rig is symmetrical, to within this angle of a limb.
bool are_alike(const Places& places, const std::array<LimbBones, 2>& pair, const vec3& left) {
    const auto one = places.limb(pair[0].upper, pair[0].lower, pair[0].end);
    const auto other = places.limb(pair[1].upper, pair[1].lower, pair[1].end);
    if (!one || !other) return true;
    constexpr float cosine = 0.766F;  // 40 degrees
    return glm::dot(one->first, glm::reflect(other->first, left)) > cosine;
}

/// The head is not below the shoulders.
bool has_head_up(const Places& places, const vec3& up) {
    if (!places.has(Bone::head) || !places.has(Bone::left_upper_arm) || !places.has(Bone::right_upper_arm))
        return true;
    const vec3 shoulders = 0.5F * (places.of(Bone::left_upper_arm) + places.of(Bone::right_upper_arm));
    return glm::dot(places.of(Bone::head) - shoulders, up) > 0.0F;
}

}  // namespace

Places::Places(const BoneMap& bones, std::span<const mat4> world) : bones_(&bones), world_(world) {
    size_ =
        length(Bone::left_upper_leg, Bone::left_lower_leg) + length(Bone::left_lower_leg, Bone::left_foot);
}

MaybeVec Places::trunk() const {
    const MaybeVec low = middle(Bone::left_upper_leg, Bone::hips);
    const MaybeVec high = middle(Bone::left_upper_arm, Bone::neck);
    return low && high ? unit(*high - *low, 0.1F * size_) : std::nullopt;
}

MaybeVec Places::spine() const {
    const MaybeVec low_to_high = trunk();
    if (!low_to_high || !has(Bone::hips) || !has(Bone::head)) return low_to_high;
    const MaybeVec to_head = unit(of(Bone::head) - of(Bone::hips), 0.1F * size_);
    return to_head ? unit(*low_to_high + *to_head, 0.5F) : low_to_high;
}

MaybeVec Places::across(Bone left, const vec3& trunk) const {
    const Bone right = mirrored_bone(left);
    if (!has(left) || !has(right)) return std::nullopt;
    return unit(without(of(left) - of(right), trunk), 0.02F * size_);
}

std::optional<std::pair<vec3, float>> Places::limb(Bone upper, Bone lower, Bone end) const {
    if (!has(upper) || !has(lower)) return std::nullopt;
    if (!has(end)) {
        const MaybeVec way = unit(of(lower) - of(upper), 0.0F);
        return way ? std::optional(std::pair(*way, 1.0F)) : std::nullopt;
    }
    const float whole = length(upper, lower) + length(lower, end);
    const MaybeVec way = unit(of(end) - of(upper), 0.01F * whole);
    if (!way) return std::nullopt;
    return std::pair(*way, glm::distance(of(end), of(upper)) / whole);
}

float Places::length(Bone a, Bone b) const {
    return has(a) && has(b) ? glm::distance(of(a), of(b)) : 0.0F;
}

MaybeVec Places::middle(Bone left, Bone otherwise) const {
    const Bone right = mirrored_bone(left);
    if (has(left) && has(right)) return (of(left) + of(right)) * 0.5F;
    return has(otherwise) ? MaybeVec(of(otherwise)) : std::nullopt;
}

MaybeVec left_of(const Places& places, const vec3& trunk) {
    const MaybeVec legs = places.across(Bone::left_upper_leg, trunk);
    const MaybeVec arms = places.across(Bone::left_upper_arm, trunk);
    if (!legs || !arms) return std::nullopt;
    constexpr float agree = 0.7F;
    return glm::dot(*legs, *arms) > agree ? legs : std::nullopt;
}

bool has_upright_trunk(const Places& places, const vec3& up) {
    const MaybeVec trunk = places.trunk();
    const MaybeVec spine = places.spine();
    constexpr float least = 0.85F;
    constexpr float least_of_spine = 0.9F;
    constexpr float level = 0.3F;
    if (!trunk || !spine) return false;
    if (glm::dot(*trunk, up) < least || glm::dot(*spine, up) < least_of_spine) return false;
    const MaybeVec left = left_of(places, *trunk);
    return left && std::abs(glm::dot(*left, up)) < level;
}

bool has_limbs_in_place(const Places& places, const vec3& up) {
    const MaybeVec trunk = places.trunk();
    const MaybeVec left = trunk ? left_of(places, *trunk) : std::nullopt;
    if (!left || !has_head_up(places, up)) return false;
    if (!are_alike(places, legs, *left) || !are_alike(places, arms, *left)) return false;
    constexpr float straight = 0.8F;
    constexpr float towards = 0.6F;
    for (const LimbBones& leg : legs) {
        const auto way = places.limb(leg.upper, leg.lower, leg.end);
        if (way && (way->second < straight || -glm::dot(way->first, up) < towards)) return false;
    }
    float side = 1.0F;
    for (const LimbBones& arm : arms) {
        const auto way = places.limb(arm.upper, arm.lower, arm.end);
        const vec3 outwards = *left * side;
        side = -1.0F;
        if (!way) continue;
        const float best = std::max(glm::dot(way->first, outwards), -glm::dot(way->first, up));
        if (way->second < straight || best < towards) return false;
    }
    return true;
}

bool has_raised_shoulders(const Places& places, const vec3& up) {
    constexpr std::array shoulders{std::pair{Bone::left_shoulder, Bone::left_upper_arm},
                                   std::pair{Bone::right_shoulder, Bone::right_upper_arm}};
    constexpr float steep = 0.9F;  // 26 degrees
    return std::any_of(shoulders.begin(), shoulders.end(), [&](const auto& pair) {
        if (!places.has(pair.first) || !places.has(pair.second)) return false;
        const vec3 way = places.of(pair.second) - places.of(pair.first);
        return glm::dot(way, up) > steep * glm::length(way);
    });
}

float score(const Places& places, const vec3& up) {
    const MaybeVec trunk = places.trunk();
    const MaybeVec left = trunk ? left_of(places, *trunk) : std::nullopt;
    if (!left) return -10.0F;
    float out = 3.0F * glm::dot(*trunk, up) - 2.0F * std::abs(glm::dot(*left, up));
    if (const MaybeVec across = places.across(Bone::left_upper_arm, *trunk))
        out += 2.0F * glm::dot(*across, *left);
    for (const LimbBones& leg : legs) {
        if (const auto way = places.limb(leg.upper, leg.lower, leg.end))
            out += -2.0F * glm::dot(way->first, up) + way->second;
    }
    for (const LimbBones& arm : arms) {
        if (const auto way = places.limb(arm.upper, arm.lower, arm.end))
            out += way->second - std::max(0.0F, glm::dot(way->first, up));
    }
    return out;
}

}  // namespace vitruvian::standing
