// Hands and feet that hang elsewhere than on their limbs: on the root, where inverse kinematics leads the limb to them.
#include "model/core/at.h"
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// A limb that has no hand or foot: its joints from the trunk outwards.
using Stump = std::vector<int>;

/// Returns the longest path from `root` if it has so few joints that the hand or foot may be missing.
Stump stump_of(const JointTree& tree, int root) {
    constexpr int most = 9;  // with helpers before the arm and twist joints
    Stump out;
    if (tree.chain_size(root) > most) return out;
    for (int joint = root; joint >= 0; joint = tree.longest_child(joint)) out.push_back(joint);
    return out;
}

bool is_same(float a, float b) {
    return is_alike(a, b, 0.9F);
}

/// Whether the joints between two of a limb are near the straight line from one to the other, and no strand of hair.
bool is_one_bone(const JointTree& tree, const Stump& stump, std::size_t from, std::size_t to) {
    constexpr float off = 0.06F;
    const vec3 start = tree.position(stump[from]);
    const vec3 way = tree.position(stump[to]) - start;
    const vec3 along = unit_or_zero(way);
    float shortest = tree.distance(stump[from], stump[from + 1]);
    float longest = shortest;
    for (std::size_t k = from + 1; k < to; ++k) {
        const vec3 step = tree.position(stump[k]) - start;
        if (glm::length(step - along * glm::dot(step, along)) > off * glm::length(way)) return false;
        shortest = std::min(shortest, tree.distance(stump[k], stump[k + 1]));
        longest = std::max(longest, tree.distance(stump[k], stump[k + 1]));
    }
    constexpr float equal = 0.8F;
    return to - from < 3 || shortest < equal * longest;
}

/// Whether two bones as long as a limb's begin at a joint: an arm, which goes on from no strand of hair, and no hand.
bool is_limb(const JointTree& tree, int joint, float bone) {
    constexpr float share = 0.5F;
    const int next = tree.longest_child(joint);
    const int last = next < 0 ? -1 : tree.longest_child(next);
    return last >= 0 && std::min(tree.distance(joint, next), tree.distance(next, last)) > share * bone;
}

/// Returns how straight the way from joint `to` of a limb to `end` is, 1 at most; 0 where it is not about as long as
/// the bone before, which may have twist joints.
float straightness(const JointTree& tree, const Stump& stump, std::size_t to, int end) {
    const vec3 next = tree.position(end) - tree.position(stump[to]);
    // What is below is a twist joint, or what is worn: not the limb's own hand or foot.
    constexpr float worn = 0.8F;
    if (tree.reach(stump[to]) > worn * glm::length(next)) return 0.0F;
    if (is_limb(tree, end, glm::length(next))) return 0.0F;
    const float longest = to + 1 < stump.size() ? 1.6F : 1.8F;
    const float shortest = to + 1 < stump.size() ? 0.6F : 0.5F;
    float out = 0.0F;
    for (std::size_t from = 0; from < to; ++from) {
        const vec3 bone = tree.position(stump[to]) - tree.position(stump[from]);
        const float share = glm::length(next) / std::max(glm::length(bone), 1e-20F);
        if (share < shortest || share > longest || !is_one_bone(tree, stump, from, to)) continue;
        out = std::max(out, glm::dot(unit_or_zero(bone), unit_or_zero(next)));
    }
    return out;
}

/// A limb with the hand or foot that continues it.
struct Continued {
    int root = -1;  // where the limb begins
    int to = -1;    // the last joint before the end
    int end = -1;   // -1: none
};

/// Returns the limb from `root` with that one of `ends` to which it goes straightest: from its last joint, or `within`,
/// from the innermost possible.
Continued continued(const JointTree& tree, int root, const std::vector<int>& ends, bool within) {
    const Stump stump = stump_of(tree, root);
    Continued out{root};
    float most = 0.6F;
    for (std::size_t to = within || stump.size() < 2 ? 1 : stump.size() - 1; to < stump.size() && out.end < 0;
         ++to) {
        for (const int end : ends) {
            const float value = straightness(tree, stump, to, end);
            if (value <= most) continue;
            out = {root, stump[to], end};
            most = value;
        }
    }
    return out;
}

/// Returns the joints that may be ends: on the root, or not far from it, beside what leads to a limb.
std::vector<int> loose_joints(const JointTree& tree) {
    constexpr int deepest = 4;
    constexpr std::size_t most = 256;
    std::vector<int> depth(static_cast<std::size_t>(tree.size()), 0);
    std::vector<int> out;
    for (int joint = 0; joint < tree.size(); ++joint) {
        const int parent = tree.parent(joint);
        at(depth, joint) = parent < 0 ? 0 : at(depth, parent) + 1;
        if (at(depth, joint) <= deepest) out.push_back(joint);
    }
    if (out.size() > most) out.clear();
    return out;
}

/// Returns those of `loose` that may end limbs on the joint `on`: roots, and children of what carries it; or, `beside`,
/// children of what is beside it there, as hips are beside the trunk.
std::vector<int> ends_for(const JointTree& tree, int on, const std::vector<int>& loose, bool beside) {
    std::vector<int> out;
    for (const int joint : loose) {
        const int parent = tree.parent(joint);
        const int carrier = beside && parent >= 0 ? tree.parent(parent) : parent;
        const bool is_free = carrier >= 0 ? tree.is_below(on, carrier) : parent < 0 && !beside;
        if (is_free && !tree.is_below(on, joint)) out.push_back(joint);
    }
    return out;
}

/// Whether two limbs are each other's mirror image, with ends that hang elsewhere.
bool are_twins(const JointTree& tree, const Continued& a, const Continued& b) {
    if (a.end == b.end || tree.parent(a.end) != tree.parent(b.end)) return false;
    const bool is_own = tree.is_below(a.to, a.end) || tree.is_below(b.to, b.end) ||
                        tree.is_below(a.to, b.end) || tree.is_below(b.to, a.end);
    return !is_own && is_same(tree.distance(a.to, a.end), tree.distance(b.to, b.end)) &&
           is_same(tree.distance(a.to, b.end), tree.distance(b.to, a.end)) &&
           is_same(tree.distance(a.root, a.end), tree.distance(b.root, b.end));
}

/// Returns the pairs of limbs on a joint that are continued by some of `ends`.
std::vector<std::pair<Continued, Continued>> find_twins(const JointTree& tree, int on,
                                                        const std::vector<int>& ends, bool within) {
    std::vector<Continued> limbs;
    const std::vector<int>& children = tree.children(on);
    constexpr std::size_t most = 24;
    for (const int root : std::span(children).first(std::min(children.size(), most))) {
        const Continued limb = continued(tree, root, ends, within);
        if (limb.end >= 0) limbs.push_back(limb);
    }
    std::vector<std::pair<Continued, Continued>> out;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        for (std::size_t k = i + 1; k < limbs.size(); ++k) {
            if (are_twins(tree, limbs[i], limbs[k])) out.emplace_back(limbs[i], limbs[k]);
        }
    }
    return out;
}

}  // namespace

std::optional<JointTree> with_ends_joined(const JointTree& tree, bool within) {
    const std::vector<int> loose = loose_joints(tree);
    std::vector<int> parents;
    for (int joint = 0; joint < tree.size(); ++joint) parents.push_back(tree.parent(joint));
    bool has_joined = false;
    const auto join = [&](int end, int stump) {
        for (int up = stump; up >= 0; up = at(parents, up)) {
            if (up == end) return;  // joined the other way around
        }
        at(parents, end) = stump;
        has_joined = true;
    };
    const auto is_joined = [&](int joint) { return at(parents, joint) != tree.parent(joint); };
    for (const bool beside : {false, true}) {
        if (has_joined) break;
        for (int on = 0; on < tree.size(); ++on) {
            if (tree.children(on).size() < 2) continue;
            for (const auto& [a, b] : find_twins(tree, on, ends_for(tree, on, loose, beside), within)) {
                if (is_joined(a.end) || is_joined(b.end)) continue;
                join(a.end, a.to);
                join(b.end, b.to);
            }
        }
    }
    if (!has_joined) return std::nullopt;
    return tree.with_parents(parents);
}

}  // namespace vitruvian
