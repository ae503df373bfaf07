#include "model/figure/standing_pose.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/figure/standing_signs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using standing::arms;
using standing::left_of;
using standing::legs;
using standing::LimbBones;
using standing::MaybeVec;
using standing::Places;

constexpr vec3 y_up{0.0F, 1.0F, 0.0F};
constexpr vec3 z_up{0.0F, 0.0F, 1.0F};

/// The motion sampled over the clip that animates most bones.
struct Motion {
    std::vector<Pose> poses;
    std::vector<std::vector<mat4>> worlds;
    [[nodiscard]] bool empty() const { return poses.empty(); }
};

Motion sample_motion(const Document& document, const Humanoid& humanoid, const Skeleton& skeleton,
                     const Pose& rest) {
    const Clip* best = nullptr;
    std::ptrdiff_t most = 0;
    for (const auto& clip : document.clips) {
        const std::ptrdiff_t moved =
            std::count_if(clip->channels.begin(), clip->channels.end(), [&](const Channel& c) {
                return c.path == ChannelPath::rotation && humanoid.bones.bone_of(c.node).has_value();
            });
        if (moved <= most) continue;
        most = moved;
        best = clip.get();
    }
    Motion out;
    if (best == nullptr) return out;
    constexpr int frames = 64;
    for (int f = 0; f < frames; ++f) {
        Pose pose = rest;
        sample(*best, best->duration * f / (frames - 1), skeleton, pose);
        out.worlds.push_back(world_matrices(skeleton, pose));
        out.poses.push_back(std::move(pose));
        if (!(best->duration > 0.0)) break;
    }
    return out;
}

bool is_bare(const Document& document, const Humanoid& humanoid) {
    return humanoid.kind == HumanoidKind::inferred && document.meshes.empty() && !document.clips.empty();
}

/// Average directions of trunk and legs, and the minimum of the feet along Z.
struct Direction {
    vec3 trunk{0.0F};
    vec3 leg{0.0F};
    float lowest_z = 0.0F;
};

Direction mean_direction(const Motion& motion, const Humanoid& humanoid) {
    Direction out;
    float frames = 0.0F;
    std::optional<float> lowest;
    for (const std::vector<mat4>& world : motion.worlds) {
        const Places places(humanoid.bones, world);
        const MaybeVec trunk = places.trunk();
        if (!trunk) continue;
        frames += 1.0F;
        out.trunk += *trunk;
        for (const LimbBones& leg : legs) {
            const auto way = places.limb(leg.upper, leg.lower, leg.end);
            if (way) out.leg += 0.5F * way->first;
            if (places.has(leg.end))
                lowest = std::min(lowest.value_or(places.of(leg.end).z), places.of(leg.end).z);
        }
    }
    if (frames > 0.0F) {
        out.trunk /= frames;
        out.leg /= frames;
    }
    out.lowest_z = lowest.value_or(0.0F);
    return out;
}

/// How the lowest of a figure's bones is along an axis, through the motion, in leg lengths.
struct Lowest {
    float range = 0.0F;     // without the extreme twentieths
    bool is_floor = false;  // always close to 0, with the hips above
};

Lowest lowest_along(const Motion& motion, const Humanoid& humanoid, const vec3& axis, float size) {
    std::vector<float> lowest;
    std::vector<float> hips;
    for (const std::vector<mat4>& world : motion.worlds) {
        const auto height = [&](int node) { return glm::dot(vec3(at(world, node)[3]), axis) / size; };
        float low = height(humanoid.bones[Bone::hips]);
        hips.push_back(low);
        for (const int node : humanoid.bones.node) low = node < 0 ? low : std::min(low, height(node));
        lowest.push_back(low);
    }
    if (lowest.empty()) return {};
    std::sort(lowest.begin(), lowest.end());
    std::sort(hips.begin(), hips.end());
    const float first = lowest[lowest.size() / 20];
    const float last = lowest[lowest.size() - 1 - lowest.size() / 20];
    // Joints are inside a body, that of who lies too.
    constexpr float below = -0.1F;
    constexpr float above = 0.15F;
    constexpr float thick = 0.05F;
    return {last - first, first > below && last < above && hips[hips.size() / 2] > thick};
}

/// Returns +Y or +Z for a figure that stands along neither at rest: the one with a floor, or along which it does
/// not wander, or along which its trunk points.
vec3 up_of_motion(const Motion& motion, const Humanoid& humanoid, const Direction& mean, float size) {
    const Lowest y = lowest_along(motion, humanoid, y_up, size);
    const Lowest z = lowest_along(motion, humanoid, z_up, size);
    if (y.is_floor != z.is_floor) return y.is_floor ? y_up : z_up;
    constexpr float still = 0.2F;
    constexpr float wanders = 0.5F;
    constexpr float stretched = 0.8F;  // trunk and legs: who jumps, too, changes height
    const auto is_stretched = [&](float trunk, float leg) { return trunk > stretched && -leg > stretched; };
    if (y.range < still && z.range > wanders && !is_stretched(mean.trunk.z, mean.leg.z)) return y_up;
    if (z.range < still && y.range > wanders && !is_stretched(mean.trunk.y, mean.leg.y)) return z_up;
    return mean.trunk.z > 0.6F && mean.trunk.z > mean.trunk.y + 0.3F ? z_up : y_up;
}

/// Returns +Y or +Z, whichever is up in the motion. A rest that is upright along one of them is only doubted
/// where hardly any frame agrees with it, or where all bones lie along it.
vec3 up_of(const Motion& motion, const Humanoid& humanoid, const Places& rest) {
    constexpr float surely = 0.8F;
    constexpr float hardly = 0.3F;
    const Direction mean = mean_direction(motion, humanoid);
    const auto moved = [&] { return up_of_motion(motion, humanoid, mean, rest.size()); };
    if (standing::has_upright_trunk(rest, z_up)) {
        if (!motion.empty() && !standing::has_limbs_in_place(rest, z_up)) return moved();
        const bool stands_on_y = mean.trunk.y > surely && mean.trunk.z < hardly && moved() == y_up;
        return stands_on_y ? y_up : z_up;
    }
    if (standing::has_upright_trunk(rest, y_up) && standing::has_limbs_in_place(rest, y_up)) {
        // A sleeping figure lies along Z too; but rarely with the feet at height 0.
        const bool stands_on_z = mean.trunk.z > surely && mean.trunk.y < hardly && mean.leg.z < -0.5F &&
                                 std::abs(mean.lowest_z) < hardly * rest.size() && moved() == z_up;
        return stands_on_z ? z_up : y_up;
    }
    return moved();
}

/// Returns the axes of a figure that stands as in the file's convention.
BodyFrame conventional_frame(const vec3& up) {
    BodyFrame out;
    const vec3 front = up == y_up ? vec3(0.0F, 0.0F, 1.0F) : vec3(0.0F, -1.0F, 0.0F);
    out.world_from_body = glm::normalize(glm::quat_cast(mat3(glm::cross(up, front), up, front)));
    out.on_axes = true;
    out.found = true;
    return out;
}

enum class Region : std::uint8_t { trunk, shoulder, limb };

/// Arms from the upper arm on and legs are limbs; everything else is trunk or, between it and an arm, shoulder.
std::vector<Region> regions_of(const Document& document, const Humanoid& humanoid) {
    std::vector<Region> out(document.nodes.size(), Region::trunk);
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const auto bone = humanoid.bones.bone_of(static_cast<int>(n));
        const int parent = document.nodes[n].parent;
        if (bone) {
            const bool is_shoulder = *bone == Bone::left_shoulder || *bone == Bone::right_shoulder;
            out[n] = side_of(*bone) == BoneSide::middle ? Region::trunk
                     : is_shoulder                      ? Region::shoulder
                                                        : Region::limb;
        } else if (parent >= 0) {
            out[n] = at(out, parent);
        }
    }
    return out;
}

/// Returns the mean rotation over the frames in which the trunk is upright.
quat mean_rotation(const Motion& motion, const std::vector<bool>& counts, std::size_t node) {
    quat sum(0.0F, 0.0F, 0.0F, 0.0F);
    for (std::size_t f = 0; f < motion.poses.size(); ++f) {
        if (!counts[f]) continue;
        const quat& q = motion.poses[f].local[node].rotation;
        sum = sum + (glm::dot(sum, q) < 0.0F ? -q : q);
    }
    return normalized_or_identity(sum);
}

int topmost(const Document& document, int node) {
    while (at(document.nodes, node).parent >= 0) node = at(document.nodes, node).parent;
    return node;
}

/// Rotates the whole figure so that its trunk and hips are aligned with `wanted`; returns false where their
/// directions are undefined.
bool set_upright(const Document& document, const Humanoid& humanoid, const Skeleton& skeleton,
                 const BodyFrame& wanted, Pose& pose) {
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    const Places places(humanoid.bones, world);
    const MaybeVec spine = places.spine();
    const MaybeVec left = spine ? left_of(places, *spine) : std::nullopt;
    if (!left || humanoid.bones[Bone::hips] < 0) return false;
    const quat now = glm::normalize(glm::quat_cast(mat3(*left, *spine, glm::cross(*left, *spine))));
    quat& root = at(pose.local, topmost(document, humanoid.bones[Bone::hips])).rotation;
    root = normalized_or_identity(wanted.world_from_body * glm::conjugate(now) * root);
    return true;
}

/// Returns how far a pair of joints is turned about `up` from the figure's left.
float turn_of(const MaybeVec& across, const vec3& left, const vec3& up) {
    return across ? std::atan2(glm::dot(glm::cross(*across, left), up), glm::dot(*across, left)) : 0.0F;
}

/// Rotates the ancestor of the arms about the trunk until the shoulders are aligned with the hips.
void untwist_chest(const Document& document, const Humanoid& humanoid, const Skeleton& skeleton,
                   const BodyFrame& body, Pose& pose) {
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    const vec3 up = body.to_world({0.0F, 1.0F, 0.0F});
    const vec3 left = body.to_world({1.0F, 0.0F, 0.0F});
    const MaybeVec across = Places(humanoid.bones, world).across(Bone::left_upper_arm, up);
    if (!across) return;
    const float angle = turn_of(across, left, up);
    for (const Bone bone : {Bone::upper_chest, Bone::chest, Bone::spine}) {
        const int node = humanoid.bones[bone];
        if (node < 0) continue;
        const int parent = at(document.nodes, node).parent;
        const quat above = parent < 0 ? identity_quat : to_transform(at(world, parent)).rotation;
        quat& local = at(pose.local, node).rotation;
        local = normalized_or_identity(glm::conjugate(above) * axis_angle(up, angle) * above * local);
        return;
    }
}

/// Whether the whole figure leans, from the feet to the head: a trunk alone leans in some skeletons.
bool leans(const Places& places, const vec3& up) {
    if (!places.has(Bone::left_foot) || !places.has(Bone::right_foot) || !places.has(Bone::head))
        return false;
    const vec3 way =
        places.of(Bone::head) - 0.5F * (places.of(Bone::left_foot) + places.of(Bone::right_foot));
    constexpr float upright = 0.966F;  // 15 degrees
    return glm::dot(way, up) < upright * glm::length(way);
}

/// For a figure that stands at rest, which may be a moment of the motion: on the axes, and without a twist of hips and
/// shoulders. Nullopt if nothing is to be turned.
std::optional<StandingPose> straightened(const Document& document, const Humanoid& humanoid,
                                         const Skeleton& skeleton, const Pose& rest, const Places& at_rest,
                                         const BodyFrame& body, const vec3& up) {
    if (body.mirrored) return std::nullopt;
    StandingPose out{rest, body};
    if (!body.on_axes) {
        out.body = conventional_frame(up);
        constexpr float opposite = -0.7F;
        const quat half_turn = axis_angle(up, 3.14159265F);
        if (glm::dot(body.front(), out.body.front()) < opposite)
            out.body.world_from_body = half_turn * out.body.world_from_body;
    }
    if (!body.on_axes || leans(at_rest, up)) {
        if (!set_upright(document, humanoid, skeleton, out.body, out.pose)) return std::nullopt;
    } else {
        const vec3 left = body.to_world({1.0F, 0.0F, 0.0F});
        const float hips = turn_of(at_rest.across(Bone::left_upper_leg, up), left, up);
        const float shoulders = turn_of(at_rest.across(Bone::left_upper_arm, up), left, up);
        constexpr float hardly = 0.0872665F;  // 5 degrees
        if (std::abs(hips) < hardly && std::abs(shoulders) < hardly) return std::nullopt;
        quat& root = at(out.pose.local, topmost(document, humanoid.bones[Bone::hips])).rotation;
        root = normalized_or_identity(axis_angle(up, hips) * root);
    }
    untwist_chest(document, humanoid, skeleton, out.body, out.pose);
    return out;
}

/// What is as at rest.
struct Kept {
    bool trunk = false;
    bool shoulders = false;
};

/// The rest of the trunk in its average pose, the limbs as in the best frame.
Pose composed(const Document& document, const Humanoid& humanoid, const Motion& motion, const Pose& rest,
              const vec3& up, const Kept& kept, std::size_t best) {
    std::vector<bool> is_upright;
    constexpr float upright = 0.7F;
    for (const std::vector<mat4>& world : motion.worlds) {
        const MaybeVec trunk = Places(humanoid.bones, world).trunk();
        is_upright.push_back(trunk && glm::dot(*trunk, up) > upright);
    }
    is_upright[best] = true;
    const std::vector<Region> regions = regions_of(document, humanoid);
    Pose out = rest;
    for (std::size_t n = 0; n < regions.size(); ++n) {
        if (regions[n] == Region::limb) {
            out.local[n].rotation = motion.poses[best].local[n].rotation;
        } else if (!(regions[n] == Region::shoulder ? kept.shoulders : kept.trunk)) {
            out.local[n].rotation = mean_rotation(motion, is_upright, n);
        }
    }
    return out;
}

std::optional<float> lowest_foot(const BoneMap& bones, std::span<const mat4> world, const vec3& up) {
    const std::array feet{bones[Bone::left_foot], bones[Bone::right_foot], bones[Bone::left_toes],
                          bones[Bone::right_toes]};
    return lowest_height(feet, world, up);
}

/// Not the minimum: a single bad frame must not determine the ground.
float twentieth(std::vector<float>& heights) {
    const auto place = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 20);
    std::nth_element(heights.begin(), place, heights.end());
    return *place;
}

}  // namespace

std::optional<StandingPose> find_standing_pose(const Document& document, const Humanoid& humanoid,
                                               const Skeleton& skeleton, const Pose& rest) {
    if (!is_bare(document, humanoid) || humanoid.bones[Bone::hips] < 0) return std::nullopt;
    const std::vector<mat4> rest_world = world_matrices(skeleton, rest);
    const Places at_rest(humanoid.bones, rest_world);
    if (!(at_rest.size() > 0.0F)) return std::nullopt;
    const Motion motion = sample_motion(document, humanoid, skeleton, rest);
    const vec3 up = up_of(motion, humanoid, at_rest);
    const bool keeps_trunk = standing::has_upright_trunk(at_rest, up);
    if (keeps_trunk && standing::has_limbs_in_place(at_rest, up))
        return straightened(document, humanoid, skeleton, rest, at_rest,
                            find_body_frame(humanoid, rest_world), up);

    StandingPose out{rest, conventional_frame(up)};
    std::size_t best = 0;
    float best_score = -10.0F;
    for (std::size_t f = 0; f < motion.worlds.size(); ++f) {
        const float score = standing::score(Places(humanoid.bones, motion.worlds[f]), up);
        if (score <= best_score) continue;
        best_score = score;
        best = f;
    }
    constexpr float stands = 4.0F;  // out of 13
    if (best_score > stands) {
        const Kept kept{keeps_trunk, keeps_trunk && !standing::has_raised_shoulders(at_rest, up)};
        out.pose = composed(document, humanoid, motion, rest, up, kept, best);
        if (keeps_trunk) {
            const std::vector<mat4> world = world_matrices(skeleton, out.pose);
            out.body = find_body_frame(humanoid, world);
            const Places places(humanoid.bones, world);
            const auto straight = straightened(document, humanoid, skeleton, out.pose, places, out.body, up);
            return straight ? straight : out;
        }
    }
    if (keeps_trunk || !set_upright(document, humanoid, skeleton, out.body, out.pose)) return std::nullopt;
    untwist_chest(document, humanoid, skeleton, out.body, out.pose);
    return out;
}

float height_above_ground(const Document& document, const Humanoid& humanoid, const Skeleton& skeleton,
                          const Pose& pose, const vec3& up) {
    if (!is_bare(document, humanoid)) return 0.0F;
    const std::vector<mat4> here = world_matrices(skeleton, pose);
    const std::optional<float> stands = lowest_foot(humanoid.bones, here, up);
    std::vector<float> feet;
    std::vector<float> bodies;
    for (const std::vector<mat4>& world : sample_motion(document, humanoid, skeleton, pose).worlds) {
        const std::optional<float> foot = lowest_foot(humanoid.bones, world, up);
        if (!foot) continue;
        feet.push_back(*foot);
        bodies.push_back(*lowest_height(humanoid.bones.node, world, up));
    }
    if (!stands || feet.empty()) return 0.0F;
    const float foot = twentieth(feet);
    const float body = twentieth(bodies);
    // Who stands on the hands, or lies with the legs raised, has the ground below another bone than the feet;
    // how far below is not known.
    constexpr float clearly = 0.1F;
    constexpr float inside = 0.15F;
    const float size = Places(humanoid.bones, here).size();
    if (body >= foot - clearly * size) return foot - *stands;
    return std::abs(body - *stands) < inside * size ? 0.0F : body - *stands;
}

}  // namespace vitruvian
