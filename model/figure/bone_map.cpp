#include "model/figure/bone_map.h"

#include "model/core/at.h"
#include "model/figure/bone_hierarchy.h"
#include "model/pose/pose.h"
#include "model/standard/hanim_joints.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

namespace vitruvian {
namespace {

/// The humanoid's joints by H-Anim's names; the first of each name.
class HanimJoints {
  public:
    HanimJoints(const Document& document, const Humanoid& humanoid) {
        const auto facts = hanim_joint_facts();
        for (const Joint& joint : humanoid.joints) {
            // After a namespace: "Armature|vt10".
            const std::string_view own = at(document.nodes, joint.node).name;
            const auto name = hanim_joint_from_name(own.substr(own.find_last_of(":|/") + 1));
            if (name) nodes_.try_emplace({facts[name->fact].name_2, name->side}, joint.node);
        }
    }

    /// Returns the first of `candidates` (2.0 names without l_ or r_) that the figure has, or -1.
    [[nodiscard]] int first_of(std::initializer_list<std::string_view> candidates, Side side) const {
        for (const std::string_view name : candidates) {
            const auto found = nodes_.find({name, side});
            if (found != nodes_.end()) return found->second;
        }
        return -1;
    }

  private:
    std::map<std::pair<std::string_view, Side>, int> nodes_;
};

void map_trunk(const HanimJoints& joints, BoneMap& map) {
    map[Bone::hips] = joints.first_of({"humanoid_root", "sacroiliac"}, Side::none);
    map[Bone::spine] = joints.first_of({"vl5", "vl4", "vl3", "vl2", "vl1", "vt12", "vt11"}, Side::none);
    map[Bone::chest] = joints.first_of(
        {"vt10", "vt9", "vt8", "vt7", "vt6", "vt5", "vt4", "vt3", "vt2", "vt1", "vt11", "vt12"}, Side::none);
    map[Bone::upper_chest] = joints.first_of({"vt1", "vt2", "vt3", "vt4", "vt5", "vt6"}, Side::none);
    if (map[Bone::chest] == map[Bone::spine]) map[Bone::chest] = -1;
    if (map[Bone::upper_chest] == map[Bone::chest]) map[Bone::upper_chest] = -1;
    map[Bone::neck] = joints.first_of({"vc7", "vc6", "vc5", "vc4", "vc3", "vc2", "vc1"}, Side::none);
    map[Bone::head] = joints.first_of({"skullbase"}, Side::none);
    map[Bone::jaw] = joints.first_of({"temporomandibular"}, Side::none);
}

/// A figure from elsewhere may have a root above the hips, perhaps on the floor: then the sacroiliac joint,
/// which carries the legs and the trunk or is alone at the top of the legs, is the hips.
void lower_hips(const Document& document, const HanimJoints& joints, std::span<const mat4> world,
                BoneMap& map) {
    const int below = joints.first_of({"sacroiliac"}, Side::none);
    int trunk = -1;
    for (const Bone bone : {Bone::head, Bone::neck, Bone::upper_chest, Bone::chest, Bone::spine})
        trunk = map[bone] >= 0 ? map[bone] : trunk;
    const int left = map[Bone::left_upper_leg];
    const int right = map[Bone::right_upper_leg];
    if (below < 0 || trunk < 0 || left < 0 || right < 0) return;
    const bool carries = common_ancestor(document, common_ancestor(document, left, right), trunk) == below;
    const bool stands_alone = !is_near_legs(map, world, map[Bone::hips]) && is_near_legs(map, world, below);
    if (carries || stands_alone) map[Bone::hips] = below;
}

void map_side(const HanimJoints& joints, Side side, BoneMap& map) {
    const auto set = [&](Bone left, Bone right, std::initializer_list<std::string_view> candidates) {
        map[side == Side::left ? left : right] = joints.first_of(candidates, side);
    };
    set(Bone::left_eye, Bone::right_eye, {"eyeball_joint"});
    set(Bone::left_shoulder, Bone::right_shoulder, {"sternoclavicular", "acromioclavicular"});
    set(Bone::left_upper_arm, Bone::right_upper_arm, {"shoulder"});
    set(Bone::left_lower_arm, Bone::right_lower_arm, {"elbow"});
    set(Bone::left_hand, Bone::right_hand, {"radiocarpal"});
    set(Bone::left_upper_leg, Bone::right_upper_leg, {"hip"});
    set(Bone::left_lower_leg, Bone::right_lower_leg, {"knee"});
    set(Bone::left_foot, Bone::right_foot, {"talocrural"});
}

/// Version 1.1's metatarsal bends the toes; its midtarsal, 2.0's metatarsophalangeal_2, does where there is
/// no metatarsal.
void map_toes(const HanimJoints& joints, const Humanoid& humanoid, Side side, BoneMap& map) {
    const bool second = humanoid.version.rfind("2.", 0) == 0;
    const int ball = joints.first_of({"metatarsophalangeal_2"}, side);
    const int tip = joints.first_of({"tarsal_distal_interphalangeal_2"}, side);
    const int first = second ? ball : tip;
    map[side == Side::left ? Bone::left_toes : Bone::right_toes] = first >= 0 ? first : std::max(ball, tip);
}

void map_fingers(const HanimJoints& joints, Side side, BoneMap& map) {
    const auto first = static_cast<std::size_t>(side == Side::left ? Bone::left_thumb_metacarpal
                                                                   : Bone::right_thumb_metacarpal);
    static const std::array<std::string_view, 15> names{"carpometacarpal_1",
                                                        "metacarpophalangeal_1",
                                                        "carpal_interphalangeal_1",
                                                        "metacarpophalangeal_2",
                                                        "carpal_proximal_interphalangeal_2",
                                                        "carpal_distal_interphalangeal_2",
                                                        "metacarpophalangeal_3",
                                                        "carpal_proximal_interphalangeal_3",
                                                        "carpal_distal_interphalangeal_3",
                                                        "metacarpophalangeal_4",
                                                        "carpal_proximal_interphalangeal_4",
                                                        "carpal_distal_interphalangeal_4",
                                                        "metacarpophalangeal_5",
                                                        "carpal_proximal_interphalangeal_5",
                                                        "carpal_distal_interphalangeal_5"};
    for (std::size_t i = 0; i < names.size(); ++i) map.node[first + i] = joints.first_of({names[i]}, side);
}

}  // namespace

BoneMap bones_from_hanim_names(const Document& document, const Humanoid& humanoid) {
    const HanimJoints joints(document, humanoid);
    BoneMap map;
    map_trunk(joints, map);
    for (const Side side : {Side::left, Side::right}) {
        map_side(joints, side, map);
        map_toes(joints, humanoid, side, map);
        map_fingers(joints, side, map);
    }
    const bool speaks_hanim =
        map[Bone::hips] >= 0 || map[Bone::left_upper_leg] >= 0 || map[Bone::left_upper_arm] >= 0;
    if (!speaks_hanim) return {};
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    lower_hips(document, joints, world, map);
    drop_misplaced(document, map, world);
    return map;
}

int level_of_articulation(const Document& document, const Humanoid& humanoid) {
    const HanimJoints joints(document, humanoid);
    const auto facts = hanim_joint_facts();
    const auto has = [&joints](const HanimJointFact& fact, Side side) {
        return joints.first_of({fact.name_2}, side) >= 0;
    };
    constexpr int highest = 4;
    int first_missing = highest + 1;
    for (const HanimJointFact& fact : facts) {
        const bool present =
            fact.sided ? has(fact, Side::left) && has(fact, Side::right) : has(fact, Side::none);
        if (!present) first_missing = std::min(first_missing, fact.level);
    }
    return first_missing - 1;
}

}  // namespace vitruvian
