#include "model/figure/bone_inference.h"

#include "model/core/at.h"
#include "model/figure/bone_hierarchy.h"
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

/// With fewer bones than these a figure says nothing of itself.
constexpr std::size_t fewest_bones = 6;

/// A name's key, and what it is where leading zeros do not count.
struct Key {
    std::string exact, loose;
    explicit Key(const std::string& key) : exact(key), loose(loose_key(key)) {}
};

/// The families' keys, written out once.
struct Vocabulary {
    struct Family {
        std::string_view title;
        std::array<std::vector<Key>, bone_count> keys;  // of left bones and those of the middle
        std::size_t size = 0;                           // bones that it has a name for
    };
    std::vector<Family> families;
    std::vector<std::pair<Bone, Key>> unmistakable;  // keys that mean the same bone to all who use them

    Vocabulary() {
        std::map<std::string, std::set<Bone>> sided, central;  // what each key means to anybody
        for (const BoneFamily& source : bone_families()) {
            Family& family = families.emplace_back();
            family.title = source.title;
            for (std::size_t i = 0; i < bone_count; ++i) {
                const auto bone = static_cast<Bone>(i);
                if (!is_left(bone) && bone > Bone::jaw) continue;
                for (const std::string& key : source.keys(bone)) {
                    family.keys[i].emplace_back(key);
                    (is_left(bone) ? sided : central)[key].insert(bone);
                }
                if (!family.keys[i].empty()) ++family.size;
            }
        }
        std::set<std::pair<bool, std::string>> told;
        for (const Family& family : families) {
            for (std::size_t i = 0; i < bone_count; ++i) {
                const auto bone = static_cast<Bone>(i);
                for (const Key& key : family.keys[i]) {
                    const bool one_meaning = (is_left(bone) ? sided : central)[key.exact].size() == 1;
                    if (one_meaning && told.emplace(is_left(bone), key.exact).second)
                        unmistakable.emplace_back(bone, key);
                }
            }
        }
    }
};

const Vocabulary& vocabulary() {
    static const Vocabulary table;
    return table;
}

/// The rig's joints by key. Of several with one key the joints that deform the skin ("DEF-") go before others,
/// these before controls ("c_head" beside "head"), those that carry something before ends (Second Life's collision volumes go by the
/// joints' names), and then the first.
class NamedJoints {
  public:
    NamedJoints(const Document& document, std::span<const int> joints)
        : nodes_(joints.begin(), joints.end()) {
        std::sort(nodes_.begin(), nodes_.end());
        std::vector<std::string> names;
        for (const int node : nodes_) names.push_back(at(document.nodes, node).name);
        keys_ = rig_name_keys(names);
        const std::vector<int> ranks = ranks_of(document, names);
        for (int rank = 0; rank < rank_count; ++rank) {
            for (std::size_t i = 0; i < nodes_.size(); ++i) {
                if (ranks[i] != rank || keys_[i].key.empty()) continue;
                const auto side = static_cast<std::size_t>(keys_[i].side);
                exact_.at(side).try_emplace(keys_[i].key, nodes_[i]);
                loose_.at(side).try_emplace(loose_key(keys_[i].key), nodes_[i]);
            }
        }
    }

    [[nodiscard]] std::size_t size() const { return exact_[0].size() + exact_[1].size() + exact_[2].size(); }
    [[nodiscard]] const std::vector<int>& nodes() const { return nodes_; }
    [[nodiscard]] bool has(int node) const { return std::binary_search(nodes_.begin(), nodes_.end(), node); }
    [[nodiscard]] const NameKey& key_of(int node) const {
        const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), node) - nodes_.begin();
        return keys_[static_cast<std::size_t>(at)];
    }

    /// The joint of that name which no bone has yet, or -1.
    [[nodiscard]] int find(Side side, const Key& key, const BoneMap& taken) const {
        const auto free = [&](const Keys& keys, const std::string& name) {
            const auto found = keys.find(name);
            return found == keys.end() || taken.bone_of(found->second) ? -1 : found->second;
        };
        const int exact = free(exact_.at(static_cast<std::size_t>(side)), key.exact);
        return exact >= 0 ? exact : free(loose_.at(static_cast<std::size_t>(side)), key.loose);
    }

    /// How many bones could have a name of this family.
    [[nodiscard]] std::size_t most_bones(const Vocabulary::Family& family) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < bone_count; ++i) {
            const bool sided = is_left(static_cast<Bone>(i));
            for (const Side side : {Side::none, Side::left, Side::right}) {
                if ((side != Side::none) != sided) continue;
                const Keys& keys = loose_.at(static_cast<std::size_t>(side));
                const bool any =
                    std::any_of(family.keys[i].begin(), family.keys[i].end(),
                                [&keys](const Key& key) { return keys.find(key.loose) != keys.end(); });
                if (any) ++count;
            }
        }
        return count;
    }

    /// Of one side, those whose key is `stem` and a number, in the order of the tree.
    [[nodiscard]] std::vector<int> numbered(Side side, std::string_view stem) const;

  private:
    using Keys = std::unordered_map<std::string, int>;
    static constexpr int rank_count = 6;

    [[nodiscard]] std::vector<int> ranks_of(const Document& document,
                                            const std::vector<std::string>& names) const {
        std::vector<int> out;
        for (const std::string& name : names)
            out.push_back(is_deform_name(name)                                 ? 0
                          : is_control_name(name) || may_be_control_twin(name) ? 4
                                                                               : 2);
        std::vector<bool> carries(names.size(), false);
        for (const int node : nodes_) {
            const int parent = at(document.nodes, node).parent;
            const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), parent);
            if (found != nodes_.end() && *found == parent)
                carries[static_cast<std::size_t>(found - nodes_.begin())] = true;
        }
        for (std::size_t i = 0; i < out.size(); ++i) out[i] += carries[i] ? 0 : 1;
        return out;
    }

    std::vector<int> nodes_;
    std::vector<NameKey> keys_;          // of nodes_
    std::array<Keys, 3> exact_, loose_;  // by side
};

std::string_view without_number(std::string_view key) {
    const std::size_t last = key.find_last_not_of("0123456789");
    return last == std::string_view::npos ? key : key.substr(0, last + 1);
}

std::vector<int> NamedJoints::numbered(Side side, std::string_view stem) const {
    std::vector<int> out;
    for (const auto& [name, node] : exact_.at(static_cast<std::size_t>(side))) {
        if (name.size() > stem.size() && without_number(name) == stem) out.push_back(node);
    }
    std::sort(out.begin(), out.end());
    return out;
}

void assign(BoneMap& map, Bone bone, Side side, const std::vector<Key>& keys, const NamedJoints& joints) {
    for (const Key& key : keys) {
        if (map[bone] >= 0) return;
        map[bone] = joints.find(side, key, map);
    }
}

/// A bone of the middle, or both of a pair.
void assign_both(BoneMap& map, Bone bone, const std::vector<Key>& keys, const NamedJoints& joints) {
    if (!is_left(bone)) return assign(map, bone, Side::none, keys, joints);
    assign(map, bone, Side::left, keys, joints);
    assign(map, other_side(bone), Side::right, keys, joints);
}

BoneMap map_by_family(const Vocabulary::Family& family, const NamedJoints& joints) {
    BoneMap map;
    for (std::size_t i = 0; i < bone_count; ++i) {
        assign_both(map, static_cast<Bone>(i), family.keys[i], joints);
    }
    return map;
}

/// Bones that the figure's own family lacks, by names that mean the same to all.
void fill_from_other_families(BoneMap& map, const NamedJoints& joints) {
    for (const auto& [bone, key] : vocabulary().unmistakable) assign_both(map, bone, {key}, joints);
    // A long bone in two halves: "Thigh1" and "Thigh2".
    for (const auto& [bone, key] : vocabulary().unmistakable) {
        const bool is_finger = bone >= Bone::left_thumb_metacarpal && bone <= Bone::left_little_distal;
        if (is_left(bone) && !is_finger) assign_both(map, bone, {Key(key.exact + "1")}, joints);
    }
}

/// Bones whose first name stands elsewhere in the tree, by their other names: MikuMikuDance's legs have a second row
/// of joints with toes of their own.
void fill_from_other_names(const Document& document, const Vocabulary::Family& family,
                           const NamedJoints& joints, std::span<const mat4> world, BoneMap& map) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (family.keys[i].size() < 2) continue;
        const auto left = static_cast<Bone>(i);
        for (const Key& key : family.keys[i]) {
            BoneMap with = map;
            assign_both(with, left, {key}, joints);
            if (with.node == map.node) continue;
            drop_misplaced(document, with, world);
            if (with.mapped() > map.mapped()) map = with;
        }
    }
}

/// A trunk that goes by the plain words, whatever family the limbs are of, as in rigs made by hand.
void fill_plain_trunk(BoneMap& map, const NamedJoints& joints) {
    assign(map, Bone::spine, Side::none, {Key("spine")}, joints);
    assign(map, Bone::chest, Side::none, {Key("chest"), Key("thorax")}, joints);
    assign(map, Bone::upper_chest, Side::none, {Key("upperchest")}, joints);
    // A torso below which nothing is a spine is all of the trunk up to the chest.
    if (map[Bone::spine] >= 0 || map[Bone::chest] < 0 || joints.key_of(map[Bone::chest]).key != "torso")
        return;
    map[Bone::spine] = map[Bone::chest];
    map[Bone::chest] = std::exchange(map[Bone::upper_chest], -1);
}

/// Some skeletons have two joints of one meaning in a row ("LHipJoint" and "LeftHip"): the lower one is the bone,
/// the other only carries it to its place.
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

/// A finger of exactly three joints in a row is proximal, intermediate and distal however they are numbered:
/// rigs that drop the metacarpal count on from 2, and others count from 0.
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

/// The joint that both arms hang on, or -1.
int carrier_of_arms(const Document& document, const BoneMap& map) {
    const auto first = [&map](Bone shoulder, Bone arm) {
        return map[shoulder] >= 0 ? map[shoulder] : map[arm];
    };
    const int left = first(Bone::left_shoulder, Bone::left_upper_arm);
    const int right = first(Bone::right_shoulder, Bone::right_upper_arm);
    return left < 0 || right < 0 ? -1 : common_ancestor(document, left, right);
}

/// The joints from the hips (exclusive) to where the arms hang, if that is one row of numbered names as long
/// as the spine's own: "spine_01" to "spine_05".
std::vector<int> numbered_trunk(const Document& document, const BoneMap& map, const NamedJoints& joints) {
    std::vector<int> out;
    const int carrier = carrier_of_arms(document, map);
    if (carrier < 0 || map[Bone::spine] < 0) return out;
    const std::string_view stem = without_number(joints.key_of(map[Bone::spine]).key);
    for (int node = carrier; node > map[Bone::hips]; node = at(document.nodes, node).parent) {
        if (!joints.has(node)) continue;
        if (without_number(joints.key_of(node).key) != stem) return {};
        out.insert(out.begin(), node);
    }
    return out;
}

/// Of a row of three or more vertebrae the last, which carries the arms, is the upper chest. A row that
/// begins with 0 or without a number begins one earlier than the names of other rigs say; one that is numbered
/// from above ("Spine02" on the hips) goes by the tree.
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

/// Of two joints in a row that both are called toes ("ball" and "toe") the upper one is the bone.
void raise_toes(const Document& document, BoneMap& map, const NamedJoints& joints) {
    const auto are_toes = [&joints](int node, Side side) {
        const NameKey& name = joints.key_of(node);
        const auto& keys = vocabulary().unmistakable;
        return name.side == side && std::any_of(keys.begin(), keys.end(), [&name](const auto& known) {
                   return known.first == Bone::left_toes && known.second.exact == name.key;
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

/// A thumb of one joint, which carries nothing and stands far from the hand, marks the thumb's tip: Kinect's.
void drop_thumb_tips(const Document& document, std::span<const mat4> world, BoneMap& map) {
    if (world.empty()) return;
    for (const auto& [lower_arm, hand, thumb] :
         {std::tuple{Bone::left_lower_arm, Bone::left_hand, Bone::left_thumb_metacarpal},
          std::tuple{Bone::right_lower_arm, Bone::right_hand, Bone::right_thumb_metacarpal}}) {
        const int node = map[thumb];
        const auto next = static_cast<std::size_t>(thumb) + 1;
        if (node < 0 || map[hand] < 0 || map[lower_arm] < 0) continue;
        if (map.node[next] >= 0 || map.node[next + 1] >= 0) continue;
        const bool carries = std::any_of(document.nodes.begin() + node, document.nodes.end(),
                                         [node](const Node& other) { return other.parent == node; });
        const auto place = [&world](int of) { return vec3(at(world, of)[3]); };
        const float arm = glm::distance(place(map[lower_arm]), place(map[hand]));
        if (!carries && glm::distance(place(map[hand]), place(node)) > 0.3F * arm) map[thumb] = -1;
    }
}

/// A figure, not a chair: hips, and a limb on both sides.
bool is_convincing(const BoneMap& map) {
    const bool arms = map[Bone::left_upper_arm] >= 0 && map[Bone::right_upper_arm] >= 0;
    const bool legs = map[Bone::left_upper_leg] >= 0 && map[Bone::right_upper_leg] >= 0;
    return map[Bone::hips] >= 0 && (arms || legs) && map.mapped() >= fewest_bones;
}

}  // namespace

NamedBones bones_by_name(const Document& document, std::span<const int> joint_nodes,
                         std::span<const mat4> world) {
    NamedBones best;
    if (joint_nodes.size() < fewest_bones) return best;
    const NamedJoints joints(document, joint_nodes);
    if (joints.size() < fewest_bones) return best;
    std::size_t best_size = 0;
    const Vocabulary::Family* best_family = nullptr;
    for (const Vocabulary::Family& family : vocabulary().families) {
        if (joints.most_bones(family) + 1 < best.map.mapped()) continue;  // + 1: hips may be raised
        BoneMap map = map_by_family(family, joints);
        const int hips = map[Bone::hips];
        if (hips >= 0) settle_hips(document, joints.nodes(), world, map);
        drop_misplaced(document, map, world);
        const bool more_specific = map.mapped() == best.map.mapped() && family.size < best_size;
        if (map.mapped() > best.map.mapped() || more_specific) {
            best.map = map;
            best.family = family.title;
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
    straighten_trunk(document, best.map, joints);
    raise_spine(document, best.map, joints);
    raise_toes(document, best.map, joints);
    step_over_twins(document, best.map, joints);
    drop_misplaced(document, best.map, world);
    drop_thumb_tips(document, world, best.map);
    if (!is_convincing(best.map)) return {};
    for (std::size_t i = 0; i < bone_count; ++i) {
        best.own[i] = best.map.node[i] >= 0 && best.map.node[i] == own.node[i];
    }
    return best;
}

}  // namespace vitruvian
