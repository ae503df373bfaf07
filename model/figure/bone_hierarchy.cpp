#include "model/figure/bone_hierarchy.h"

#include "model/core/at.h"
#include "model/standard/name_key.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

int parent_of_node(const Document& document, int node) {
    return at(document.nodes, node).parent;
}

/// Whether limbs may be attached to the bone, at whatever height the rig's author chose.
bool is_trunk(Bone bone) {
    return bone <= Bone::head;
}

vec3 place_of(std::span<const mat4> world, int node) {
    return vec3(at(world, node)[3]);
}

/// Returns the figure's size as the extent of the mapped joints; 0 where it is unknown.
float extent_of(const BoneMap& map, std::span<const mat4> world) {
    if (world.empty()) return 0.0F;
    Bounds bounds;
    for (const int node : map.node) {
        if (node >= 0 && is_finite(place_of(world, node))) bounds.add(place_of(world, node));
    }
    return bounds.empty() ? 0.0F : glm::length(bounds.size());
}

/// Whether `bone` is as close to the bone `above` as in a body.
bool stands_in_place(const BoneMap& map, std::span<const mat4> world, Bone bone, Bone above, float extent) {
    if (!(extent > 0.0F)) return false;
    const bool is_small = is_finger(bone) || bone == Bone::jaw || is_eye(bone);
    const float most = (is_small ? 0.12F : 0.4F) * extent;
    return glm::distance(place_of(world, map[bone]), place_of(world, map[above])) < most;
}

/// Returns the uppermost joint of a leg that is known, or -1.
int left_leg_of(const BoneMap& map) {
    return map[Bone::left_upper_leg] >= 0 ? map[Bone::left_upper_leg] : map[Bone::left_lower_leg];
}
int right_leg_of(const BoneMap& map) {
    return map[Bone::right_upper_leg] >= 0 ? map[Bone::right_upper_leg] : map[Bone::right_lower_leg];
}

bool carries_legs(const Document& document, const BoneMap& map, int node) {
    const int left = left_leg_of(map);
    const int right = right_leg_of(map);
    return left >= 0 && right >= 0 && is_below(document, left, node) && is_below(document, right, node);
}

bool carries_a_leg(const Document& document, const BoneMap& map, int node) {
    return is_below(document, left_leg_of(map), node) || is_below(document, right_leg_of(map), node);
}

/// Returns a joint of the trunk above the hips, or one below it.
int something_above(const BoneMap& map) {
    for (const Bone bone : {Bone::spine, Bone::chest, Bone::upper_chest, Bone::neck, Bone::left_upper_arm}) {
        if (map[bone] >= 0) return map[bone];
    }
    return -1;
}

/// Returns the joint that arms and legs start from, the whole trunk wherever its origin is, or -1.
int whole_trunk(const Document& document, const BoneMap& map) {
    const std::array<int, 4> limbs{map[Bone::left_upper_arm], map[Bone::right_upper_arm],
                                   map[Bone::left_upper_leg], map[Bone::right_upper_leg]};
    if (std::any_of(limbs.begin(), limbs.end(), [](int node) { return node < 0; })) return -1;
    const int arms = common_ancestor(document, limbs[0], limbs[1]);
    return common_ancestor(document, limbs[2], limbs[3]) == arms ? arms : -1;
}

/// A whole trunk that is no other bone is the hips, where nothing is named so.
void settle_on_whole_trunk(const Document& document, std::span<const int> joints, BoneMap& map) {
    const int trunk = map[Bone::hips] >= 0 ? -1 : whole_trunk(document, map);
    if (trunk >= 0 && std::binary_search(joints.begin(), joints.end(), trunk) && !map.bone_of(trunk))
        map[Bone::hips] = trunk;
}

}  // namespace

int common_ancestor(const Document& document, int a, int b) {
    while (a != b) {
        // Parents have smaller indices than their children.
        int& later = a > b ? a : b;
        later = parent_of_node(document, later);
    }
    return a;
}

bool is_below(const Document& document, int node, int ancestor) {
    while (node > ancestor) node = parent_of_node(document, node);
    return node == ancestor;
}

int carrier_of_arms(const Document& document, const BoneMap& map) {
    const auto first = [&map](Bone shoulder, Bone arm) {
        return map[shoulder] >= 0 ? map[shoulder] : map[arm];
    };
    const int left = first(Bone::left_shoulder, Bone::left_upper_arm);
    const int right = first(Bone::right_shoulder, Bone::right_upper_arm);
    if (left < 0 || right < 0) return -1;
    const int common = common_ancestor(document, left, right);
    int best = common;
    const int top = map[Bone::neck] >= 0 ? map[Bone::neck] : map[Bone::head];
    for (const int arm : {left, right}) {
        const int parent = parent_of_node(document, arm);
        const bool is_trunk = top >= 0 && parent >= 0 && parent != top && is_below(document, top, parent);
        if (is_trunk && parent != best && is_below(document, parent, best)) best = parent;
    }
    return best;
}

bool is_near_legs(const BoneMap& map, std::span<const mat4> world, int node) {
    if (world.empty()) return true;
    float leg = 0.0F;
    vec3 middle(0.0F);
    float legs = 0.0F;
    for (const auto& [upper, lower] : {std::pair{Bone::left_upper_leg, Bone::left_lower_leg},
                                       std::pair{Bone::right_upper_leg, Bone::right_lower_leg}}) {
        if (map[upper] < 0 || map[lower] < 0) continue;
        middle += place_of(world, map[upper]);
        legs += 1.0F;
        leg = std::max(leg, glm::distance(place_of(world, map[upper]), place_of(world, map[lower])));
    }
    if (!(leg > 0.0F)) return true;
    return glm::distance(place_of(world, node), middle / legs) < leg;
}

void settle_hips(const Document& document, std::span<const int> joints, std::span<const mat4> world,
                 BoneMap& map) {
    const int named = map[Bone::hips];
    // Enough of a body that its centre can be found without a name.
    constexpr std::size_t enough = 8;
    const bool has_legs = map[Bone::left_lower_leg] >= 0 && map[Bone::right_lower_leg] >= 0;
    if (named < 0 && (!has_legs || something_above(map) < 0 || map.mapped() < enough)) {
        // A figure of blocks: what has a head is no chair.
        if (map[Bone::head] >= 0) settle_on_whole_trunk(document, joints, map);
        return;
    }
    const bool is_near = named >= 0 && is_near_legs(map, world, named);
    if (is_near && carries_legs(document, map, named)) return;
    // A leg that is attached elsewhere does not move the hips.
    const int left = left_leg_of(map);
    const int right = right_leg_of(map);
    if (is_near && carries_a_leg(document, map, named)) return;
    const auto may_be_hips = [&](int node) {
        const bool is_joint = std::binary_search(joints.begin(), joints.end(), node);
        const std::optional<Bone> taken = node < 0 ? std::nullopt : map.bone_of(node);
        return is_joint && (!taken || *taken == Bone::hips) && is_near_legs(map, world, node) &&
               name_role(at(document.nodes, node).name) != NameRole::control;
    };
    const int start = is_near ? named : something_above(map);
    const int trunk = map[Bone::spine];
    for (const std::array<int, 4>& carried :
         {std::array{start, trunk, left, right}, std::array{start, trunk, left, -1},
          std::array{start, trunk, right, -1}, std::array{left, right, -1, -1}}) {
        int carrier = carried.front();
        for (const int node : carried) {
            if (node >= 0 && carrier >= 0) carrier = common_ancestor(document, carrier, node);
        }
        // Legs below the spine, as 3ds Max's Biped has them.
        if (carrier >= 0 && carrier == trunk) carrier = parent_of_node(document, carrier);
        if (may_be_hips(carrier)) map[Bone::hips] = carrier;
        if (map[Bone::hips] != named) return;
    }
    // One of the legs is attached elsewhere, and nothing is named as hips.
    for (const int leg : {left, right}) {
        const int carrier = leg < 0 || named >= 0 ? -1 : parent_of_node(document, leg);
        const bool is_central = carrier >= 0 && name_key(at(document.nodes, carrier).name).side == Side::none;
        if (!is_central || !may_be_hips(carrier)) continue;
        map[Bone::hips] = carrier;
        return;
    }
    // Both are, as on a root at the floor.
    const int below_spine = trunk < 0 || is_near ? -1 : parent_of_node(document, trunk);
    if (may_be_hips(below_spine)) {
        map[Bone::hips] = below_spine;
        return;
    }
    settle_on_whole_trunk(document, joints, map);
}

void drop_misplaced(const Document& document, BoneMap& map, std::span<const mat4> world) {
    const float extent = extent_of(map, world);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (map[bone] < 0) continue;
        bool fits = true;
        std::optional<Bone> nearest;
        for (std::optional<Bone> above = parent_of(bone); above; above = parent_of(*above)) {
            if (map[*above] < 0) continue;
            if (!nearest) nearest = above;
            fits = map[bone] != map[*above] && is_below(document, map[bone], map[*above]);
            // A limb may be attached to any joint of the trunk; the trunk itself has a fixed order.
            const bool in_order = bone == Bone::upper_chest || !is_trunk(*above);
            if (fits || in_order || map[bone] == map[*above]) break;
        }
        // Feet driven by inverse kinematics are beside the legs, below the root.
        const bool is_foot = bone == Bone::left_foot || bone == Bone::right_foot;
        const bool on_leg = nearest && !is_trunk(*nearest);
        if (is_foot && on_leg && !is_below(document, map[*nearest], map[bone])) fits = true;
        if (!fits && nearest && map[bone] != map[*nearest]) {
            // The trunk may be the parent of the hips; a knee is never that of its thigh. Toes beside a foot
            // belong to the other one.
            const bool is_reversed = is_below(document, map[*nearest], map[bone]);
            const bool may_reverse = is_trunk(bone) && carries_a_leg(document, map, map[*nearest]);
            const bool is_toes = bone == Bone::left_toes || bone == Bone::right_toes;
            fits = (!is_reversed || may_reverse) && !is_toes &&
                   stands_in_place(map, world, bone, *nearest, extent);
        }
        if (!fits) map[bone] = -1;
    }
}

}  // namespace vitruvian
