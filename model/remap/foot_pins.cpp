#include "model/remap/foot_pins.h"

#include "model/core/at.h"
#include "model/core/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace vitruvian {
namespace {

// All relative to the height of the hips.
constexpr float slow = 0.33F;     // per second
constexpr float low = 0.125F;     // above the lowest position of either foot
constexpr float max_lift = 0.1F;  // vertical correction of a foot to the floor
constexpr float max_drop = 0.1F;  // of the hips

constexpr double rate = 60.0;  // samples per second
constexpr double max_samples = 20'000.0;
constexpr double shortest_contact = 0.08;  // seconds
constexpr double longest_gap = 0.05;       // within one contact
constexpr double blend = 0.15;             // before and after a contact
/// Legs are not fully stretched: the knee's direction would be undefined.
constexpr float stretched = 0.9995F;

vec3 place_of(const std::vector<mat4>& world, int node) {
    return {at(world, node)[3]};
}

quat rotation_in(const std::vector<mat4>& world, int node) {
    return node < 0 ? identity_quat : to_transform(at(world, node)).rotation;
}

bool is_below(const Skeleton& skeleton, int node, int above) {
    for (int up = node; up >= 0; up = at(skeleton.parent, up)) {
        if (up == above) return true;
    }
    return false;
}

/// 0 at 0, 1 at 1, with zero slope at both ends.
float eased(double u) {
    const auto t = static_cast<float>(std::clamp(u, 0.0, 1.0));
    return t * t * (3.0F - 2.0F * t);
}

struct FootPath {
    std::vector<vec3> places;  // at each sample
    std::vector<float> heights;
};

FootPath path_of(const FootTrack& track, int node, const std::vector<double>& times) {
    FootPath out;
    for (const double seconds : times) {
        out.places.push_back(place_of(track.world_at(seconds), node));
        out.heights.push_back(glm::dot(out.places.back(), track.up));
    }
    return out;
}

/// Returns the intervals of samples in which the foot stands, as first and last.
std::vector<std::pair<std::size_t, std::size_t>> standing_runs(const FootPath& path, float lowest,
                                                               float hip_height, double step) {
    std::vector<std::pair<std::size_t, std::size_t>> out;
    const std::size_t count = path.places.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t before = i > 0 ? i - 1 : i;
        const std::size_t after = std::min(i + 1, count - 1);
        const float span = static_cast<float>(static_cast<double>(after - before) * step);
        const float speed =
            span > 0.0F ? glm::distance(path.places[after], path.places[before]) / span : 0.0F;
        const bool stands = speed < slow * hip_height && path.heights[i] - lowest < low * hip_height;
        if (!stands) continue;
        const bool goes_on = !out.empty() && static_cast<double>(i - out.back().second) * step <= longest_gap;
        if (goes_on) {
            out.back().second = i;
        } else {
            out.emplace_back(i, i);
        }
    }
    const auto too_short = [step](const auto& run) {
        return static_cast<double>(run.second - run.first) * step < shortest_contact;
    };
    out.erase(std::remove_if(out.begin(), out.end(), too_short), out.end());
    return out;
}

float mean_height(const FootPath& path, const std::pair<std::size_t, std::size_t>& run) {
    float sum = 0.0F;
    for (std::size_t i = run.first; i <= run.second; ++i) sum += path.heights[i];
    return sum / static_cast<float>(run.second - run.first + 1);
}

struct LegBones {
    Bone upper;
    Bone lower;
    Bone foot;
    Bone toes;
};
constexpr std::array leg_bones = {
    LegBones{Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot, Bone::left_toes},
    LegBones{Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot, Bone::right_toes},
};

bool has_both_toes(const BoneMap& bones) {
    return bones[Bone::left_toes] >= 0 && bones[Bone::right_toes] >= 0;
}

std::vector<double> sample_times(double duration) {
    const double count = std::clamp(std::ceil(duration * rate), 2.0, max_samples);
    std::vector<double> out;
    for (double i = 0.0; i <= count; i += 1.0) out.push_back(duration * i / count);
    return out;
}

/// Returns the offset added to the motion at `seconds`.
vec3 shift_at(const PinnedLeg& leg, double seconds, const vec3& place) {
    vec3 out(0.0F);
    for (std::size_t i = 0; i < leg.contacts.size(); ++i) {
        const FootContact& contact = leg.contacts[i];
        if (seconds >= contact.from && seconds <= contact.to) return contact.pin - place;
        const double room_before = i > 0 ? contact.from - leg.contacts[i - 1].to : blend;
        const double room_after = i + 1 < leg.contacts.size() ? leg.contacts[i + 1].from - contact.to : blend;
        if (seconds < contact.from)
            out += contact.before * eased(1.0 - (contact.from - seconds) / std::min(blend, room_before));
        if (seconds > contact.to)
            out += contact.after * eased(1.0 - (seconds - contact.to) / std::min(blend, room_after));
    }
    return out;
}

/// Returns how far the hips must move down along `up` so that a leg of length `reach` from `hip` reaches
/// `goal`.
float needed_drop(const vec3& hip, const vec3& goal, const vec3& up, float reach) {
    const vec3 leg = goal - hip;
    const float squared = glm::dot(leg, leg);
    if (squared <= reach * reach) return 0.0F;
    const float along = glm::dot(leg, up);
    const float inside = along * along - squared + reach * reach;
    return std::max(0.0F, -along - std::sqrt(std::max(inside, 0.0F)));
}

vec3 perpendicular(const vec3& v, const vec3& axis) {
    return v - axis * glm::dot(v, axis);
}

/// Returns the rotation from the orthonormal pair (a, n) to (b, m).
quat rotation_between(const vec3& a, const vec3& n, const vec3& b, const vec3& m) {
    const mat3 from(a, n, glm::cross(a, n));
    const mat3 to(b, m, glm::cross(b, m));
    return glm::normalize(glm::quat_cast(to * glm::transpose(from)));
}

quat min_rotation(const vec3& from, const vec3& to) {
    const vec3 axis = glm::cross(from, to);
    return axis_angle(axis, std::atan2(glm::length(axis), glm::dot(from, to)));
}

/// A leg at one time, and the target of its ankle.
struct LegGoal {
    const PinnedLeg* leg = nullptr;
    vec3 hip{0.0F};
    vec3 knee{0.0F};
    vec3 ankle{0.0F};
    vec3 goal{0.0F};

    [[nodiscard]] float reach() const {
        // A leg that the motion stretches further may stay as straight as it is.
        const float whole = glm::distance(hip, knee) + glm::distance(knee, ankle);
        return std::max(stretched * whole, std::min(glm::distance(hip, ankle), whole));
    }
};

void turn_in_world(const std::vector<mat4>& world, const Skeleton& skeleton, int node, const quat& before,
                   const quat& turn, Pose& pose) {
    // The node's parent has been rotated by `before`; the node itself has to be by `turn`.
    const quat parent = rotation_in(world, at(skeleton.parent, node));
    quat& local = at(pose.local, node).rotation;
    local = normalized_or_identity(glm::conjugate(parent) * glm::conjugate(before) * turn * parent * local);
}

/// Bends the knee and swings the leg so that the ankle reaches the goal; knee and foot keep their directions.
void reach_for(const LegGoal& at, const FootPins& pins, const std::vector<mat4>& world,
               const Skeleton& skeleton, Pose& pose) {
    const float upper = glm::distance(at.hip, at.knee);
    const float lower = glm::distance(at.knee, at.ankle);
    const vec3 now = at.ankle - at.hip;
    const vec3 wanted = at.goal - at.hip;
    const float least = std::abs(upper - lower) * 1.001F + 1e-6F * (upper + lower);
    if (!(upper > 0.0F && lower > 0.0F) || glm::length(now) < least || glm::length(wanted) < 1e-6F * upper)
        return;
    const float distance = std::clamp(glm::length(wanted), least, std::max(least, at.reach()));
    const vec3 along_now = glm::normalize(now);
    const vec3 along = glm::normalize(wanted);
    vec3 pole = perpendicular(at.knee - at.hip, along_now);
    if (glm::length(pole) < 1e-4F * upper) pole = perpendicular(pins.front, along_now);
    if (glm::length(pole) < 1e-6F) return;
    pole = glm::normalize(pole);
    const quat swing = min_rotation(along_now, along);
    const vec3 new_pole = swing * pole;
    const float cosine = std::clamp(
        (upper * upper + distance * distance - lower * lower) / (2.0F * upper * distance), -1.0F, 1.0F);
    const float sine = std::sqrt(std::max(0.0F, 1.0F - cosine * cosine));
    const vec3 new_knee = at.hip + upper * (cosine * along + sine * new_pole);
    const vec3 new_ankle = at.hip + distance * along;
    const vec3 normal = glm::cross(along_now, pole);
    const vec3 new_normal = swing * normal;
    const quat turn_upper = rotation_between(glm::normalize(at.knee - at.hip), normal,
                                             glm::normalize(new_knee - at.hip), new_normal);
    const quat turn_lower = rotation_between(glm::normalize(at.ankle - at.knee), normal,
                                             glm::normalize(new_ankle - new_knee), new_normal);
    turn_in_world(world, skeleton, at.leg->upper, identity_quat, turn_upper, pose);
    turn_in_world(world, skeleton, at.leg->lower, turn_upper, turn_lower, pose);
    if (at.leg->foot_hangs) turn_in_world(world, skeleton, at.leg->foot, turn_lower, identity_quat, pose);
}

void move_in_world(const std::vector<mat4>& world, const Skeleton& skeleton, int node, const vec3& shift,
                   Pose& pose) {
    const int parent = at(skeleton.parent, node);
    const mat4 down = parent < 0 ? mat4(1.0F) : affine_inverse(at(world, parent));
    at(pose.local, node).translation += vec3(down * vec4(shift, 0.0F));
}

}  // namespace

FootPins find_foot_pins(const FootTrack& source, const FootTrack& target, const Document& document,
                        const ReferencePose& reference, double duration) {
    FootPins out;
    out.up = target.up;
    out.front = reference.body.to_world({0.0F, 0.0F, 1.0F});
    out.hips = target.bones[Bone::hips];
    out.hip_height = target.hip_height;
    if (!(duration > 0.0) || !(source.hip_height > 0.0F) || !(target.hip_height > 0.0F)) return out;
    const bool by_toes = has_both_toes(source.bones) && has_both_toes(target.bones);
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<double> times = sample_times(duration);
    const double step = times[1] - times[0];
    struct Found {
        PinnedLeg leg;
        FootPath from;
        std::vector<std::pair<std::size_t, std::size_t>> runs;
    };
    std::vector<Found> all;
    float lowest = std::numeric_limits<float>::max();
    for (const LegBones& bones : leg_bones) {
        const int seen = source.bones[by_toes ? bones.toes : bones.foot];
        PinnedLeg leg{target.bones[bones.upper],
                      target.bones[bones.lower],
                      target.bones[bones.foot],
                      target.bones[by_toes ? bones.toes : bones.foot],
                      true,
                      {}};
        if (seen < 0 || leg.upper < 0 || leg.lower < 0 || leg.point < 0) continue;
        if (!is_below(skeleton, leg.lower, leg.upper)) continue;
        leg.foot_hangs = is_below(skeleton, leg.foot, leg.lower);
        all.push_back({leg, path_of(source, seen, times), {}});
        const std::vector<float>& heights = all.back().from.heights;
        lowest = std::min(lowest, *std::min_element(heights.begin(), heights.end()));
    }
    // The floor is at the lowest standing foot.
    float floor = std::numeric_limits<float>::max();
    for (Found& found : all) {
        found.runs = standing_runs(found.from, lowest, source.hip_height, step);
        for (const auto& run : found.runs) floor = std::min(floor, mean_height(found.from, run));
    }
    const float ratio = target.hip_height / source.hip_height;
    for (Found& found : all) {
        if (found.runs.empty()) continue;
        const FootPath to = path_of(target, found.leg.point, times);
        const float standing = glm::dot(place_of(reference.world, found.leg.point), out.up);
        for (const auto& run : found.runs) {
            vec3 sum(0.0F);
            for (std::size_t i = run.first; i <= run.second; ++i) sum += to.places[i];
            vec3 pin = sum / static_cast<float>(run.second - run.first + 1);
            const float wanted = standing + (mean_height(found.from, run) - floor) * ratio;
            const float lift = wanted - glm::dot(pin, out.up);
            if (std::abs(lift) < max_lift * target.hip_height) pin += out.up * lift;
            found.leg.contacts.push_back({times[run.first], times[run.second], pin,
                                          pin - to.places[run.first], pin - to.places[run.second]});
        }
        out.legs.push_back(std::move(found.leg));
    }
    return out;
}

void apply_foot_pins(const FootPins& pins, const Skeleton& skeleton, double seconds, Pose& pose) {
    std::vector<mat4> world = world_matrices(skeleton, pose);
    std::vector<LegGoal> goals;
    bool any = false;
    float drop = 0.0F;
    for (const PinnedLeg& leg : pins.legs) {
        const vec3 shift = shift_at(leg, seconds, place_of(world, leg.point));
        LegGoal goal{
            &leg, place_of(world, leg.upper), place_of(world, leg.lower), place_of(world, leg.foot), {}};
        goal.goal = goal.ankle + shift;
        any = any || shift != vec3(0.0F);
        if (shift != vec3(0.0F))
            drop = std::max(drop, needed_drop(goal.hip, goal.goal, pins.up, goal.reach()));
        goals.push_back(goal);
    }
    if (!any) return;
    drop = std::min(drop, max_drop * pins.hip_height);
    if (drop > 0.0F && pins.hips >= 0) {
        move_in_world(world, skeleton, pins.hips, -drop * pins.up, pose);
        world = world_matrices(skeleton, pose);
        for (LegGoal& goal : goals) {
            goal.hip = place_of(world, goal.leg->upper);
            goal.knee = place_of(world, goal.leg->lower);
            goal.ankle = place_of(world, goal.leg->foot);
        }
    }
    for (const LegGoal& goal : goals) {
        reach_for(goal, pins, world, skeleton, pose);
        if (!goal.leg->foot_hangs)
            move_in_world(world, skeleton, goal.leg->foot, goal.goal - goal.ankle, pose);
    }
}

}  // namespace vitruvian
