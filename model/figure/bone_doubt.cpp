#include "model/figure/bone_doubt.h"

#include "model/core/at.h"
#include "model/core/counted.h"
#include "model/figure/joint_tree.h"
#include "model/standard/name_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace vitruvian {
namespace {

using MaybeVec = std::optional<vec3>;

MaybeVec between(const BoneMap& bones, std::span<const mat4> world, Bone from, Bone to) {
    if (bones[from] < 0 || bones[to] < 0) return std::nullopt;
    const vec3 way = vec3(at(world, bones[to])[3]) - vec3(at(world, bones[from])[3]);
    const float length = glm::length(way);
    if (!(length > 1e-9F) || !std::isfinite(length)) return std::nullopt;
    return way / length;
}

/// The upper bone of a limb, or where it has none the lower one.
Bone start_of(const BoneMap& bones, Bone upper, Bone lower) {
    return bones[upper] >= 0 ? upper : lower;
}

/// Returns the first candidate that exists, from the bone outwards.
MaybeVec limb(const BoneMap& bones, std::span<const mat4> world, Bone upper, Bone lower, Bone end) {
    return between(bones, world, start_of(bones, upper, lower), bones[end] >= 0 ? end : lower);
}

/// Returns the middle between two bones, if both exist.
MaybeVec middle(const BoneMap& bones, std::span<const mat4> world, Bone left, Bone right) {
    if (bones[left] < 0 || bones[right] < 0) return std::nullopt;
    return 0.5F * vec3(at(world, bones[left])[3] + at(world, bones[right])[3]);
}

/// Returns where the legs begin.
MaybeVec start_of_legs(const BoneMap& bones, std::span<const mat4> world) {
    return middle(bones, world, start_of(bones, Bone::left_upper_leg, Bone::left_lower_leg),
                  start_of(bones, Bone::right_upper_leg, Bone::right_lower_leg));
}

/// Returns where the arms begin.
MaybeVec start_of_arms(const BoneMap& bones, std::span<const mat4> world) {
    const MaybeVec arms = middle(bones, world, Bone::left_upper_arm, Bone::right_upper_arm);
    return arms ? arms : middle(bones, world, Bone::left_shoulder, Bone::right_shoulder);
}

/// Returns the direction from there to where the arms are attached, or as far up as the trunk has bones; zero where it
/// has none. A raised neck is a weaker indication.
vec3 trunk_from(const vec3& low, const BoneMap& bones, std::span<const mat4> world) {
    if (const MaybeVec arms = start_of_arms(bones, world)) return *arms - low;
    for (const Bone bone : {Bone::upper_chest, Bone::chest, Bone::neck, Bone::spine}) {
        if (bones[bone] >= 0) return vec3(at(world, bones[bone])[3]) - low;
    }
    return vec3(0.0F);
}

constexpr std::array required{Bone::hips,
                              Bone::spine,
                              Bone::head,
                              Bone::left_upper_arm,
                              Bone::left_lower_arm,
                              Bone::left_hand,
                              Bone::left_upper_leg,
                              Bone::left_lower_leg,
                              Bone::left_foot,
                              Bone::right_upper_arm,
                              Bone::right_lower_arm,
                              Bone::right_hand,
                              Bone::right_upper_leg,
                              Bone::right_lower_leg,
                              Bone::right_foot};

const std::string& name_of(const Document& document, int node) {
    return at(document.nodes, node).name;
}

/// Returns the joints directly below `node` that are not bones, in quotes, or empty.
std::string free_joints_below(const Document& document, const Humanoid& humanoid, int node) {
    constexpr std::size_t most = 3;
    std::string out;
    std::size_t count = 0;
    for (const Joint& joint : humanoid.joints) {
        if (at(document.nodes, joint.node).parent != node || humanoid.bones.bone_of(joint.node)) continue;
        if (++count <= most)
            out += fmt::format("{}\"{}\"", out.empty() ? "" : ", ", name_of(document, joint.node));
    }
    if (count > most) out += fmt::format(" and {} more", count - most);
    return out;
}

std::string why_missing(const Document& document, const Humanoid& humanoid, Bone bone) {
    std::optional<Bone> above = parent_of(bone);
    while (above && humanoid.bones[*above] < 0) {
        if (is_required(*above))
            return fmt::format("{} is missing, too, and with it what would lead to {}", to_string(*above),
                               to_string(bone));
        above = parent_of(*above);
    }
    if (!above)
        return fmt::format("no joint that carries legs and trunk is named as a family of rigs names its {}",
                           to_string(bone));
    const int node = humanoid.bones[*above];
    const std::string joints = free_joints_below(document, humanoid, node);
    if (joints.empty())
        return fmt::format("no joint is left below \"{}\" ({}) that could be it", name_of(document, node),
                           to_string(*above));
    return fmt::format(
        "neither name nor shape identifies one of the joints below \"{}\" ({}) as this bone: {}",
        name_of(document, node), to_string(*above), joints);
}

std::string why_no_figure(const Humanoid& humanoid) {
    constexpr std::size_t fewest = 6;
    if (humanoid.joints.empty()) return "a clip of a face alone, without a skeleton";
    if (humanoid.joints.size() < fewest)
        return fmt::format("a skeleton of {} is too small for a humanoid",
                           counted(humanoid.joints.size(), "joint", "joints"));
    return "a skeleton, and no humanoid: its joints are not named as a family of rigs names hips and limbs, "
           "and "
           "its shape has no two like legs below two like arms on an upright trunk";
}

}  // namespace

bool is_required(Bone bone) {
    return std::find(required.begin(), required.end(), bone) != required.end();
}

bool stands_on_all_fours(const BoneMap& bones, std::span<const mat4> world) {
    const MaybeVec left_leg = limb(bones, world, Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot);
    const MaybeVec right_leg =
        limb(bones, world, Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot);
    const MaybeVec left_arm = limb(bones, world, Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand);
    const MaybeVec right_arm =
        limb(bones, world, Bone::right_upper_arm, Bone::right_lower_arm, Bone::right_hand);
    const Bone left_start = start_of(bones, Bone::left_upper_leg, Bone::left_lower_leg);
    const Bone right_start = start_of(bones, Bone::right_upper_leg, Bone::right_lower_leg);
    const MaybeVec left_trunk = between(bones, world, left_start, Bone::left_upper_arm);
    const MaybeVec right_trunk = between(bones, world, right_start, Bone::right_upper_arm);
    if (!left_leg || !right_leg || !left_arm || !right_arm || !left_trunk || !right_trunk) return false;
    const vec3 down = *left_leg + *right_leg;
    const vec3 trunk = *left_trunk + *right_trunk;
    if (!(glm::length(down) > 1.2F) || !(glm::length(trunk) > 1.2F)) return false;
    const vec3 unit_down = glm::normalize(down);
    constexpr float across = 0.6F;
    constexpr float beside = 0.7F;
    return std::abs(glm::dot(glm::normalize(trunk), unit_down)) < across &&
           glm::dot(*left_arm, unit_down) > beside && glm::dot(*right_arm, unit_down) > beside;
}

bool has_four_legs(const Humanoid& humanoid, std::span<const mat4> world) {
    const BoneMap& bones = humanoid.bones;
    const auto place = [&](Bone bone) { return vec3(at(world, bones[bone])[3]); };
    const MaybeVec left = limb(bones, world, Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot);
    const MaybeVec right = limb(bones, world, Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot);
    if (!left || !right || !(glm::length(*left + *right) > 1.2F)) return false;
    const vec3 legs = glm::normalize(*left + *right);
    const vec3 hips = *start_of_legs(bones, world);
    const vec3 trunk = trunk_from(hips, bones, world);
    const float length = glm::length(trunk);
    constexpr float across = 0.6F;
    if (!(length > 0.0F) || !std::isfinite(length) || std::abs(glm::dot(trunk / length, legs)) > across)
        return false;
    const vec3 ahead = trunk / length;
    // Hind legs are slanted.
    const vec3 down = glm::normalize(legs - ahead * glm::dot(legs, ahead));
    const vec3 aside = glm::cross(ahead, down);
    const auto depth = [&](const vec3& point) { return glm::dot(point - hips, down); };
    float leg = 0.0F;
    for (const Bone bone : {Bone::left_lower_leg, Bone::left_foot, Bone::right_lower_leg, Bone::right_foot}) {
        if (bones[bone] >= 0) leg = std::max(leg, depth(place(bone)));
    }
    bool stands_left = false;
    bool stands_right = false;
    for (const Joint& joint : humanoid.joints) {
        const vec3 point(at(world, joint.node)[3]);
        if (depth(point) < 0.7F * leg || glm::dot(point - hips, ahead) < 0.5F * length) continue;
        const float way = glm::dot(point - hips, aside);
        stands_left = stands_left || way < -0.01F * leg;
        stands_right = stands_right || way > 0.01F * leg;
    }
    return leg > 0.0F && stands_left && stands_right;
}

namespace {

/// Where the legs begin, or the hips, which may be elsewhere.
vec3 low_end(const BoneMap& bones, std::span<const mat4> world) {
    const MaybeVec legs = start_of_legs(bones, world);
    return legs ? *legs : vec3(at(world, bones[Bone::hips])[3]);
}

/// Returns the trunk's direction from its low end; zero where it has no hips, or no bones above them.
vec3 trunk_of(const BoneMap& bones, std::span<const mat4> world) {
    return bones[Bone::hips] < 0 ? vec3(0.0F) : trunk_from(low_end(bones, world), bones, world);
}

/// Steeper trunks are upright, stooped or leaning back.
constexpr float upright = 0.75F;

}  // namespace

bool is_upright(const BoneMap& bones, std::span<const mat4> world, const vec3& up) {
    const vec3 trunk = trunk_of(bones, world);
    return glm::dot(trunk, up) > upright * glm::length(trunk);
}

bool stands_on_four_feet(const Document& document, const Humanoid& humanoid, std::span<const mat4> world,
                         const vec3& up) {
    const BoneMap& bones = humanoid.bones;
    const vec3 trunk = trunk_of(bones, world);
    const float length = glm::length(trunk);
    const vec3 level = trunk - glm::dot(trunk, up) * up;
    if (!(length > 0.0F) || !std::isfinite(length) || std::abs(glm::dot(trunk, up)) > upright * length)
        return false;
    const MaybeVec left = limb(bones, world, Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot);
    const MaybeVec right = limb(bones, world, Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot);
    constexpr float straight = 0.85F;
    const bool is_lying = left && right && glm::dot(*left + *right, trunk) < -2.0F * straight * length;
    if (is_lying) return false;
    const vec3 hips = low_end(bones, world);
    const vec3 ahead = glm::normalize(level);
    const vec3 aside = glm::cross(up, ahead);
    const auto is_beside = [&](const vec3& way) {  // a tail may hang down to the ground and below
        constexpr float least = 0.01F;
        return std::abs(glm::dot(way, aside)) > least * length;
    };
    float ground = 0.0F;
    for (const Joint& joint : humanoid.joints) {
        const vec3 way = vec3(at(world, joint.node)[3]) - hips;
        if (is_beside(way)) ground = std::min(ground, glm::dot(way, up));
    }
    constexpr float shortest_leg = 0.1F;
    if (!(-ground > shortest_leg * length)) return false;
    // Children of the trunk above the hips are in front.
    std::vector<bool> hangs_on_trunk(document.nodes.size(), false);
    std::array<bool, 4> stands{};  // front left and right, hind left and right
    for (const Joint& joint : humanoid.joints) {
        const std::optional<Bone> bone = bones.bone_of(joint.node);
        const bool starts = bone == Bone::spine || bone == Bone::chest || bone == Bone::upper_chest ||
                            bone == Bone::left_upper_arm || bone == Bone::right_upper_arm;
        const int parent = at(document.nodes, joint.node).parent;
        const bool in_front = starts || (parent >= 0 && hangs_on_trunk[static_cast<std::size_t>(parent)]);
        hangs_on_trunk[static_cast<std::size_t>(joint.node)] = in_front;
        const vec3 way = vec3(at(world, joint.node)[3]) - hips;
        constexpr float near = 0.3F;
        const bool is_ahead = glm::dot(way, ahead) > 0.4F * glm::length(level);
        if (!is_beside(way) || is_ahead != in_front || glm::dot(way, up) > (1.0F - near) * ground) continue;
        at(stands, (in_front ? 0 : 2) + (glm::dot(way, aside) < 0.0F ? 1 : 0)) = true;
    }
    return std::all_of(stands.begin(), stands.end(), [](bool stand) { return stand; });
}

namespace {

/// The name without the side and whatever follows its first number: "leg" of "leg2_1.L".
std::string stem_of(const Document& document, int node) {
    const std::string key = name_key(name_of(document, node)).key;
    return key.substr(0, key.find_first_of("0123456789"));
}

}  // namespace

bool has_animal_arms(const Document& document, const BoneMap& bones) {
    static constexpr std::array<std::string_view, 8> limbs{"wing",     "flipper",  "tentacle",    "foreleg",
                                                           "frontleg", "legfront", "pectoralfin", "feeler"};
    const auto is_animal = [&](int node) {
        if (node < 0) return false;
        const std::string stem = stem_of(document, node);
        return stem == "fin" || std::any_of(limbs.begin(), limbs.end(),
                                            [&](std::string_view limb) { return stem.starts_with(limb); });
    };
    return is_animal(bones[Bone::left_upper_arm]) && is_animal(bones[Bone::right_upper_arm]);
}

bool has_more_legs(const Document& document, const BoneMap& bones, std::span<const mat4> world) {
    std::array<int, 2> legs{bones[Bone::left_upper_leg], bones[Bone::right_upper_leg]};
    if (legs[0] < 0 || legs[1] < 0) return false;
    const std::string stem = stem_of(document, legs[0]);
    if (stem.empty() || stem_of(document, legs[1]) != stem) return false;
    const auto parent = [&](int node) { return at(document.nodes, node).parent; };
    for (int& leg : legs) {
        while (parent(leg) >= 0 && stem_of(document, parent(leg)) == stem) leg = parent(leg);
    }
    std::vector<int> nodes(document.nodes.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    const JointTree tree(document, nodes, world);  // of all nodes: its indices are theirs
    constexpr float similar = 0.7F;
    constexpr float apart = 0.05F;  // a rig's controls are where their bones are
    const auto is_apart = [&](int node, int leg) {
        return tree.distance(node, leg) > apart * tree.reach(legs[0]);
    };
    std::array<bool, 2> has_other{};
    for (int node = 0; node < static_cast<int>(document.nodes.size()); ++node) {
        if (parent(node) != parent(legs[0]) || !is_apart(node, legs[0]) || !is_apart(node, legs[1])) continue;
        if (!(tree.reach(node) > similar * tree.reach(legs[0])) || stem_of(document, node) != stem) continue;
        const Side side = name_key(name_of(document, node)).side;
        if (side != Side::none) at(has_other, side == Side::left ? 0 : 1) = true;
    }
    return has_other[0] && has_other[1];
}

std::vector<MissingBone> missing_bones(const Document& document, const Humanoid& humanoid) {
    std::vector<MissingBone> out;
    const auto& nodes = humanoid.bones.node;
    if (std::all_of(nodes.begin(), nodes.end(), [](int node) { return node < 0; })) {
        out.push_back({Bone::hips, why_no_figure(humanoid)});
        return out;
    }
    for (const Bone bone : required) {
        if (humanoid.bones[bone] < 0) out.push_back({bone, why_missing(document, humanoid, bone)});
    }
    return out;
}

}  // namespace vitruvian
