// Recognises fingers by shape.
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace vitruvian {
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

/// Removes the joints that halve a bone: it is shorter than the next one then, which no bone after a knuckle is.
void drop_halves(const JointTree& tree, std::vector<int>& joints) {
    for (std::size_t i = 0; i + 3 < joints.size(); ++i) {
        constexpr float shorter = 0.85F;
        const float next = tree.distance(joints[i + 2], joints[i + 3]);
        if (!is_halved(tree, joints[i], joints[i + 1], joints[i + 2]) ||
            tree.distance(joints[i], joints[i + 1]) > shorter * next)
            continue;
        joints.erase(joints.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
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
        if (chain.joints.size() > 3) drop_halves(tree, chain.joints);
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

/// Removes the joints of the palm at which several chains begin: knuckles are apart.
void drop_shared_starts(const JointTree& tree, int hand, std::vector<Chain>& chains) {
    const float same = 1e-3F * tree.reach(hand);
    std::vector<vec3> starts;
    for (const Chain& chain : chains) starts.push_back(chain.base);
    for (Chain& chain : chains) {
        const bool is_shared = std::count_if(starts.begin(), starts.end(), [&](const vec3& start) {
                                   return glm::distance(start, chain.base) <= same;
                               }) > 1;
        if (!is_shared || chain.joints.size() <= 3) continue;
        chain.joints.erase(chain.joints.begin());
        chain.base = tree.position(chain.joints.front());
    }
}

/// Whether fingers have two joints in the palm, and three after them: the second is nearer to the wrist than to the
/// next.
bool have_carpals(const JointTree& tree, int hand, const std::vector<Chain>& fingers) {
    float second = 0.0F;
    float third = 0.0F;
    for (const Chain& finger : fingers) {
        if (finger.joints.size() < 5) continue;
        second += tree.distance(hand, finger.joints[1]);
        third += tree.distance(hand, finger.joints[2]);
    }
    return second < 0.5F * third;
}

/// Finds the metacarpal joints: of fingers with more than three joints, where they have no tip joint, the first is
/// one if it is nearer to the wrist than to the next, or if the next bone is longer: the longest is that after the
/// knuckle. Fingers with different numbers of joints, as where the index finger and the thumb share a bone of the palm,
/// are judged one by one. A thumb with more than three joints has a tip joint if all fingers may have one; else its
/// first is in the palm if the next bone is clearly longer.
void find_palm_bones(const JointTree& tree, int hand, Chain& thumb, std::vector<Chain>& fingers) {
    const bool is_long = thumb.joints.size() >= 4;
    const bool has_carpals = have_carpals(tree, hand, fingers);
    const bool have_tips = is_long && !has_carpals &&
                           std::all_of(fingers.begin(), fingers.end(),
                                       [](const Chain& finger) { return finger.joints.size() >= 4; });
    constexpr float shorter = 0.75F;
    const auto bone_of_thumb = [&](std::size_t i) {
        return tree.distance(thumb.joints[i], thumb.joints[i + 1]);
    };
    if (is_long && !have_tips && bone_of_thumb(0) < shorter * bone_of_thumb(1)) thumb.palm_bones = 1;
    const auto has_palm = [&](std::span<const Chain> chains) {
        float first = 0.0F;
        float second = 0.0F;
        float bone = 0.0F;
        float next_bone = 0.0F;
        for (const Chain& finger : chains) {
            if (finger.joints.size() <= (have_tips ? 4U : 3U)) return false;
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
        if (has_carpals && finger.joints.size() >= 5) finger.palm_bones = 2;
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
    drop_shared_starts(tree, hand, chains);
    // The two claws of a gripper are not a thumb and fingers.
    if (chains.size() == 2 && std::min(chains[0].joints.size(), chains[1].joints.size()) < 3) return out;
    const std::size_t thumb = find_thumb(tree, hand, chains, arm_direction, front);
    if (thumb >= chains.size()) return out;
    Chain thumb_chain = chains[thumb];
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
