// Selects where a figure's legs and arms are attached, among all possibilities of a skeleton's shape.
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace vitruvian {
namespace {

/// Whether the longest paths below two joints are alike in at least two bones, up to the hand: what follows
/// may differ, since one of the hands holds something long.
bool are_alike_to_the_hand(const JointTree& tree, int a, int b) {
    constexpr int fewest_steps = 2;
    int steps = 0;
    for (int next_a = tree.longest_child(a), next_b = tree.longest_child(b); next_a >= 0 && next_b >= 0;
         a = next_a, b = next_b, next_a = tree.longest_child(a), next_b = tree.longest_child(b), ++steps) {
        if (!is_alike(tree.distance(a, next_a), tree.distance(b, next_b), 0.9F)) break;
    }
    return steps >= fewest_steps;
}

/// Whether they are similar up to the third joint; what follows may differ (a sword in one hand).
bool are_alike(const JointTree& tree, int a, int b) {
    const int next_a = tree.longest_child(a);
    const int next_b = tree.longest_child(b);
    if (tree.chain_size(a) < 3 || tree.chain_size(b) < 3) return false;
    const float first_a = tree.distance(a, next_a);
    const float first_b = tree.distance(b, next_b);
    // Some rigs have a joint at the position of the next, to cancel its parent's rotation.
    const bool are_helpers = std::max(first_a, first_b) < 1e-3F * tree.reach(a);
    if (!are_helpers && !is_alike(first_a, first_b, 0.7F)) return false;
    return is_alike(tree.reach(a), tree.reach(b), 0.6F) || are_alike_to_the_hand(tree, a, b);
}

/// Whether the longest path from `joint` is a row of at least so many bones, of which the shortest has this share
/// of the longest.
bool is_row(const JointTree& tree, int joint, int fewest, float equal) {
    int bones = 0;
    float shortest = std::numeric_limits<float>::max();
    float longest = 0.0F;
    for (int next = tree.longest_child(joint); next >= 0; joint = next, next = tree.longest_child(joint)) {
        const float length = tree.distance(joint, next);
        shortest = std::min(shortest, length);
        longest = std::max(longest, length);
        ++bones;
    }
    return bones >= fewest && shortest > equal * longest;
}

/// A row of many equal bones: hair, a tail, a cape.
bool is_strand(const JointTree& tree, int joint) {
    return is_row(tree, joint, 5, 0.8F);
}

/// A row of fewer bones, or tapered: what hangs from a coat is one, and an arm with its hand is not.
bool are_ribbons(const JointTree& tree, const LimbPair& pair) {
    return is_row(tree, pair.a, 3, 0.6F) && is_row(tree, pair.b, 3, 0.6F);
}

/// Returns the limbs of two joints with the same two long bones, though one has a joint more than the other, a helper or
/// a collar bone, or a collar bone of another length.
std::optional<std::pair<LimbShape, LimbShape>> same_bones(const JointTree& tree, int a, int b) {
    if (tree.chain_size(a) < 3 || tree.chain_size(b) < 3) return {};
    if (is_strand(tree, a) || is_strand(tree, b)) return {};
    const int more = tree.chain_size(a) - tree.chain_size(b);
    for (const bool is_by_a : {true, false}) {  // whose limb the other one is to be like
        if (is_by_a ? more > 0 : more < 0) continue;
        const auto [given, other] = is_by_a ? std::pair(a, b) : std::pair(b, a);
        for (const bool has_collar : {is_collar(tree, given, other), false}) {
            const LimbShape limb = find_limb(tree, given, has_collar, tree.chain_size(given));
            const LimbShape like = find_limb_like(tree, other, limb, {});
            if (like.end >= 0) return is_by_a ? std::pair(limb, like) : std::pair(like, limb);
        }
    }
    return {};
}

/// Finds both limbs of a pair.
void find_limbs(const JointTree& tree, LimbPair& pair) {
    pair.has_strand = is_strand(tree, pair.a) || is_strand(tree, pair.b);
    if (!are_alike(tree, pair.a, pair.b)) {
        if (const auto limbs = same_bones(tree, pair.a, pair.b)) std::tie(pair.limb_a, pair.limb_b) = *limbs;
        return;
    }
    const bool have_collars = is_collar(tree, pair.a, pair.b) && is_collar(tree, pair.b, pair.a);
    const bool are_same = are_alike_to_the_hand(tree, pair.a, pair.b);
    const auto [fewer, more] = std::minmax({tree.chain_size(pair.a), tree.chain_size(pair.b)});
    pair.limb_a = find_limb(tree, pair.a, have_collars, are_same ? fewer : more);
    pair.limb_b = find_limb(tree, pair.b, have_collars, are_same ? fewer : more);
    if (tree.chain_size(pair.a) > tree.chain_size(pair.b))
        pair.limb_a = find_limb_like(tree, pair.a, pair.limb_b, pair.limb_a);
    else if (tree.chain_size(pair.b) > tree.chain_size(pair.a))
        pair.limb_b = find_limb_like(tree, pair.b, pair.limb_a, pair.limb_b);
}

std::vector<LimbPair> find_pairs(const JointTree& tree) {
    std::vector<LimbPair> out;
    for (int joint = 0; joint < tree.size(); ++joint) {
        std::vector<int> children = tree.children(joint);
        std::sort(children.begin(), children.end(),
                  [&](int a, int b) { return tree.reach(a) > tree.reach(b); });
        constexpr std::size_t most = 12;
        if (children.size() > most) children.resize(most);
        for (std::size_t i = 0; i < children.size(); ++i) {
            for (std::size_t k = i + 1; k < children.size(); ++k) {
                if (!are_alike(tree, children[i], children[k]) && !same_bones(tree, children[i], children[k]))
                    continue;
                const float reach = std::min(tree.reach(children[i]), tree.reach(children[k]));
                out.push_back({joint, children[i], children[k], reach, {}, {}, false});
            }
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const LimbPair& a, const LimbPair& b) { return a.reach > b.reach; });
    constexpr std::size_t max_pairs = 48;
    if (out.size() > max_pairs) out.resize(max_pairs);
    for (LimbPair& pair : out) find_limbs(tree, pair);
    return out;
}

/// How far a pair is from mirror symmetry across the plane through `middle` with the normal `side`, relative
/// to its length: 0 .. 1. A wing and an arm are not symmetrical.
float asymmetry(const JointTree& tree, const LimbPair& pair, const vec3& middle, const vec3& side) {
    const auto mirrored = [&](int joint) {
        const vec3 step = tree.position(joint) - middle;
        return middle + step - 2.0F * glm::dot(step, side) * side;
    };
    float out = 0.0F;
    for (const auto& [a, b] :
         {std::pair{pair.limb_a.upper, pair.limb_b.upper}, std::pair{pair.limb_a.lower, pair.limb_b.lower}}) {
        if (a >= 0 && b >= 0) out += glm::distance(mirrored(a), tree.position(b));
    }
    return pair.reach > 0.0F ? std::min(out / pair.reach, 1.0F) : 1.0F;
}

/// Returns how many bones of a leg from `joint` outwards go down far: two, and three if the joint that would be
/// the ankle is up in the leg, as a bird's.
int long_bones_of_leg(const JointTree& tree, int joint, const vec3& down) {
    std::vector<float> drops;
    vec3 before(0.0F);
    for (int next = tree.longest_child(joint); next >= 0; joint = next, next = tree.longest_child(joint)) {
        const vec3 step = tree.position(next) - tree.position(joint);
        const vec3 direction = unit_or_zero(step);
        constexpr float straight = 0.985F;  // a twist joint is on its bone
        if (!drops.empty() && glm::dot(before, direction) > straight)
            drops.back() += glm::dot(step, down);
        else
            drops.push_back(glm::dot(step, down));
        before = direction;
    }
    const auto most = std::max_element(drops.begin(), drops.end());
    if (most == drops.end()) return 0;
    return static_cast<int>(
        std::count_if(drops.begin(), drops.end(), [&](float drop) { return drop > 0.5F * *most; }));
}

/// Whether the trunk leans over legs of three long bones, as a bird's and a dinosaur's. What is down along the
/// legs is where they end, or where their toes begin, if those are long.
bool stands_as_bird(const JointTree& tree, const FigureFrame& frame) {
    constexpr float leaning = 0.93F;
    const LimbShape& leg_a = frame.legs.limb_a;
    const LimbShape& leg_b = frame.legs.limb_b;
    const vec3 hips = tree.position(leg_a.upper) + tree.position(leg_b.upper);
    std::vector<vec3> feet{tip_of(tree, leg_a.upper) + tip_of(tree, leg_b.upper)};
    if (leg_a.after >= 0 && leg_b.after >= 0)
        feet.push_back(tree.position(leg_a.after) + tree.position(leg_b.after));
    return std::any_of(feet.begin(), feet.end(), [&](const vec3& end) {
        const vec3 down = unit_or_zero(end - hips);
        return -glm::dot(down, frame.up) < leaning && long_bones_of_leg(tree, leg_a.upper, down) >= 3 &&
               long_bones_of_leg(tree, leg_b.upper, down) >= 3;
    });
}

/// Returns where toes point, or knees where they bend; where neither is known, the front of glTF's figures and of
/// those whose up is Z.
vec3 front_of_legs(const JointTree& tree, const FigureFrame& frame) {
    const auto level = [&](const vec3& v) { return v - frame.up * glm::dot(v, frame.up); };
    vec3 toes(0.0F);
    vec3 knees(0.0F);
    for (const LimbShape& leg : {frame.legs.limb_a, frame.legs.limb_b}) {
        if (leg.end < 0) continue;
        if (leg.after >= 0) toes += level(tree.position(leg.after) - tree.position(leg.end));
        knees += level(tree.position(leg.lower) - 0.5F * (tree.position(leg.upper) + tree.position(leg.end)));
    }
    constexpr float bent = 0.01F;
    for (const vec3& front : {toes, knees}) {
        if (glm::length(front) > bent * frame.legs.reach) return unit_or_zero(front);
    }
    const bool is_z_up = std::abs(frame.up.z) > std::abs(frame.up.y);
    return is_z_up ? vec3(0.0F, -1.0F, 0.0F) : vec3(0.0F, 0.0F, 1.0F);
}

bool shares_root(const LimbPair& pair, const LimbPair& other) {
    return pair.a == other.a || pair.a == other.b || pair.b == other.a || pair.b == other.b;
}

/// Whether a pair on the arms' joint starts in front of them, and not nearer to the middle: arms in front of wings
/// or a cape.
bool is_in_front_of_arms(const JointTree& tree, const FigureFrame& frame, const LimbPair& other) {
    const auto has_hands = [](const LimbPair& pair) { return pair.limb_a.fans_out && pair.limb_b.fans_out; };
    if (other.on != frame.arms.on || shares_root(other, frame.arms)) return false;
    if (has_hands(frame.arms) && !has_hands(other)) return false;
    const auto apart = [&](int a, int b) {
        return std::abs(glm::dot(tree.position(a) - tree.position(b), frame.side));
    };
    const auto at_root = [&](const LimbPair& pair) { return apart(pair.a, pair.b); };
    const auto at_upper = [&](const LimbPair& pair) { return apart(pair.limb_a.upper, pair.limb_b.upper); };
    const vec3 start = middle_of(tree, other);
    const vec3 shoulders = middle_of(tree, frame.arms);
    // Legs and what hangs beside them may be on the same joint as the arms.
    if (glm::distance(start, middle_of(tree, frame.legs)) < glm::distance(start, shoulders)) return false;
    const float ahead = glm::dot(start - shoulders, front_of_legs(tree, frame));
    return ahead > 0.05F * other.reach &&
           (at_upper(other) > 0.8F * at_upper(frame.arms) || at_root(other) > 0.8F * at_root(frame.arms));
}

/// Returns how far the legs point down: 1 for straight ones, 0 if they point aside, as arms in a T-pose.
float downward(const JointTree& tree, const LimbPair& legs, const vec3& up) {
    const auto drop = [&](const LimbShape& leg) {
        return -glm::dot(unit_or_zero(tip_of(tree, leg.upper) - tree.position(leg.upper)), up);
    };
    return 0.5F * (drop(legs.limb_a) + drop(legs.limb_b));
}

/// Whether one of two joints carries `joint`: it is part of the trunk then, and the other one no counterpart.
bool carries_either(const JointTree& tree, const LimbPair& pair, int joint) {
    return tree.is_below(joint, pair.a) || tree.is_below(joint, pair.b);
}

/// Whether another pair of limbs stands on the ground in front of the legs or behind them, as a centaur's; or is
/// beside legs and arms that are all on one joint, as an insect's.
bool is_more_legs(const JointTree& tree, const FigureFrame& frame, const LimbPair& other) {
    const LimbPair& legs = frame.legs;
    const LimbPair& arms = frame.arms;
    if (other.has_strand || shares_root(other, legs) || shares_root(other, arms)) return false;
    if (carries_either(tree, other, frame.chest) || carries_either(tree, other, frame.hips)) return false;
    if (carries_either(tree, legs, other.on) || carries_either(tree, arms, other.on)) return false;
    if (legs.on == arms.on && other.on == legs.on && other.reach > 0.6F * std::min(legs.reach, arms.reach))
        return true;
    const auto tips = [&](const LimbPair& pair) {
        return 0.5F * (tip_of(tree, pair.limb_a.upper) + tip_of(tree, pair.limb_b.upper));
    };
    const vec3 hips = middle_of(tree, legs);
    const auto drop = [&](const vec3& place) { return glm::dot(hips - place, frame.up); };
    const vec3 feet = tips(legs);
    const vec3 others = tips(other);
    const vec3 apart = others - feet;
    const vec3 ahead = glm::cross(frame.up, frame.side);
    return other.reach > 0.7F * legs.reach && std::abs(drop(middle_of(tree, other))) < 0.5F * drop(feet) &&
           drop(others) > 0.7F * drop(feet) && std::abs(glm::dot(apart, ahead)) > 0.5F * drop(feet);
}

std::optional<FigureFrame> frame_of(const JointTree& tree, const LimbPair& legs, const LimbPair& arms) {
    FigureFrame out;
    out.legs = legs;
    out.arms = arms;
    if (shares_root(legs, arms)) return std::nullopt;
    if (carries_either(tree, legs, arms.on) || carries_either(tree, arms, legs.on)) return std::nullopt;
    // From the upper bones: joints before them may start at the centre.
    const vec3 leg_a = tree.position(legs.limb_a.upper);
    const vec3 leg_b = tree.position(legs.limb_b.upper);
    const vec3 arm_a = tree.position(arms.limb_a.upper);
    const vec3 arm_b = tree.position(arms.limb_b.upper);
    const vec3 low = middle_of(tree, legs);
    const vec3 high = middle_of(tree, arms);
    const float trunk = glm::distance(low, high);
    if (!(trunk > 0.0F)) return std::nullopt;
    out.up = (high - low) / trunk;
    out.side = unit_or_zero(leg_a - leg_b);
    const vec3 across = unit_or_zero(arm_a - arm_b);
    const float legs_down = downward(tree, legs, out.up);
    const float level = std::abs(glm::dot(out.side, across));
    constexpr float unlike = 0.25F;  // a thigh is about as long as its shin
    const bool fits = !legs.has_strand && legs.limb_a.likeness > unlike && legs_down > 0.5F && level > 0.6F &&
                      std::abs(glm::dot(out.side, out.up)) < 0.5F && legs.reach > 0.6F * trunk &&
                      legs.reach < 5.0F * trunk && arms.reach > 0.5F * trunk && arms.reach < 5.0F * trunk &&
                      is_alike(legs.reach, arms.reach, 0.35F);
    if (!fits || stands_as_bird(tree, out) || !find_trunk(tree, out)) return std::nullopt;
    // Longer limbs are better evidence, up to a person's: wings reach further than arms do, and limbs of a short
    // trunk, such as hair above the arms, further than legs.
    constexpr float longest = 2.2F;
    out.score = std::min(legs.reach / trunk, longest) +
                std::min(std::min(arms.reach, legs.reach) / trunk, longest) + legs_down + level;
    // A hand with fingers and a foot are stronger evidence than length: hair and skirts have neither.
    if (arms.limb_a.fans_out) out.score += 3.0F;
    out.score += arms.limb_a.likeness + legs.limb_a.likeness;
    if (arms.has_strand || are_ribbons(tree, arms)) out.score -= 3.0F;
    if (are_ribbons(tree, legs)) out.score -= 3.0F;
    // Limbs without hands and feet are ambiguous: figures are rarely upside down.
    out.score += 1.5F * (std::abs(out.up.y) > std::abs(out.up.z) ? out.up.y : out.up.z);
    out.score -= 4.0F * (asymmetry(tree, legs, low, out.side) + asymmetry(tree, arms, low, out.side));
    return out;
}

}  // namespace

bool is_alike(float a, float b, float tolerance) {
    const float large = std::max(a, b);
    return large > 0.0F && std::min(a, b) >= tolerance * large;
}

vec3 unit_or_zero(const vec3& v) {
    const float length = glm::length(v);
    return length > 1e-12F && std::isfinite(length) ? v / length : vec3(0.0F);
}

vec3 tip_of(const JointTree& tree, int joint) {
    for (int next = joint; next >= 0; next = tree.longest_child(joint)) joint = next;
    return tree.position(joint);
}

std::optional<FigureFrame> find_figure_frame(const JointTree& tree) {
    const std::vector<LimbPair> pairs = find_pairs(tree);
    std::optional<FigureFrame> best;
    for (const LimbPair& legs : pairs) {
        for (const LimbPair& arms : pairs) {
            std::optional<FigureFrame> frame = frame_of(tree, legs, arms);
            if (!frame) continue;
            for (const LimbPair& other : pairs) {
                if (other.has_strand || carries_either(tree, other, frame->chest)) continue;
                const bool is_between = other.on != arms.on && other.on != frame->hips &&
                                        tree.is_below(frame->chest, other.on) &&
                                        tree.is_below(other.on, frame->hips);
                if (other.reach > 0.35F * arms.reach && is_in_front_of_arms(tree, *frame, other))
                    frame->score -= 3.0F;
                if (is_between && other.reach > 0.6F * arms.reach &&
                    (!are_ribbons(tree, other) || are_ribbons(tree, arms)))
                    frame->score -= 3.0F;
                if (other.reach > 0.6F * arms.reach && carries_either(tree, arms, other.on))
                    frame->score -= 3.0F;
                // Arms and hair look like a figure, but there are legs below; likewise a skirt beside them.
                const bool is_under =
                    other.on != legs.on && tree.is_below(frame->hips, other.on) && other.on != frame->hips;
                if (other.on == legs.on && !shares_root(other, arms) && other.reach > 1.15F * legs.reach)
                    frame->score -= 1.5F;
                if (is_under && other.reach > 0.8F * legs.reach) frame->score -= 3.0F;
            }
            if (!best || frame->score > best->score) best = frame;
        }
    }
    const auto is_more = [&](const LimbPair& other) { return is_more_legs(tree, *best, other); };
    if (best && std::any_of(pairs.begin(), pairs.end(), is_more)) return std::nullopt;
    return best;
}

}  // namespace vitruvian
