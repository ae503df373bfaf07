// Finds bones that names leave out, by their neighbours in the tree.
#include "model/core/at.h"
#include "model/figure/bone_hierarchy.h"
#include "model/figure/bone_inference.h"
#include "model/figure/named_joints.h"
#include "model/standard/name_key.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

class Filler {
  public:
    Filler(const Document& document, std::span<const int> joints, std::span<const mat4> world, BoneMap& map)
        : document_(document), joints_(joints), world_(world), map_(map) {}

    std::vector<FilledBone> run() {
        drop_stubs(limbs[0], limbs[1]);
        drop_stubs(limbs[2], limbs[3]);
        for (const auto& [upper, lower, end] : limbs) raise_limb(upper, lower, end);
        lower_arm(Bone::left_shoulder, limbs[0]);
        lower_arm(Bone::right_shoulder, limbs[1]);
        for (const auto& [foot, toes, leg] : feet) raise_foot(foot, toes, leg);
        raise_lone_leg(limbs[2], Bone::left_toes);
        raise_lone_leg(limbs[3], Bone::right_toes);
        fill_single_gaps();
        for (const auto& [upper, lower, end] : limbs) fill_bend(upper, lower, end);
        fill_trunk();
        return std::move(filled_);
    }

  private:
    static constexpr std::array<std::array<Bone, 3>, 4> limbs{{
        {Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand},
        {Bone::right_upper_arm, Bone::right_lower_arm, Bone::right_hand},
        {Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot},
        {Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot},
    }};

    static constexpr std::array<std::array<Bone, 3>, 2> feet{{
        {Bone::left_foot, Bone::left_toes, Bone::left_lower_leg},
        {Bone::right_foot, Bone::right_toes, Bone::right_lower_leg},
    }};

    [[nodiscard]] vec3 place(int node) const { return vec3(at(world_, node)[3]); }
    [[nodiscard]] float distance(int a, int b) const { return glm::distance(place(a), place(b)); }
    [[nodiscard]] int parent(int node) const { return at(document_.nodes, node).parent; }
    [[nodiscard]] bool is_free(int node) const {
        return std::binary_search(joints_.begin(), joints_.end(), node) && !map_.bone_of(node) &&
               name_role(at(document_.nodes, node).name) != NameRole::control;
    }
    void fill(Bone bone, int node, std::string_view why) {
        map_[bone] = node;
        filled_.push_back({bone, why});
    }

    /// Returns the single joint between `below` and `above` that is not a bone; -1: none, several, or not an
    /// ancestor.
    [[nodiscard]] int only_joint_between(int below, int above) const {
        int found = -1;
        for (int up = parent(below); up != above; up = parent(up)) {
            if (up < above || up < 0 || map_.bone_of(up)) return -1;
            if (!is_free(up)) continue;
            if (found >= 0) return -1;
            found = up;
        }
        return found;
    }

    [[nodiscard]] bool carries(int node) const {
        return std::any_of(joints_.begin(), joints_.end(), [&](int joint) { return parent(joint) == node; });
    }

    /// "Elbows" that carry nothing, beside the joints that carry the hands, mark places.
    void drop_stubs(const std::array<Bone, 3>& left, const std::array<Bone, 3>& right) {
        const auto is_stub = [&](const std::array<Bone, 3>& limb) {
            const auto [upper, lower, end] = limb;
            return map_[lower] >= 0 && !carries(map_[lower]) && map_[end] >= 0 && map_[upper] >= 0 &&
                   !is_below(document_, map_[lower], map_[end]);
        };
        if (!is_stub(left) || !is_stub(right)) return;
        for (const auto& [upper, lower, end] : {left, right}) {
            if (is_below(document_, map_[end], map_[upper]) && parent(map_[end]) != map_[upper])
                map_[lower] = -1;
        }
    }

    /// "Leg" is the lower bone below an "UpLeg", and the upper one above a "Shin".
    void raise_limb(Bone upper, Bone lower, Bone end) {
        if (map_[upper] >= 0 || map_[lower] < 0 || map_[end] < 0) return;
        const int above = parent(map_[lower]);
        const bool is_first = above >= 0 && (map_.bone_of(above) || !is_free(above));
        const int between = only_joint_between(map_[end], map_[lower]);
        if (!is_first || between < 0) return;
        const float first = distance(map_[lower], between);
        const float second = distance(between, map_[end]);
        if (!(std::min(first, second) > 0.4F * std::max(first, second))) return;
        map_[upper] = map_[lower];
        filled_.push_back({upper, "the first of the limb's two long bones"});
        fill(lower, between, "the second of the limb's two long bones");
    }

    /// An "Arm" between a "Shoulder" and the hand is the lower one if there is a "Clavicle" above.
    void lower_arm(Bone shoulder, const std::array<Bone, 3>& arm) {
        const auto [upper, lower, hand] = arm;
        if (map_[shoulder] < 0 || map_[upper] < 0 || map_[lower] >= 0 || map_[hand] < 0) return;
        if (parent(map_[hand]) != map_[upper]) return;
        const int between = only_joint_between(map_[upper], map_[shoulder]);
        if (between < 0 || !is_free(between)) return;
        const float first = distance(between, map_[upper]);
        const float second = distance(map_[upper], map_[hand]);
        if (!(std::min(first, second) > 0.4F * std::max(first, second))) return;
        fill(lower, map_[upper], "the second of the limb's two long bones");
        fill(upper, between, "the first of the limb's two long bones");
    }

    /// Returns a joint's key without what all names of the rig have in common.
    [[nodiscard]] std::string key_in_rig(int node) const {
        const auto found = std::find(joints_.begin(), joints_.end(), node);
        if (found == joints_.end()) return {};
        return joint_keys(document_, joints_)[static_cast<std::size_t>(found - joints_.begin())].key;
    }

    /// A single "Leg" is the whole leg.
    void raise_lone_leg(const std::array<Bone, 3>& leg, Bone toes) {
        const auto [upper, lower, foot] = leg;
        if (map_[upper] >= 0 || map_[lower] < 0 || map_[foot] >= 0 || map_[toes] >= 0) return;
        const int above = parent(map_[lower]);
        if (above < 0 || above != map_[Bone::hips]) return;
        if (key_in_rig(map_[lower]) == "leg")
            fill(upper, std::exchange(map_[lower], -1), "the leg's only joint");
    }

    /// Whether a joint named as a foot follows the lower leg after a single joint that is no ankle: one at its
    /// place, or far up the leg.
    [[nodiscard]] bool is_foot_after_helper(int node, int leg) const {
        const int between = only_joint_between(node, leg);
        if (between < 0 || key_in_rig(node) != "foot") return false;
        const float share = distance(between, node) / std::max(distance(leg, node), 1e-20F);
        return share < 0.01F || share > 0.3F;
    }

    /// A child of the lower leg is a foot, whatever its name means elsewhere.
    void raise_foot(Bone foot, Bone toes, Bone leg) {
        if (map_[foot] >= 0 || map_[leg] < 0) return;
        if (map_[toes] < 0) {
            const auto found = std::find_if(joints_.begin(), joints_.end(), [&](int joint) {
                return parent(joint) == map_[leg] && is_free(joint) && key_in_rig(joint) == "foot";
            });
            if (found != joints_.end()) fill(foot, *found, "named as a foot, below the lower leg");
            return;
        }
        if (parent(map_[toes]) != map_[leg] && !is_foot_after_helper(map_[toes], map_[leg])) return;
        fill(foot, std::exchange(map_[toes], -1), "is a child of the lower leg");
        for (const int joint : joints_) {
            const bool is_below = parent(joint) == map_[foot] && is_free(joint);
            if (is_below && map_[toes] < 0 && key_in_rig(joint).starts_with("toe"))
                fill(toes, joint, "named as toes, below the foot");
        }
    }

    void fill_single_gaps() {
        for (std::size_t i = 1; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            // These three are not ancestors of anything required.
            const bool is_optional =
                bone == Bone::upper_chest || bone == Bone::left_shoulder || bone == Bone::right_shoulder;
            if (map_[bone] >= 0 || is_optional) continue;
            std::optional<Bone> above = parent_of(bone);
            while (above && map_[*above] < 0) above = parent_of(*above);
            if (!above) continue;
            for (std::size_t k = i + 1; k < bone_count && map_[bone] < 0; ++k) {
                const auto below = static_cast<Bone>(k);
                if (parent_of(below) != bone || map_[below] < 0) continue;
                const int node = only_joint_between(map_[below], map_[*above]);
                if (node < 0) continue;
                const float whole = distance(map_[below], map_[*above]);
                if (!(distance(node, map_[below]) > 1e-3F * whole)) continue;
                // A trunk bone between hips and head is not a neck.
                if (bone == Bone::neck && carrier_of_arms(document_, map_) == node) continue;
                fill(bone, node, "the only joint between the bones above and below");
            }
        }
    }

    /// A straight limb bends in the middle.
    void fill_bend(Bone upper, Bone lower, Bone end) {
        if (map_[upper] < 0 || map_[end] < 0 || map_[lower] >= 0) return;
        const vec3 start = place(map_[upper]);
        const vec3 way = place(map_[end]) - start;
        const float length = glm::length(way);
        if (!is_below(document_, map_[end], map_[upper]) || !(length > 0.0F)) return;
        int bent = -1;
        int middle = -1;
        float most = 0.02F * length;
        float nearest = 0.25F * length;
        for (int up = parent(map_[end]); up > map_[upper]; up = parent(up)) {
            if (!is_free(up)) continue;
            const vec3 step = place(up) - start;
            const float along = glm::dot(step, way) / length;
            const float aside = glm::length(step - way * (along / length));
            const bool is_inside = along > 0.25F * length && along < 0.75F * length;
            if (is_inside && aside > most) {
                most = aside;
                bent = up;
            }
            if (std::abs(along - 0.5F * length) < nearest) {
                nearest = std::abs(along - 0.5F * length);
                middle = up;
            }
        }
        const int found = bent >= 0 ? bent : middle;
        if (found >= 0)
            fill(lower, found,
                 bent >= 0 ? "where the limb bends" : "the joint nearest to the middle of a straight limb");
    }

    /// Returns the joints from the hips to the ancestor of the arms that are not bones of limbs or head, each
    /// at some distance above the previous one.
    [[nodiscard]] std::vector<int> trunk() const {
        const int carrier = carrier_of_arms(document_, map_);
        if (carrier < 0 || map_[Bone::hips] < 0) return {};
        const int below = common_ancestor(document_, carrier, map_[Bone::hips]);
        std::vector<int> row;
        for (int node = carrier; node >= 0 && node != below; node = parent(node)) {
            const std::optional<Bone> bone = map_.bone_of(node);
            const bool is_trunk = bone && *bone >= Bone::spine && *bone <= Bone::upper_chest;
            if (is_trunk || is_free(node)) row.push_back(node);
            if (bone && !is_trunk) return {};
        }
        std::reverse(row.begin(), row.end());
        const float whole = distance(map_[Bone::hips], carrier);
        int before = map_[Bone::hips];
        std::vector<int> out;
        for (const int node : row) {
            const bool is_bone = map_.bone_of(node).has_value();
            if (!is_bone && !(distance(before, node) > 0.05F * whole)) continue;
            out.push_back(node);
            before = node;
        }
        return out;
    }

    void fill_trunk() {
        const std::vector<int> row = trunk();
        const auto end = static_cast<std::ptrdiff_t>(row.size());
        const auto rank = [&](Bone bone) {
            return map_[bone] < 0 ? end : std::find(row.begin(), row.end(), map_[bone]) - row.begin();
        };
        constexpr std::string_view why = "between the hips and the arms";
        if (row.empty()) return;
        const std::ptrdiff_t lowest = std::min(rank(Bone::chest), rank(Bone::upper_chest));
        if (map_[Bone::spine] < 0 && lowest > 0) fill(Bone::spine, row.front(), why);
        if (map_[Bone::spine] < 0 && row.size() > 1) {
            // Vertebrae numbered from what other rigs call the second one.
            map_[Bone::chest] = map_[Bone::upper_chest] = -1;
            fill(Bone::spine, row[0], why);
            fill(Bone::chest, row[row.size() == 2 ? 1 : (row.size() - 1) / 2], why);
            if (row.size() > 2) fill(Bone::upper_chest, row.back(), why);
        }
        const std::ptrdiff_t spine = rank(Bone::spine);
        if (map_[Bone::chest] < 0 && spine + 1 < rank(Bone::upper_chest)) {
            const std::ptrdiff_t last = rank(Bone::upper_chest) - 1;
            fill(Bone::chest, row[static_cast<std::size_t>((spine + 1 + last) / 2)], why);
        }
        const std::ptrdiff_t chest = rank(Bone::chest);
        if (map_[Bone::upper_chest] < 0 && map_[Bone::chest] >= 0 && chest + 1 < end)
            fill(Bone::upper_chest, row.back(), why);
        if (map_[Bone::chest] < 0 && map_[Bone::upper_chest] >= 0)
            fill(Bone::chest, std::exchange(map_[Bone::upper_chest], -1), "the only chest");
    }

    const Document& document_;
    std::span<const int> joints_;
    std::span<const mat4> world_;
    BoneMap& map_;
    std::vector<FilledBone> filled_;
};

}  // namespace

std::vector<FilledBone> fill_gaps(const Document& document, std::span<const int> joints,
                                  std::span<const mat4> world, BoneMap& map) {
    return Filler(document, joints, world, map).run();
}

}  // namespace vitruvian
