// Limbs of one side by those of the other: rigs name both alike.
#include "model/core/at.h"
#include "model/figure/bone_findings.h"
#include "model/figure/bone_frames.h"
#include "model/figure/bone_hierarchy.h"
#include "model/standard/name_key.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using Limb = std::vector<Bone>;  // from the trunk outwards

const std::array<Limb, 3>& left_limbs() {
    static const std::array<Limb, 3> limbs = [] {
        std::array<Limb, 3> out{
            {{Bone::left_shoulder, Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand},
             {Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot, Bone::left_toes},
             {}}};
        for (auto bone = Bone::left_thumb_metacarpal; bone <= Bone::left_little_distal;
             bone = static_cast<Bone>(static_cast<int>(bone) + 1))
            out.back().push_back(bone);
        return out;
    }();
    return limbs;
}

/// Whether the bone is attached to the one before it in its limb: not the first of a finger.
bool follows(const Limb& limb, std::size_t i) {
    return i > 0 && parent_of(limb[i]) == limb[i - 1];
}

class Matcher {
  public:
    Matcher(const Document& document, const BoneFindings& found, std::span<const mat4> world, BoneMap& map)
        : document_(document), found_(found), world_(world), map_(map) {
        for (std::size_t i = 0; i < found.candidates.size(); ++i) {
            const NameKey& key = found.keys[i];
            if (key.side == Side::none) continue;
            const auto [entry, is_new] = nodes_.try_emplace({key.side, key.key}, found.candidates[i]);
            if (!is_new) entry->second = -1;  // ambiguous
        }
    }

    std::vector<FilledBone> run() {
        for (const Limb& limb : left_limbs()) {
            Limb mirrored = limb;
            for (Bone& bone : mirrored) bone = mirrored_bone(bone);
            const std::pair<int, int> left{named_count(limb, Side::left), chained_count(limb)};
            const std::pair<int, int> right{named_count(mirrored, Side::right), chained_count(mirrored)};
            if (left > right) copy(limb, mirrored);
            if (right > left) copy(mirrored, limb);
            fill_by_place(limb, mirrored);
            fill_by_place(mirrored, limb);
        }
        return std::move(changed_);
    }

  private:
    /// Returns the joint's name; one without a side for none.
    [[nodiscard]] NameKey key_of(int node) const {
        const auto place = std::lower_bound(found_.candidates.begin(), found_.candidates.end(), node);
        if (place == found_.candidates.end() || *place != node) return {};
        return found_.keys[static_cast<std::size_t>(place - found_.candidates.begin())];
    }

    /// Returns the joint of the same name on the other side; -1: none, or several.
    [[nodiscard]] int counterpart(int node) const {
        const NameKey key = key_of(node);
        if (key.side == Side::none) return -1;
        const auto other = nodes_.find({key.side == Side::left ? Side::right : Side::left, key.key});
        return other == nodes_.end() ? -1 : other->second;
    }

    /// Returns how many of a limb's bones have a joint named as of that side.
    [[nodiscard]] int named_count(const Limb& limb, Side side) const {
        return static_cast<int>(std::count_if(limb.begin(), limb.end(), [&](Bone bone) {
            return map_[bone] >= 0 && key_of(map_[bone]).side == side;
        }));
    }

    /// Returns how many of a limb's bones are below the one before.
    [[nodiscard]] int chained_count(const Limb& limb) const {
        int out = 0;
        for (std::size_t i = 1; i < limb.size(); ++i) {
            const int node = map_[limb[i]];
            const int above = map_[limb[i - 1]];
            if (follows(limb, i) && node >= 0 && above >= 0 && node != above &&
                is_below(document_, node, above))
                ++out;
        }
        return out;
    }

    [[nodiscard]] float distance(int a, int b) const {
        return glm::distance(vec3(at(world_, a)[3]), vec3(at(world_, b)[3]));
    }

    /// Whether two lengths are equal but for a share.
    [[nodiscard]] static bool is_alike(float one, float other, float least) {
        return std::min(one, other) >= least * std::max(one, other);
    }

    /// Gives `limb` the counterparts of the joints of the limb `known`.
    void copy(const Limb& known, const Limb& limb) {
        std::vector<int> wanted(limb.size(), -1);
        bool differs = false;
        for (std::size_t i = 0; i < limb.size(); ++i) {
            const int other = map_[known[i]];
            wanted[i] = other < 0 ? -1 : counterpart(other);
            if (wanted[i] < 0) continue;
            const std::optional<Bone> used = map_.bone_of(wanted[i]);
            if (used && std::find(limb.begin(), limb.end(), *used) == limb.end()) return;
            const bool has_before = follows(limb, i) && wanted[i - 1] >= 0;
            if (has_before &&
                !is_alike(distance(wanted[i - 1], wanted[i]), distance(map_[known[i - 1]], other), 0.6F))
                return;
            differs = differs || map_[limb[i]] != wanted[i];
        }
        if (!differs) return;
        for (std::size_t i = 0; i < limb.size(); ++i) {
            const bool is_taken = std::find(wanted.begin(), wanted.end(), map_[limb[i]]) != wanted.end();
            if (map_[limb[i]] == wanted[i] || (wanted[i] < 0 && !is_taken)) continue;
            map_[limb[i]] = wanted[i];
            changed_.push_back({limb[i], "named as its counterpart on the other side"});
        }
    }

    [[nodiscard]] int parent(int node) const { return at(document_.nodes, node).parent; }

    /// Whether two joints hang on the same joint, or on counterparts.
    [[nodiscard]] bool have_like_parents(int one, int other) const {
        const int above_one = parent(one);
        const int above_other = parent(other);
        if (above_one < 0 || above_other < 0) return false;
        if (above_one == above_other || counterpart(above_other) == above_one) return true;
        const std::optional<Bone> bone = map_.bone_of(above_other);
        return bone && map_[mirrored_bone(*bone)] == above_one;
    }

    /// Whether a joint is as far from the bones before and after it as the counterpart of the missing bone is.
    [[nodiscard]] bool is_in_place(int node, const Limb& known, const Limb& limb, std::size_t i) const {
        constexpr float alike = 0.9F;
        bool has_neighbour = false;
        const auto fits = [&](std::size_t k, bool is_above) {
            const int neighbour = map_[limb[k]];
            const int other = map_[known[k]];
            if (neighbour < 0 || other < 0) return true;
            if (!is_below(document_, is_above ? node : neighbour, is_above ? neighbour : node)) return false;
            const float length = distance(other, map_[known[i]]);
            has_neighbour = has_neighbour || length > 0.0F;
            return is_alike(length, distance(neighbour, node), alike);
        };
        if (follows(limb, i) && !fits(i - 1, true)) return false;
        if (i + 1 < limb.size() && follows(limb, i + 1) && !fits(i + 1, false)) return false;
        if (has_neighbour) return true;
        // A limb of one joint: as far from the trunk.
        constexpr float same = 0.98F;
        const int other = map_[known[i]];
        return key_of(node).side == Side::none &&
               is_alike(distance(parent(other), other), distance(parent(node), node), same);
    }

    /// Whether a bone is named as what is no bone on the other side, where a joint whose name `limb` lacks is it: a
    /// carpal bone for a hand.
    [[nodiscard]] bool is_mistaken(int node, int other) const {
        const int twin = counterpart(node);
        return twin >= 0 && !map_.bone_of(twin) && counterpart(other) < 0;
    }

    /// Finds bones that `limb` lacks and `known` has, or is mistaken about: the one joint that is where the counterpart
    /// is. One that replaces another has no name to go by.
    void fill_by_place(const Limb& known, const Limb& limb) {
        for (std::size_t i = 0; i < limb.size(); ++i) {
            const int other = map_[known[i]];
            const int mapped = map_[limb[i]];
            if (other < 0 || (mapped >= 0 && !is_mistaken(mapped, other))) continue;
            const auto is_it = [&](int node) {
                return !map_.bone_of(node) && have_like_parents(node, other) &&
                       name_role(node_name(document_, node)) != NameRole::control &&
                       (mapped < 0 || key_of(node).side == Side::none) && is_in_place(node, known, limb, i);
            };
            const std::vector<int>& all = found_.candidates;
            if (std::count_if(all.begin(), all.end(), is_it) != 1) continue;
            map_[limb[i]] = *std::find_if(all.begin(), all.end(), is_it);
            changed_.push_back({limb[i], "where its counterpart is on the other side"});
        }
    }

    const Document& document_;
    const BoneFindings& found_;
    std::span<const mat4> world_;
    BoneMap& map_;
    std::map<std::pair<Side, std::string>, int> nodes_;
    std::vector<FilledBone> changed_;
};

}  // namespace

std::vector<FilledBone> match_sides(const Document& document, const BoneFindings& found,
                                    std::span<const mat4> world, BoneMap& map) {
    return Matcher(document, found, world, map).run();
}

}  // namespace vitruvian
