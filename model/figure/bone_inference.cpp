#include "model/figure/bone_inference.h"

#include "model/core/at.h"
#include "model/figure/bone_hierarchy.h"
#include "model/figure/named_joints.h"
#include "model/standard/bone_name_table.h"
#include "model/standard/name_key.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace vitruvian {
namespace {

/// A figure with fewer bones is not recognised.
constexpr std::size_t min_bones = 6;

void assign(BoneMap& map, Bone bone, Side side, const BoneKey& key, const NamedJoints& joints) {
    if (map[bone] < 0) map[bone] = joints.find(side, key, map);
}

/// Assigns a central bone, or both of a pair.
void assign_both(BoneMap& map, Bone bone, const BoneKey& key, const NamedJoints& joints) {
    if (!is_left(bone)) return assign(map, bone, Side::none, key, joints);
    assign(map, bone, Side::left, key, joints);
    assign(map, other_side(bone), Side::right, key, joints);
}

/// Exact names come first, so that "Finger01" is not the index finger where there is a "Finger1".
BoneMap map_by_family(const BoneNameFamily& family, const NamedJoints& joints) {
    BoneMap map;
    for (const bool exact : {true, false}) {
        for (std::size_t i = 0; i < bone_count; ++i) {
            for (const BoneKey& key : family.keys(i))
                assign_both(map, static_cast<Bone>(i), exact ? BoneKey{key.exact, -1} : key, joints);
        }
    }
    return map;
}

/// Adds bones that the figure's own family lacks, by names that have the same meaning in all families.
void fill_from_other_families(BoneMap& map, const NamedJoints& joints) {
    for (const auto& [bone, key] : bone_vocabulary::unmistakable()) assign_both(map, bone, key, joints);
    for (const auto& [bone, key] : bone_vocabulary::halves()) assign_both(map, bone, key, joints);
}

/// Adds bones whose first name is elsewhere in the tree, by their other names: MikuMikuDance's legs have a
/// second chain of joints with toes of their own.
void fill_from_other_names(const Document& document, const BoneNameFamily& family, const NamedJoints& joints,
                           std::span<const mat4> world, BoneMap& map) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (family.keys(i).size() < 2) continue;
        const auto left = static_cast<Bone>(i);
        for (const BoneKey& key : family.keys(i)) {
            BoneMap with = map;
            assign_both(with, left, key, joints);
            if (with.node == map.node) continue;
            drop_misplaced(document, with, world);
            if (with.mapped() > map.mapped()) map = with;
        }
    }
}

/// Names the trunk by plain words, whatever family the limbs are of, as in hand-made rigs.
void fill_plain_trunk(BoneMap& map, const NamedJoints& joints) {
    for (const auto& [bone, key] :
         {std::pair(Bone::spine, "spine"), std::pair(Bone::chest, "chest"), std::pair(Bone::chest, "thorax"),
          std::pair(Bone::upper_chest, "upperchest")})
        assign(map, bone, Side::none, bone_vocabulary::key(key), joints);
    // A trunk without a spine below it is all of the trunk up to the chest.
    if (map[Bone::spine] >= 0 || map[Bone::chest] < 0 || joints.key_of(map[Bone::chest]).key != "torso")
        return;
    map[Bone::spine] = map[Bone::chest];
    map[Bone::chest] = std::exchange(map[Bone::upper_chest], -1);
}

/// Some skeletons have two consecutive joints with one meaning ("LHipJoint" and "LeftHip"): the lower one is
/// the bone, the other only positions it.
void step_over_twins(const Document& document, BoneMap& map, const NamedJoints& joints) {
    for (const auto& [upper, lower] : {std::pair{Bone::left_upper_leg, Bone::left_lower_leg},
                                       std::pair{Bone::right_upper_leg, Bone::right_lower_leg},
                                       std::pair{Bone::left_upper_arm, Bone::left_lower_arm},
                                       std::pair{Bone::right_upper_arm, Bone::right_lower_arm}}) {
        if (map[upper] < 0 || map[lower] < 0) continue;
        const NameKey key = joints.key_of(map[upper]);
        int up = at(document.nodes, map[lower]).parent;
        for (; up > map[upper]; up = at(document.nodes, up).parent) {
            if (!joints.has(up) || joints.key_of(up) != key) continue;
            if (is_below(document, up, map[upper])) map[upper] = up;
            break;
        }
    }
}

/// A shoulder that carries the lower arm itself is the upper arm: several languages have one word for both.
void lower_shoulders(const Document& document, BoneMap& map) {
    for (const auto& [shoulder, upper, lower] :
         {std::tuple{Bone::left_shoulder, Bone::left_upper_arm, Bone::left_lower_arm},
          std::tuple{Bone::right_shoulder, Bone::right_upper_arm, Bone::right_lower_arm}}) {
        if (map[shoulder] < 0 || map[upper] >= 0 || map[lower] < 0) continue;
        if (at(document.nodes, map[lower]).parent == map[shoulder])
            map[upper] = std::exchange(map[shoulder], -1);
    }
}

/// A finger of exactly three consecutive joints is proximal, intermediate and distal however they are
/// numbered: rigs without metacarpals start at 2, and others at 0.
void straighten_finger(const Document& document, BoneMap& map, Side side, Bone proximal,
                       const NamedJoints& joints) {
    const auto first = static_cast<std::size_t>(proximal);
    std::string stem;
    for (std::size_t i = first; i < first + 3; ++i) {
        if (map.node[i] >= 0) stem = without_number(joints.key_of(map.node[i]).key);
    }
    if (stem.empty()) return;
    const std::vector<int> nodes = joints.numbered(side, stem);
    if (nodes.size() != 3 || !is_below(document, nodes[1], nodes[0]) ||
        !is_below(document, nodes[2], nodes[1]))
        return;
    for (std::size_t i = 0; i < 3; ++i) map.node[first + i] = nodes[i];
}

void straighten_fingers(const Document& document, BoneMap& map, const NamedJoints& joints) {
    for (const Bone proximal :
         {Bone::left_thumb_metacarpal, Bone::left_index_proximal, Bone::left_middle_proximal,
          Bone::left_ring_proximal, Bone::left_little_proximal}) {
        straighten_finger(document, map, Side::left, proximal, joints);
        straighten_finger(document, map, Side::right, other_side(proximal), joints);
    }
}

/// Whether a joint of one finger is below that of another, the thumb aside, and their names differ in the
/// number only.
bool has_fingers_on_fingers(const Document& document, const BoneMap& map, Bone thumb,
                            const NamedJoints& joints) {
    constexpr std::size_t phalanges = 3;
    const std::size_t begin = static_cast<std::size_t>(thumb) + phalanges;
    const std::size_t end = begin + 4 * phalanges;
    const auto stem = [&joints](int node) { return without_number(joints.key_of(node).key); };
    for (std::size_t a = begin; a < end; ++a) {
        for (std::size_t b = begin; b < end; ++b) {
            if ((a - begin) / phalanges == (b - begin) / phalanges) continue;
            const int node = map.node[a];
            const int above = map.node[b];
            if (node < 0 || above < 0 || node == above || !is_below(document, node, above)) continue;
            if (stem(node) == stem(above)) return true;
        }
    }
    return false;
}

/// Takes away all fingers of a hand whose names number the joints along fingers that they do not tell apart:
/// "Finger1.L" carries "Finger2.L".
void drop_fingers_on_fingers(const Document& document, BoneMap& map, const NamedJoints& joints) {
    constexpr std::size_t joints_of_hand = 15;
    for (const Bone thumb : {Bone::left_thumb_metacarpal, Bone::right_thumb_metacarpal}) {
        if (!has_fingers_on_fingers(document, map, thumb, joints)) continue;
        std::fill_n(map.node.begin() + static_cast<std::ptrdiff_t>(thumb), joints_of_hand, -1);
    }
}

/// Returns the joints from the hips (exclusive) to the ancestor of the arms, if that is a sequence of
/// numbered names as long as the spine's own: "spine_01" to "spine_05". A joint between them that names say
/// nothing about is passed over.
std::vector<int> numbered_trunk(const Document& document, const BoneMap& map, const NamedJoints& joints) {
    std::vector<int> out;
    const int carrier = carrier_of_arms(document, map);
    if (carrier < 0 || map[Bone::spine] < 0) return out;
    const std::string_view stem = without_number(joints.key_of(map[Bone::spine]).key);
    for (int node = carrier; node > map[Bone::hips]; node = at(document.nodes, node).parent) {
        if (!joints.has(node)) continue;
        const std::string& key = joints.key_of(node).key;
        if (without_number(key) == stem) {
            out.insert(out.begin(), node);
        } else if (map.bone_of(node) || bone_vocabulary::find(key) >= 0) {
            return {};
        }
    }
    return out;
}

/// In a sequence of three or more vertebrae the last, which carries the arms, is the upper chest. A sequence
/// that begins with 0 or without a number begins one earlier than in other rigs; one that is numbered from
/// above ("Spine02" at the hips) is ordered by the tree.
void straighten_trunk(const Document& document, BoneMap& map, const NamedJoints& joints) {
    const std::vector<int> row = numbered_trunk(document, map, joints);
    if (row.size() < 2) return;
    const auto rank = [&](Bone bone) { return std::find(row.begin(), row.end(), map[bone]) - row.begin(); };
    const bool from_above = rank(Bone::spine) > rank(Bone::chest);
    if (row.size() == 2) {
        if (from_above) std::swap(map[Bone::spine], map[Bone::chest]);
        return;
    }
    const std::string& first = joints.key_of(row.front()).key;
    const std::string_view number = std::string_view(first).substr(without_number(first).size());
    if (from_above || number.empty() || number == "0") {
        map[Bone::spine] = row[0];
        map[Bone::chest] = row[1];
        map[Bone::upper_chest] = row.back();
    } else if (map[Bone::upper_chest] >= 0) {
        map[Bone::upper_chest] = row.back();
    }
}

/// "spine" above "spine-1" is the spine.
void raise_spine(const Document& document, BoneMap& map, const NamedJoints& joints) {
    if (map[Bone::spine] < 0) return;
    const std::string& name = joints.key_of(map[Bone::spine]).key;
    const std::string_view stem = without_number(name);
    const int above = at(document.nodes, map[Bone::spine]).parent;
    if (name == stem) return;
    if (above < 0 || !joints.has(above) || map.bone_of(above) || joints.key_of(above).key != stem) return;
    const int below = std::exchange(map[Bone::spine], above);
    if (map[Bone::chest] < 0) map[Bone::chest] = below;
}

/// Of two consecutive joints that are both named toes ("ball" and "toe") the upper one is the bone.
void raise_toes(const Document& document, BoneMap& map, const NamedJoints& joints) {
    const auto are_toes = [&joints](int node, Side side) {
        const NameKey& name = joints.key_of(node);
        const auto& keys = bone_vocabulary::unmistakable();
        const int number = bone_vocabulary::find(name.key);
        return name.side == side && std::any_of(keys.begin(), keys.end(), [number](const auto& known) {
                   return known.bone == Bone::left_toes && known.key.exact == number;
               });
    };
    for (const auto& [foot, toes, side] : {std::tuple{Bone::left_foot, Bone::left_toes, Side::left},
                                           std::tuple{Bone::right_foot, Bone::right_toes, Side::right}}) {
        if (map[foot] < 0 || map[toes] < 0) continue;
        for (int up = at(document.nodes, map[toes]).parent; up > map[foot];
             up = at(document.nodes, up).parent) {
            if (joints.has(up) && !map.bone_of(up) && are_toes(up, side)) map[toes] = up;
        }
    }
}

/// A thumb of one joint without joints below it marks the thumb's tip, as in Kinect's skeletons, where it is far from
/// the hand or the hand has a tip of its own.
void drop_thumb_tips(const Document& document, const NamedJoints& joints, std::span<const mat4> world,
                     BoneMap& map) {
    if (world.empty()) return;
    const auto has_tip = [&](int hand) {
        return std::any_of(joints.nodes().begin(), joints.nodes().end(), [&](int node) {
            return joints.key_of(node).key == "handtip" && is_below(document, node, hand);
        });
    };
    for (const auto& [lower_arm, hand, thumb] :
         {std::tuple{Bone::left_lower_arm, Bone::left_hand, Bone::left_thumb_metacarpal},
          std::tuple{Bone::right_lower_arm, Bone::right_hand, Bone::right_thumb_metacarpal}}) {
        const int node = map[thumb];
        const auto next = static_cast<std::size_t>(thumb) + 1;
        if (node < 0 || map[hand] < 0 || map[lower_arm] < 0) continue;
        if (map.node[next] >= 0 || map.node[next + 1] >= 0) continue;
        const auto is_child = [&](int joint) { return at(document.nodes, joint).parent == node; };
        const bool carries = std::any_of(joints.nodes().begin(), joints.nodes().end(), is_child);
        const auto place = [&world](int of) { return vec3(at(world, of)[3]); };
        const float arm = glm::distance(place(map[lower_arm]), place(map[hand]));
        const bool is_far = glm::distance(place(map[hand]), place(node)) > 0.3F * arm;
        if (!carries && (is_far || has_tip(map[hand]))) map[thumb] = -1;
    }
}

/// Whether it is a figure, not a chair: hips, and a limb on both sides.
bool is_convincing(const BoneMap& map, const NamedJoints& joints) {
    const auto has_both = [&map](Bone left) { return map[left] >= 0 && map[other_side(left)] >= 0; };
    const bool arms = has_both(Bone::left_upper_arm);
    const bool legs = has_both(Bone::left_upper_leg);
    constexpr std::size_t enough = 10;
    const bool has_ends = has_both(Bone::left_hand) && has_both(Bone::left_foot) && map.mapped() >= enough;
    if (map[Bone::hips] < 0 || !(arms || legs || has_ends)) return false;
    if (map.mapped() >= min_bones) return true;
    // Of a figure of six blocks one may have any name.
    const std::string& hips = joints.key_of(map[Bone::hips]).key;
    const bool has_trunk = hips == "torso" || hips == "pelvis" || hips == "hips" || hips == "hip";
    return map.mapped() + 1 >= min_bones && (map[Bone::head] >= 0 || (has_trunk && arms && legs));
}

}  // namespace

NamedBones bones_by_name(const Document& document, std::span<const int> joint_nodes,
                         std::span<const NameKey> keys, std::span<const mat4> world) {
    NamedBones best;
    if (joint_nodes.size() < min_bones) return best;
    const NamedJoints joints(document, joint_nodes, keys);
    if (joints.size() < min_bones) return best;
    std::size_t best_size = 0;
    const BoneNameFamily* best_family = nullptr;
    for (const BoneNameFamily& family : bone_vocabulary::families()) {
        if (joints.max_bones(family) + 1 < best.map.mapped()) continue;  // + 1: hips may be raised
        BoneMap map = map_by_family(family, joints);
        const int hips = map[Bone::hips];
        if (hips >= 0) settle_hips(document, joints.nodes(), world, map);
        drop_misplaced(document, map, world);
        const bool more_specific = map.mapped() == best.map.mapped() && family.size < best_size;
        if (map.mapped() > best.map.mapped() || more_specific) {
            best.map = map;
            best.family = family.title();
            best_family = &family;
            best.hips_by_name = hips;
            best_size = family.size;
        }
    }
    if (best_family != nullptr) fill_from_other_names(document, *best_family, joints, world, best.map);
    const BoneMap own = best.map;
    fill_from_other_families(best.map, joints);
    fill_plain_trunk(best.map, joints);
    const int hips = best.map[Bone::hips];
    settle_hips(document, joints.nodes(), world, best.map);
    if (best.hips_by_name < 0 && best.map[Bone::hips] != hips) best.hips_by_name = hips;
    best.hips_by_tree = best.map[Bone::hips] != best.hips_by_name;
    straighten_fingers(document, best.map, joints);
    drop_fingers_on_fingers(document, best.map, joints);
    straighten_trunk(document, best.map, joints);
    raise_spine(document, best.map, joints);
    raise_toes(document, best.map, joints);
    step_over_twins(document, best.map, joints);
    lower_shoulders(document, best.map);
    drop_misplaced(document, best.map, world);
    drop_thumb_tips(document, joints, world, best.map);
    if (!is_convincing(best.map, joints)) return {};
    for (std::size_t i = 0; i < bone_count; ++i) {
        best.own[i] = best.map.node[i] >= 0 && best.map.node[i] == own.node[i];
    }
    return best;
}

}  // namespace vitruvian
