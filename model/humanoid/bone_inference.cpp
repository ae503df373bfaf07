// Bones from joint names alone: the naming family that explains most of the figure decides what its names
// mean
// ("LeftLeg" is a shin to Mixamo and a thigh to others); the hierarchy then has to agree.
#include "model/humanoid/bone_hierarchy.h"
#include "model/humanoid/bone_map.h"
#include "model/humanoid/bone_name_table.h"
#include "model/humanoid/name_key.h"

#include <algorithm>
#include <map>

namespace vitruvian {
namespace {

/// With fewer bones than these a figure says nothing of itself.
constexpr std::size_t fewest_bones = 6;

using Keys = std::map<std::pair<Side, std::string>, int>;  // node of each name

Bone other_side(Bone left) {
    constexpr int eye = static_cast<int>(Bone::right_eye) - static_cast<int>(Bone::left_eye);
    constexpr int limb = static_cast<int>(Bone::right_shoulder) - static_cast<int>(Bone::left_shoulder);
    return static_cast<Bone>(static_cast<int>(left) + (left == Bone::left_eye ? eye : limb));
}

bool is_left(Bone bone) {
    return bone == Bone::left_eye || (bone >= Bone::left_shoulder && bone <= Bone::left_toes);
}

/// "__Thumb1_L" is a joint that some exporters put before "Thumb1_L" to carry its offset.
bool is_helper_name(const std::string& name) {
    return name.starts_with("__");
}

/// Each name's first joint: later ones are controls and duplicates. Helpers come last.
Keys keys_of(const Document& document, const Humanoid& humanoid) {
    Keys out;
    for (const bool helpers : {false, true}) {
        for (const Joint& joint : humanoid.joints) {
            const std::string& text = document.nodes[static_cast<std::size_t>(joint.node)].name;
            const NameKey name = name_key(text);
            if (is_helper_name(text) == helpers && !name.key.empty()) {
                out.try_emplace({name.side, name.key}, joint.node);
            }
        }
    }
    return out;
}

/// Calls `found(key)` for each alternative of a table cell until it answers true.
template <class Found>
void for_each_alternative(std::string_view cell, Found found) {
    while (!cell.empty()) {
        const std::size_t bar = cell.find('|');
        if (found(cell.substr(0, bar))) return;
        if (bar == std::string_view::npos) return;
        cell.remove_prefix(bar + 1);
    }
}

bool is_taken(const BoneMap& map, int node) {
    return map.bone_of(node).has_value();
}

void assign(BoneMap& map, Bone bone, Side side, std::string_view cell, const Keys& keys) {
    if (map[bone] >= 0) return;
    for_each_alternative(cell, [&](std::string_view key) {
        const auto found = keys.find({side, std::string(key)});
        if (found == keys.end() || is_taken(map, found->second)) return false;
        map[bone] = found->second;
        return true;
    });
}

BoneMap map_by_family(std::size_t family, const Keys& keys) {
    BoneMap map;
    for (const BoneNames& row : bone_name_table()) {
        if (!is_left(row.bone)) {
            assign(map, row.bone, Side::none, row.keys[family], keys);
            continue;
        }
        assign(map, row.bone, Side::left, row.keys[family], keys);
        assign(map, other_side(row.bone), Side::right, row.keys[family], keys);
    }
    return map;
}

std::size_t count(const BoneMap& map) {
    return static_cast<std::size_t>(
        std::count_if(map.node.begin(), map.node.end(), [](int n) { return n >= 0; }));
}

/// How many bones a family has names for: of two that explain a figure equally well, the smaller one is its
/// own.
std::size_t names_in_family(std::size_t family) {
    const auto table = bone_name_table();
    return static_cast<std::size_t>(std::count_if(
        table.begin(), table.end(), [family](const BoneNames& row) { return !row.keys[family].empty(); }));
}

/// True where no family gives `key` another meaning than `row`.
bool is_unmistakable(std::string_view key, const BoneNames& row) {
    for (const BoneNames& other : bone_name_table()) {
        if (other.bone == row.bone) continue;
        for (const std::string_view cell : other.keys) {
            bool same = false;
            for_each_alternative(cell, [&](std::string_view candidate) { return same = candidate == key; });
            if (same) return false;
        }
    }
    return true;
}

/// Bones that the figure's own family lacks, by names that mean the same to all.
void fill_from_other_families(BoneMap& map, const Keys& keys) {
    for (const BoneNames& row : bone_name_table()) {
        if (map[row.bone] >= 0 && (!is_left(row.bone) || map[other_side(row.bone)] >= 0)) continue;
        for (const std::string_view cell : row.keys) {
            for_each_alternative(cell, [&](std::string_view key) {
                if (!is_unmistakable(key, row)) return false;
                if (!is_left(row.bone)) {
                    assign(map, row.bone, Side::none, key, keys);
                } else {
                    assign(map, row.bone, Side::left, key, keys);
                    assign(map, other_side(row.bone), Side::right, key, keys);
                }
                return false;
            });
        }
    }
}

/// A trunk that goes by the plain words, whatever family the limbs are of, as in rigs made by hand.
void fill_plain_trunk(BoneMap& map, const Keys& keys) {
    assign(map, Bone::spine, Side::none, "spine", keys);
    assign(map, Bone::chest, Side::none, "chest", keys);
    assign(map, Bone::upper_chest, Side::none, "upperchest", keys);
}

std::string_view without_number(std::string_view key) {
    const std::size_t last = key.find_last_not_of("0123456789");
    return last == std::string_view::npos ? key : key.substr(0, last + 1);
}

/// A finger of exactly three joints in a row is proximal, intermediate and distal however they are numbered:
/// rigs that drop the metacarpal count on from 2.
void straighten_finger(const Document& document, BoneMap& map, Side side, Bone proximal, const Keys& keys) {
    const auto first = static_cast<std::size_t>(proximal);
    std::string stem;
    for (const auto& [name, node] : keys) {
        for (std::size_t i = first; i < first + 3; ++i) {
            if (name.first == side && map.node[i] == node) stem = without_number(name.second);
        }
    }
    if (stem.empty()) return;
    std::vector<int> nodes;
    for (const auto& [name, node] : keys) {
        const bool numbered = name.second.size() > stem.size() && without_number(name.second) == stem;
        if (name.first == side && numbered) nodes.push_back(node);
    }
    std::sort(nodes.begin(), nodes.end());
    if (nodes.size() != 3 || !is_below(document, nodes[1], nodes[0]) ||
        !is_below(document, nodes[2], nodes[1]))
        return;
    for (std::size_t i = 0; i < 3; ++i) map.node[first + i] = nodes[i];
}

void straighten_fingers(const Document& document, BoneMap& map, const Keys& keys) {
    for (const Bone proximal : {Bone::left_index_proximal, Bone::left_middle_proximal,
                                Bone::left_ring_proximal, Bone::left_little_proximal}) {
        straighten_finger(document, map, Side::left, proximal, keys);
        straighten_finger(document, map, Side::right, other_side(proximal), keys);
    }
}

/// A figure, not a chair: hips, and a limb on both sides.
bool is_convincing(const BoneMap& map) {
    const bool arms = map[Bone::left_upper_arm] >= 0 && map[Bone::right_upper_arm] >= 0;
    const bool legs = map[Bone::left_upper_leg] >= 0 && map[Bone::right_upper_leg] >= 0;
    return map[Bone::hips] >= 0 && (arms || legs) && count(map) >= fewest_bones;
}

}  // namespace

BoneMap bones_from_names(const Document& document, const Humanoid& humanoid) {
    const Keys keys = keys_of(document, humanoid);
    if (keys.size() < fewest_bones) return {};
    BoneMap best;
    std::size_t best_vocabulary = 0;
    for (std::size_t family = 0; family < name_family_count; ++family) {
        BoneMap map = map_by_family(family, keys);
        raise_hips(document, humanoid, map);
        drop_misplaced(document, map);
        const std::size_t vocabulary = names_in_family(family);
        const bool more_specific = count(map) == count(best) && vocabulary < best_vocabulary;
        if (count(map) > count(best) || more_specific) {
            best = map;
            best_vocabulary = vocabulary;
        }
    }
    fill_from_other_families(best, keys);
    fill_plain_trunk(best, keys);
    straighten_fingers(document, best, keys);
    drop_misplaced(document, best);
    return is_convincing(best) ? best : BoneMap{};
}

}  // namespace vitruvian
