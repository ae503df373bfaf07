// Hands and feet that hang elsewhere than on their limbs: on the root, where inverse kinematics leads the limb to them.
#include "model/core/at.h"
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// The last bone of a limb that has no hand or foot.
struct Stump {
    int from = -1, to = -1;
};

/// Two of them, left and right.
struct StumpPair {
    Stump a, b;
};

/// Returns the end of the longest path from `root` if it has so few joints that the hand or foot may be missing.
Stump stump_of(const JointTree& tree, int root) {
    constexpr int most = 9;  // with helpers before the arm and twist joints
    Stump out;
    if (tree.chain_size(root) < 2 || tree.chain_size(root) > most) return out;
    for (int joint = root; joint >= 0; joint = tree.longest_child(joint)) {
        out.from = out.to;
        out.to = joint;
    }
    return out;
}

bool is_same(float a, float b) {
    return is_alike(a, b, 0.9F);
}

/// Returns the pairs of limbs on a joint.
std::vector<StumpPair> find_stumps(const JointTree& tree, int on) {
    std::vector<StumpPair> out;
    const std::vector<int>& children = tree.children(on);
    constexpr std::size_t most = 24;
    const std::size_t count = std::min(children.size(), most);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = i + 1; k < count; ++k) {
            const StumpPair pair{stump_of(tree, children[i]), stump_of(tree, children[k])};
            if (pair.a.from < 0 || pair.b.from < 0) continue;
            if (is_same(tree.distance(pair.a.from, pair.a.to), tree.distance(pair.b.from, pair.b.to)))
                out.push_back(pair);
        }
    }
    return out;
}

/// Returns how straight the way from a limb to `end` is, 1 at most; 0 where it is not about as long as the last bone.
float straightness(const JointTree& tree, const Stump& stump, int end) {
    const vec3 bone = tree.position(stump.to) - tree.position(stump.from);
    const vec3 next = tree.position(end) - tree.position(stump.to);
    const float length = glm::length(bone);
    const float share = glm::length(next) / std::max(length, 1e-20F);
    if (share < 0.5F || share > 1.8F) return 0.0F;
    return glm::dot(unit_or_zero(bone), unit_or_zero(next));
}

/// Returns the joint, one of `ends`, that continues a limb; -1: none.
int straightest(const JointTree& tree, const Stump& stump, const std::vector<int>& ends) {
    int best = -1;
    float most = 0.6F;
    for (const int end : ends) {
        const float value = straightness(tree, stump, end);
        if (value <= most) continue;
        best = end;
        most = value;
    }
    return best;
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

/// Returns the ends of both limbs of a pair, if they are each other's mirror image.
std::optional<std::pair<int, int>> ends_of(const JointTree& tree, const StumpPair& pair,
                                           const std::vector<int>& ends) {
    const int a = straightest(tree, pair.a, ends);
    const int b = straightest(tree, pair.b, ends);
    if (a < 0 || b < 0 || a == b || tree.parent(a) != tree.parent(b)) return std::nullopt;
    const bool is_own = tree.is_below(pair.a.to, a) || tree.is_below(pair.b.to, b) ||
                        tree.is_below(pair.a.to, b) || tree.is_below(pair.b.to, a);
    const bool is_mirrored = is_same(tree.distance(pair.a.to, a), tree.distance(pair.b.to, b)) &&
                             is_same(tree.distance(pair.a.to, b), tree.distance(pair.b.to, a)) &&
                             is_same(tree.distance(pair.a.from, a), tree.distance(pair.b.from, b));
    if (is_own || !is_mirrored) return std::nullopt;
    return std::pair(a, b);
}

}  // namespace

JointTree with_ends_joined(const JointTree& tree) {
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
            const std::vector<StumpPair> pairs = find_stumps(tree, on);
            if (pairs.empty()) continue;
            const std::vector<int> ends = ends_for(tree, on, loose, beside);
            for (const StumpPair& pair : pairs) {
                const auto found = ends_of(tree, pair, ends);
                if (!found || is_joined(found->first) || is_joined(found->second)) continue;
                join(found->first, pair.a.to);
                join(found->second, pair.b.to);
            }
        }
    }
    return has_joined ? tree.with_parents(parents) : tree;
}

}  // namespace vitruvian
