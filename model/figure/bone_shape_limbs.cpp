// Recognises limbs by shape.
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// A hand or foot is at least the third joint of its limb, with this many chains.
constexpr int fan = 3;
constexpr int max_on_the_way = 24;

struct Way {
    std::vector<int> joints;
    bool fans_out = false;
};

/// Returns the next joint of a limb that came from `before` to `joint`: the start of the longest path, unless that
/// turns aside (a sleeve that hangs from the forearm) where another bone goes straight on.
int next_on_limb(const JointTree& tree, int before, int joint) {
    const int longest = tree.longest_child(joint);
    if (before < 0 || longest < 0) return longest;
    const vec3 along = unit_or_zero(tree.position(joint) - tree.position(before));
    const auto straightness = [&](int child) {
        return glm::dot(along, unit_or_zero(tree.position(child) - tree.position(joint)));
    };
    constexpr float aside = 0.5F;
    constexpr float straight_on = 0.85F;
    if (straightness(longest) > aside) return longest;
    for (const int child : tree.children(joint)) {
        const float share = tree.distance(joint, child) / std::max(tree.distance(before, joint), 1e-20F);
        if (share > 0.5F && share < 2.0F && straightness(child) > straight_on) return child;
    }
    return longest;
}

Way way_out(const JointTree& tree, int root, std::size_t max_joints) {
    Way way;
    int before = -1;
    int next = -1;
    for (int joint = root; joint >= 0; before = joint, joint = next) {
        next = next_on_limb(tree, before, joint);
        way.joints.push_back(joint);
        way.fans_out = way.joints.size() >= 3 && tree.branches(joint) >= fan;
        if (way.fans_out || way.joints.size() == max_joints) break;
    }
    return way;
}

/// Returns the distance of joint k from the straight line between two others.
float off_line(const JointTree& tree, const Way& way, std::size_t k, std::size_t from, std::size_t to) {
    const vec3 start = tree.position(way.joints[from]);
    const vec3 line = tree.position(way.joints[to]) - start;
    const vec3 step = tree.position(way.joints[k]) - start;
    const float square = glm::dot(line, line);
    return square > 0.0F ? glm::length(step - line * (glm::dot(step, line) / square)) : glm::length(step);
}

/// Returns how far the joints that are passed over are from the bones between joints u, l, and h, in all.
float off_bones(const JointTree& tree, const Way& way, std::size_t u, std::size_t l, std::size_t h) {
    float out = 0.0F;
    for (std::size_t k = u + 1; k < h; ++k) {
        if (k != l) out += off_line(tree, way, k, k < l ? u : l, k < l ? l : h);
    }
    return out;
}

/// Whether two chains begin at a joint, which may be the thumb and the fingers of a mitten; or two joints at its place.
bool divides(const JointTree& tree, int joint) {
    const std::vector<int>& children = tree.children(joint);
    const float same = 1e-3F * tree.reach(joint);
    const auto here = std::count_if(children.begin(), children.end(),
                                    [&](int child) { return tree.distance(joint, child) <= same; });
    return tree.branches(joint) > 1 || here > 1;
}

/// Rates joints u, l, h of a path as the two long bones of a limb: long, similar, and adjacent.
float rating(const JointTree& tree, const Way& way, std::size_t u, std::size_t l, std::size_t h) {
    const float a = tree.distance(way.joints[u], way.joints[l]);
    const float b = tree.distance(way.joints[l], way.joints[h]);
    const float whole = tree.reach(way.joints.front());
    // Skipped twist joints are on the bone; a heel is not.
    constexpr float per_skipped = 0.08F;
    const float passed_over =
        per_skipped * whole * static_cast<float>(h - u - 2) + 4.0F * off_bones(tree, way, u, l, h);
    // A collar bone is short compared with the arm.
    const float before = tree.distance(way.joints.front(), way.joints[u]);
    const float too_late = 2.0F * std::max(0.0F, before - 0.6F * a);
    const float as_hand = divides(tree, way.joints[h]) ? 0.15F * whole : 0.0F;
    return as_hand + a + b - 2.0F * std::abs(a - b) - passed_over - too_late;
}

}  // namespace

bool is_halved(const JointTree& tree, int from, int middle, int to) {
    constexpr float exactly = 0.01F;
    const vec3 centre = 0.5F * (tree.position(from) + tree.position(to));
    return glm::distance(tree.position(middle), centre) < exactly * tree.distance(from, to);
}

bool is_collar(const JointTree& tree, int root, int twin) {
    const int next = tree.longest_child(root);
    const int twin_next = tree.longest_child(twin);
    int after = next < 0 ? -1 : tree.longest_child(next);
    const int twist_end = after < 0 ? -1 : tree.longest_child(after);
    if (twist_end >= 0 && is_halved(tree, next, after, twist_end)) after = twist_end;
    if (after < 0 || twin_next < 0 || tree.chain_size(root) < 4) return false;
    const float apart = tree.distance(root, twin);
    const float next_apart = tree.distance(next, twin_next);
    const float share = tree.distance(root, next) / std::max(tree.distance(next, after), 1e-20F);
    return (apart < 0.2F * next_apart && share < 1.0F) || (apart < 0.4F * next_apart && share < 0.65F);
}

namespace {

/// Which joints of a way are the start of the upper bone, that of the lower one, and its end.
struct Bends {
    std::size_t upper, lower, end;
};

LimbShape limb_of(const JointTree& tree, const Way& way, const Bends& bends) {
    LimbShape out;
    out.upper = way.joints[bends.upper];
    out.lower = way.joints[bends.lower];
    out.end = way.joints[bends.end];
    if (bends.upper > 0) out.shoulder = way.joints.front();
    if (bends.end + 1 < way.joints.size()) out.after = way.joints[bends.end + 1];
    const float a = tree.distance(out.upper, out.lower);
    const float b = tree.distance(out.lower, out.end);
    out.likeness = std::min(a, b) / std::max(std::max(a, b), 1e-20F);
    out.fans_out = way.fans_out;
    return out;
}

/// Returns the bends from joint `first` on with the highest value.
template <typename Value>
Bends best_bends(const Way& way, std::size_t first, const Value& value_of) {
    Bends best{first, first + 1, first + 2};
    float highest = -1e30F;
    const std::size_t count = way.joints.size();
    for (std::size_t h = way.fans_out ? count - 1 : first + 2; h < count; ++h) {
        for (std::size_t l = first + 1; l < h; ++l) {
            for (std::size_t u = first; u < l; ++u) {
                const float value = value_of(u, l, h);
                if (value <= highest) continue;
                highest = value;
                best = {u, l, h};
            }
        }
    }
    return best;
}

}  // namespace

LimbShape find_limb(const JointTree& tree, int root, bool has_collar, int max_joints) {
    const Way way = way_out(tree, root, static_cast<std::size_t>(std::min(max_joints, max_on_the_way)));
    const std::size_t count = way.joints.size();
    LimbShape out;
    if (count < 2) return out;
    if (count == 2) {
        out.upper = way.joints[0];
        out.lower = way.joints[1];
        return out;
    }
    return limb_of(tree, way, best_bends(way, has_collar && count > 3 ? 1 : 0, [&](auto u, auto l, auto h) {
                       return rating(tree, way, u, l, h);
                   }));
}

LimbShape find_limb_like(const JointTree& tree, int root, const LimbShape& twin, const LimbShape& otherwise) {
    if (twin.end < 0) return otherwise;
    const Way way = way_out(tree, root, static_cast<std::size_t>(max_on_the_way));
    if (way.joints.size() < 3) return otherwise;
    const float upper = tree.distance(twin.upper, twin.lower);
    const float lower = tree.distance(twin.lower, twin.end);
    const auto error_of = [&](std::size_t u, std::size_t l, std::size_t h) {
        return std::abs(tree.distance(way.joints[u], way.joints[l]) - upper) +
               std::abs(tree.distance(way.joints[l], way.joints[h]) - lower) + off_bones(tree, way, u, l, h);
    };
    // Of two joints at one place the first holds the offset of the second.
    const float per_joint = 1e-4F * (upper + lower);
    const Bends best = best_bends(way, 0, [&](auto u, auto l, auto h) {
        return per_joint * static_cast<float>(u + l + h) - error_of(u, l, h);
    });
    constexpr float alike = 0.04F;
    const bool is_alike = error_of(best.upper, best.lower, best.end) < alike * (upper + lower);
    if (!is_alike) return otherwise;
    LimbShape out = limb_of(tree, way, best);
    if (twin.shoulder < 0) out.shoulder = -1;
    return out;
}

}  // namespace vitruvian
