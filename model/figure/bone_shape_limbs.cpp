// Recognises limbs and fingers by shape.
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <cmath>
#include <span>

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
    // Two chains may be the thumb and the fingers of a mitten.
    const float as_hand = tree.branches(way.joints[h]) > 1 ? 0.15F * whole : 0.0F;
    return as_hand + a + b - 2.0F * std::abs(a - b) - passed_over - too_late;
}

}  // namespace

bool is_collar(const JointTree& tree, int root, int twin) {
    const int next = tree.longest_child(root);
    const int twin_next = tree.longest_child(twin);
    const int after = next < 0 ? -1 : tree.longest_child(next);
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

namespace {

struct Chain {
    std::vector<int> joints;  // from the palm outwards
    vec3 base{0.0F};
    vec3 direction{0.0F};
    std::size_t palm_bones = 0;  // the first joints, which are in the palm
};

/// Returns the joint that shows where a chain goes: what follows the third one may be held or worn.
int pointer_of(const std::vector<int>& joints) {
    return joints[std::min<std::size_t>(joints.size() - 1, 2)];
}

/// Returns the chains from each leaf up to the last joint that no other chain shares; of the leaves of one joint,
/// the farthest.
std::vector<Chain> chains_of(const JointTree& tree, int hand) {
    std::vector<Chain> out;
    for (const int leaf : tree.leaves(hand)) {
        Chain chain;
        int joint = leaf;
        while (joint != hand) {
            chain.joints.push_back(joint);
            const int up = tree.parent(joint);
            if (up == hand || tree.branches(up) > 1 || joint != tree.longest_child(up)) break;
            joint = up;
        }
        std::reverse(chain.joints.begin(), chain.joints.end());
        // Some exporters insert a joint before each to hold its offset.
        const float none = 1e-4F * tree.reach(hand);
        for (std::size_t i = 0; i + 1 < chain.joints.size() && chain.joints.size() > 2;) {
            const bool is_offset = tree.distance(chain.joints[i], chain.joints[i + 1]) <= none;
            if (is_offset) chain.joints.erase(chain.joints.begin() + static_cast<std::ptrdiff_t>(i));
            i += is_offset ? 0 : 1;
        }
        if (chain.joints.size() < 2) continue;
        chain.base = tree.position(chain.joints.front());
        const vec3 way = tree.position(pointer_of(chain.joints)) - chain.base;
        const float length = glm::length(way);
        if (!(length > 0.0F)) continue;
        chain.direction = way / length;
        out.push_back(std::move(chain));
    }
    return out;
}

float length_of(const JointTree& tree, const Chain& chain) {
    float out = 0.0F;
    for (std::size_t i = 1; i < chain.joints.size(); ++i)
        out += tree.distance(chain.joints[i - 1], chain.joints[i]);
    return out;
}

/// Returns how much two chains differ, each on its own hand: 0 for a finger and its counterpart on the other
/// hand.
float unlikeness(const JointTree& tree, int hand_a, const Chain& a, int hand_b, const Chain& b) {
    const auto part = [](float x, float y) { return std::abs(x - y) / std::max(std::max(x, y), 1e-20F); };
    const float joints = part(static_cast<float>(a.joints.size()), static_cast<float>(b.joints.size()));
    return part(length_of(tree, a), length_of(tree, b)) + joints +
           part(glm::distance(a.base, tree.position(hand_a)), glm::distance(b.base, tree.position(hand_b)));
}

/// A hand with more chains than the other holds something: the chain least similar to any of the other hand
/// is dropped.
void drop_held_things(const JointTree& tree, int hand, int twin, std::vector<Chain>& chains) {
    if (twin < 0) return;
    const std::vector<Chain> others = chains_of(tree, twin);
    while (others.size() >= 2 && chains.size() > others.size()) {
        const auto strangeness = [&](const Chain& chain) {
            float least = 1e30F;
            for (const Chain& other : others)
                least = std::min(least, unlikeness(tree, hand, chain, twin, other));
            return least;
        };
        const auto strangest =
            std::max_element(chains.begin(), chains.end(),
                             [&](const Chain& a, const Chain& b) { return strangeness(a) < strangeness(b); });
        chains.erase(strangest);
    }
}

/// Returns how far a chain's direction differs from the others, 0..2.
float deviation(const std::vector<Chain>& chains, std::size_t which) {
    vec3 sum(0.0F);
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (i != which) sum += chains[i].direction;
    }
    const float length = glm::length(sum);
    return length > 0.0F ? 1.0F - glm::dot(chains[which].direction, sum / length) : 0.0F;
}

/// Returns the index of the thumb's chain, or npos: it leaves the hand nearest to the wrist, and in another
/// direction than the others.
std::size_t find_thumb(const JointTree& tree, int hand, const std::vector<Chain>& chains,
                       const vec3& arm_direction, const vec3& front) {
    constexpr auto none = static_cast<std::size_t>(-1);
    if (chains.size() < 2) return none;
    const vec3 wrist = tree.position(hand);
    std::size_t best = none;
    float best_score = -1e30F;
    float second = -1e30F;
    float longest = 1e-20F;
    for (const Chain& chain : chains)
        longest = std::max(longest, glm::distance(wrist, tree.position(pointer_of(chain.joints))));
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const vec3 tip = tree.position(pointer_of(chains[i].joints));
        const float nearness = 1.0F - glm::dot(tip - wrist, arm_direction) / longest;
        const float ahead = glm::dot(chains[i].base - wrist, front) / longest;
        const float score = nearness + deviation(chains, i) + 2.0F * ahead;
        if (score > best_score) {
            second = best_score;
            best_score = score;
            best = i;
        } else {
            second = std::max(second, score);
        }
    }
    constexpr float clearly = 0.08F;
    return chains.size() == 5 || best_score - second > clearly ? best : none;
}

/// Returns the joints of a finger without the metacarpal and the tip.
FingerShape joints_of(const Chain& chain) {
    FingerShape out{-1, -1, -1};
    for (std::size_t i = 0; i < 3 && i + chain.palm_bones < chain.joints.size(); ++i) {
        out[i] = chain.joints[i + chain.palm_bones];
    }
    return out;
}

/// A thumb with two joints lacks the metacarpal.
FingerShape thumb_of(const Chain& chain) {
    if (chain.joints.size() == 2) return {-1, chain.joints[0], chain.joints[1]};
    return joints_of(chain);
}

/// Finds the metacarpal joints: of fingers with more than three joints, where the thumb has no tip joint, the first is
/// one if it is nearer to the wrist than to the next, or if the next bone is longer: the longest is that after the
/// knuckle. Fingers with different numbers of joints, as where the index finger and the thumb share a bone of the palm,
/// are judged one by one.
void find_palm_bones(const JointTree& tree, int hand, const Chain& thumb, std::vector<Chain>& fingers) {
    const std::size_t tips = thumb.joints.size() >= 4 ? 1 : 0;
    const auto has_palm = [&](std::span<const Chain> chains) {
        float first = 0.0F;
        float second = 0.0F;
        float bone = 0.0F;
        float next_bone = 0.0F;
        for (const Chain& finger : chains) {
            if (finger.joints.size() <= 3 + tips) return false;
            first += tree.distance(hand, finger.joints[0]);
            second += tree.distance(hand, finger.joints[1]);
            bone += tree.distance(finger.joints[0], finger.joints[1]);
            next_bone += tree.distance(finger.joints[1], finger.joints[2]);
        }
        constexpr float longer = 1.25F;
        return first < 0.6F * second || next_bone > longer * bone;
    };
    const bool are_even = std::all_of(fingers.begin(), fingers.end(), [&](const Chain& finger) {
        return finger.joints.size() == fingers.front().joints.size();
    });
    for (Chain& finger : fingers) {
        const std::span<const Chain> judged =
            are_even ? std::span<const Chain>(fingers) : std::span(&finger, 1);
        finger.palm_bones = has_palm(judged) ? 1 : 0;
    }
}

vec3 knuckle_of(const JointTree& tree, const Chain& chain) {
    return tree.position(chain.joints[std::min(chain.palm_bones, chain.joints.size() - 1)]);
}

/// Returns the direction from the outermost knuckle towards the thumb, between the two knuckles farthest
/// apart across the fingers, independently of the fingers' lengths.
vec3 across_palm(const JointTree& tree, const std::vector<Chain>& fingers, const Chain& thumb) {
    vec3 along(0.0F);
    vec3 middle(0.0F);
    for (const Chain& finger : fingers) {
        along += finger.direction;
        middle += knuckle_of(tree, finger) / static_cast<float>(fingers.size());
    }
    const float length = glm::length(along);
    if (length > 0.0F) along /= length;
    const auto flat = [&along](const vec3& v) { return v - along * glm::dot(v, along); };
    vec3 widest(0.0F);
    for (const Chain& a : fingers) {
        for (const Chain& b : fingers) {
            const vec3 way = flat(knuckle_of(tree, a) - knuckle_of(tree, b));
            if (glm::length(way) > glm::length(widest)) widest = way;
        }
    }
    return glm::dot(flat(tree.position(thumb.joints[1]) - middle), widest) < 0.0F ? -widest : widest;
}

}  // namespace

HandShape find_fingers(const JointTree& tree, int hand, int twin, const vec3& arm_direction,
                       const vec3& front) {
    HandShape out;
    for (FingerShape& finger : out.fingers) finger.fill(-1);
    std::vector<Chain> chains = chains_of(tree, hand);
    drop_held_things(tree, hand, twin, chains);
    if (chains.size() < 2 || chains.size() > 5) return out;
    // The two claws of a gripper are not a thumb and fingers.
    if (chains.size() == 2 && std::min(chains[0].joints.size(), chains[1].joints.size()) < 3) return out;
    const std::size_t thumb = find_thumb(tree, hand, chains, arm_direction, front);
    if (thumb >= chains.size()) return out;
    const Chain thumb_chain = chains[thumb];
    chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(thumb));
    // Sorted across the palm from the thumb: index finger first.
    find_palm_bones(tree, hand, thumb_chain, chains);
    const vec3 across = across_palm(tree, chains, thumb_chain);
    const auto place = [&](const Chain& chain) { return glm::dot(knuckle_of(tree, chain), across); };
    std::sort(chains.begin(), chains.end(),
              [&](const Chain& a, const Chain& b) { return place(a) > place(b); });
    out.fingers[0] = thumb_of(thumb_chain);
    for (std::size_t i = 0; i < chains.size(); ++i) out.fingers.at(i + 1) = joints_of(chains[i]);
    out.found = static_cast<int>(chains.size()) + 1;
    return out;
}

}  // namespace vitruvian
