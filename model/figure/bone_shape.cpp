// A figure's bones by the shape of its skeleton: where the legs and arms hang, then the trunk between them,
// then each limb.
#include "model/core/at.h"
#include "model/figure/bone_inference.h"
#include "model/figure/shape_parts.h"
#include "model/standard/bone_name_table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace vitruvian {
namespace {

/// Two like subtrees on one joint: legs, arms, or twin tails.
struct Pair {
    int on = -1;
    int a = -1, b = -1;
    float reach = 0.0F;
    LimbShape limb_a, limb_b;
};

bool is_alike(float a, float b, float tolerance) {
    const float large = std::max(a, b);
    return large > 0.0F && std::min(a, b) >= tolerance * large;
}

/// Alike as far as the third joint; what hangs further out may differ (a sword in one hand).
bool are_alike(const JointTree& tree, int a, int b) {
    const int next_a = tree.longest_child(a);
    const int next_b = tree.longest_child(b);
    if (tree.chain_size(a) < 3 || tree.chain_size(b) < 3) return false;
    const float first_a = tree.distance(a, next_a);
    const float first_b = tree.distance(b, next_b);
    // Some rigs put a joint at the place of the next, to cancel what its parent turns.
    const bool are_helpers = std::max(first_a, first_b) < 1e-3F * tree.reach(a);
    return (are_helpers || is_alike(first_a, first_b, 0.7F)) && is_alike(tree.reach(a), tree.reach(b), 0.6F);
}

std::vector<Pair> find_pairs(const JointTree& tree) {
    std::vector<Pair> out;
    for (int joint = 0; joint < tree.size(); ++joint) {
        std::vector<int> children = tree.children(joint);
        std::sort(children.begin(), children.end(),
                  [&](int a, int b) { return tree.reach(a) > tree.reach(b); });
        constexpr std::size_t most = 12;
        if (children.size() > most) children.resize(most);
        for (std::size_t i = 0; i < children.size(); ++i) {
            for (std::size_t k = i + 1; k < children.size(); ++k) {
                if (!are_alike(tree, children[i], children[k])) continue;
                const float reach = std::min(tree.reach(children[i]), tree.reach(children[k]));
                out.push_back({joint, children[i], children[k], reach, {}, {}});
            }
        }
    }
    std::stable_sort(out.begin(), out.end(), [](const Pair& a, const Pair& b) { return a.reach > b.reach; });
    constexpr std::size_t most_pairs = 48;
    if (out.size() > most_pairs) out.resize(most_pairs);
    for (Pair& pair : out) {
        const bool have_collars = is_collar(tree, pair.a, pair.b) && is_collar(tree, pair.b, pair.a);
        pair.limb_a = find_limb(tree, pair.a, have_collars);
        pair.limb_b = find_limb(tree, pair.b, have_collars);
    }
    return out;
}

vec3 unit_or_zero(const vec3& v) {
    const float length = glm::length(v);
    return length > 1e-12F && std::isfinite(length) ? v / length : vec3(0.0F);
}

vec3 tip_of(const JointTree& tree, int joint) {
    for (int next = joint; next >= 0; next = tree.longest_child(joint)) joint = next;
    return tree.position(joint);
}

/// How far a pair is from being each other's mirror image across the plane through `middle` with the normal
/// `side`, as a share of its length: 0 .. 1. A wing and an arm are not.
float asymmetry(const JointTree& tree, const Pair& pair, const vec3& middle, const vec3& side) {
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

/// Legs and arms that make a figure.
struct Frame {
    Pair legs, arms;
    int hips = -1;
    vec3 up{0.0F};
    vec3 side{0.0F};  // from one leg to the other
    float score = 0.0F;
};

std::optional<Frame> frame_of(const JointTree& tree, const Pair& legs, const Pair& arms) {
    Frame out;
    out.legs = legs;
    out.arms = arms;
    out.hips = tree.common_ancestor(legs.on, arms.on);
    if (out.hips < 0 || arms.on == legs.on || out.hips == arms.on) return std::nullopt;
    if (tree.is_below(arms.on, legs.a) || tree.is_below(arms.on, legs.b)) return std::nullopt;
    // From the upper bones: what comes before them may start in the middle.
    const vec3 leg_a = tree.position(legs.limb_a.upper);
    const vec3 leg_b = tree.position(legs.limb_b.upper);
    const vec3 arm_a = tree.position(arms.limb_a.upper);
    const vec3 arm_b = tree.position(arms.limb_b.upper);
    const vec3 low = (leg_a + leg_b) * 0.5F;
    const vec3 high = (arm_a + arm_b) * 0.5F;
    const vec3 feet = (tip_of(tree, legs.a) + tip_of(tree, legs.b)) * 0.5F;
    const float trunk = glm::distance(low, high);
    if (!(trunk > 0.0F)) return std::nullopt;
    out.up = (high - low) / trunk;
    // A root on the ground carries everything, too; the hips are where the legs begin.
    const float thigh = tree.distance(legs.limb_a.upper, legs.limb_a.lower);
    if (glm::distance(tree.position(out.hips), low) > thigh && legs.on != out.hips) out.hips = legs.on;
    out.side = unit_or_zero(leg_a - leg_b);
    const vec3 across = unit_or_zero(arm_a - arm_b);
    const float legs_down = -glm::dot(unit_or_zero(feet - low), out.up);
    const float level = std::abs(glm::dot(out.side, across));
    const bool fits = legs_down > 0.5F && level > 0.6F && std::abs(glm::dot(out.side, out.up)) < 0.5F &&
                      legs.reach > 0.6F * trunk && legs.reach < 5.0F * trunk && arms.reach > 0.5F * trunk &&
                      arms.reach < 5.0F * trunk && is_alike(legs.reach, arms.reach, 0.35F);
    if (!fits) return std::nullopt;
    out.score = (legs.reach + arms.reach) / trunk + legs_down + level;
    // A hand's fan and a foot say more than length: hair and skirts have neither.
    if (arms.limb_a.fans_out) out.score += 3.0F;
    out.score += arms.limb_a.likeness + legs.limb_a.likeness;
    // Limbs without hands and feet may be either: figures rarely stand on their heads.
    out.score += 0.5F * (std::abs(out.up.y) > std::abs(out.up.z) ? out.up.y : out.up.z);
    out.score -= 4.0F * (asymmetry(tree, legs, low, out.side) + asymmetry(tree, arms, low, out.side));
    return out;
}

/// The best of all legs and arms. Pairs that hang on the trunk further down go before those on the head: long
/// hair is no arm.
std::optional<Frame> find_frame(const JointTree& tree) {
    const std::vector<Pair> pairs = find_pairs(tree);
    std::optional<Frame> best;
    for (const Pair& legs : pairs) {
        for (const Pair& arms : pairs) {
            std::optional<Frame> frame = frame_of(tree, legs, arms);
            if (!frame) continue;
            for (const Pair& other : pairs) {
                const bool is_between = other.on != arms.on && other.on != frame->hips &&
                                        tree.is_below(arms.on, other.on) &&
                                        tree.is_below(other.on, frame->hips);
                if (is_between && other.reach > 0.6F * arms.reach) frame->score -= 3.0F;
                // Arms and hair are a figure of their own, but there are legs below; and a skirt beside them.
                const bool is_under =
                    other.on != legs.on && tree.is_below(frame->hips, other.on) && other.on != frame->hips;
                if (other.on == legs.on && other.reach > 1.15F * legs.reach) frame->score -= 1.5F;
                if (is_under && other.reach > 0.8F * legs.reach) frame->score -= 3.0F;
            }
            if (!best || frame->score > best->score) best = frame;
        }
    }
    return best;
}

struct NeckShape {
    int neck = -1;
    int head = -1;
};

float height_of(const JointTree& tree, int joint, const vec3& up) {
    float best = glm::dot(tree.position(joint), up);
    for (const int leaf : tree.leaves(joint)) best = std::max(best, glm::dot(tree.position(leaf), up));
    return best;
}

/// A jaw is near to its head, and further in front of it than above.
bool is_jaw(const JointTree& tree, int head, int child, const Frame& frame) {
    if (head == frame.arms.on) return false;
    const vec3 step = tree.position(child) - tree.position(head);
    const float rise = glm::dot(step, frame.up);
    const bool is_near = glm::length(step) < 0.6F * tree.distance(tree.parent(head), head);
    return is_near && glm::length(step - rise * frame.up) > 1.5F * std::abs(rise);
}

/// The child that goes highest, other than the arms and what leaves the middle; -1: none goes up.
int upward_child(const JointTree& tree, int joint, const Frame& frame) {
    int best = -1;
    float best_height = glm::dot(tree.position(joint), frame.up) + 0.002F * frame.arms.reach;
    for (const int child : tree.children(joint)) {
        if (child == frame.arms.a || child == frame.arms.b) continue;
        const vec3 step = tree.position(child) - tree.position(joint);
        if (std::abs(glm::dot(step, frame.side)) > 0.5F * glm::length(step)) continue;
        if (is_jaw(tree, joint, child, frame)) continue;
        const float height = height_of(tree, child, frame.up);
        if (height > best_height) {
            best_height = height;
            best = child;
        }
    }
    return best;
}

/// True where things stand on both sides of the joint, as eyes, ears and hair on a head.
bool carries_a_face(const JointTree& tree, int joint, const Frame& frame) {
    const std::vector<int>& children = tree.children(joint);
    if (children.size() >= 4) return true;
    bool left = false;
    bool right = false;
    for (const int child : children) {
        const vec3 step = tree.position(child) - tree.position(joint);
        const float aside = glm::dot(step, frame.side);
        if (std::abs(aside) < 0.15F * glm::length(step)) continue;
        (aside > 0.0F ? left : right) = true;
    }
    return left && right;
}

NeckShape find_neck(const JointTree& tree, const Frame& frame, bool ends_are_joints) {
    std::vector<int> chain;
    bool has_face = false;
    constexpr std::size_t longest_neck = 12;
    for (int joint = upward_child(tree, frame.arms.on, frame);
         joint >= 0 && !has_face && chain.size() < longest_neck; joint = upward_child(tree, joint, frame)) {
        chain.push_back(joint);
        has_face = carries_a_face(tree, joint, frame);
    }
    NeckShape out;
    if (chain.empty()) return out;
    if (!has_face && chain.size() >= 2 && tree.children(chain.back()).empty()) {
        const auto length = [&](std::size_t i) {
            return tree.distance(i == 0 ? frame.arms.on : chain[i - 1], chain[i]);
        };
        const std::size_t last = chain.size() - 1;
        // The top of a head is further up than a head is above its neck.
        const float steep =
            chain.size() >= 3 ? (ends_are_joints ? 0.0F : 1.3F) : (ends_are_joints ? 0.6F : 1e9F);
        if (length(last) > steep * length(last - 1)) chain.pop_back();
    }
    out.head = chain.back();
    if (chain.size() > 1) out.neck = chain.front();
    return out;
}

/// Turns the parts of one tree into a bone map.
class ShapeMapper {
  public:
    ShapeMapper(const JointTree& tree, const Frame& frame) : tree_(tree), frame_(frame) {}

    ShapedBones map() {
        const std::array legs{frame_.legs.limb_a, frame_.legs.limb_b};
        const std::array arms{frame_.arms.limb_a, frame_.arms.limb_b};
        find_left(legs, arms);
        set(Bone::hips, frame_.hips, 0.85F);
        map_trunk();
        // A foot, toes, and a joint that only marks their end.
        const bool ends_are_joints = legs[0].after >= 0 && !tree_.children(legs[0].after).empty();
        const NeckShape neck = find_neck(tree_, frame_, ends_are_joints);
        set(Bone::neck, neck.neck, 0.7F);
        set(Bone::head, neck.head, 0.75F);
        map_face(neck.head);
        for (const LimbShape& leg : legs) map_leg(leg);
        map_arm(arms[0], arms[1].end);
        map_arm(arms[1], arms[0].end);
        return out_;
    }

  private:
    [[nodiscard]] bool stands_left(int joint) const {
        const vec3 middle =
            tree_.position(frame_.legs.limb_a.upper) + tree_.position(frame_.legs.limb_b.upper);
        return glm::dot(tree_.position(joint) - 0.5F * middle, left_) > 0.0F;
    }

    void set(Bone bone, int joint, float confidence) {
        if (joint < 0) return;
        out_.map[bone] = tree_.node(joint);
        at(out_.confidence, bone) = confidence;
    }

    /// `left` or the same bone of the other side.
    void set_sided(bool on_left, Bone left, int joint, float confidence) {
        set(on_left ? left : other_side(left), joint, out_.sides_known ? confidence : 0.6F * confidence);
    }

    /// Toes point forwards, knees bend forwards; without them the file's axes decide: glTF's figures face +Z,
    /// or where Z is up, -Y.
    void find_left(const std::array<LimbShape, 2>& legs, const std::array<LimbShape, 2>& arms) {
        vec3 front(0.0F);
        const auto level = [&](const vec3& v) { return v - glm::dot(v, frame_.up) * frame_.up; };
        for (const LimbShape& leg : legs) {
            if (leg.end < 0) continue;
            const vec3 foot = tree_.position(leg.end);
            front += level(tip_of(tree_, leg.end) - foot);
            front += 2.0F * level(tree_.position(leg.lower) - (tree_.position(leg.upper) + foot) * 0.5F);
        }
        const float size = frame_.legs.reach;
        if (glm::length(front) < 0.01F * size) front += level(thumbs(arms));
        if (glm::length(front) < 0.01F * size) front += level(elbows(arms));
        out_.sides_known = glm::length(front) >= 0.01F * size;
        if (!out_.sides_known) {
            front = std::abs(frame_.up.z) > 0.7F ? vec3(0.0F, -1.0F, 0.0F) : vec3(0.0F, 0.0F, 1.0F);
        }
        left_ = glm::cross(frame_.up, front);
    }

    /// From elbows to the straight way between shoulder and hand: they bend forwards, too.
    [[nodiscard]] vec3 elbows(const std::array<LimbShape, 2>& arms) const {
        vec3 sum(0.0F);
        for (const LimbShape& arm : arms) {
            if (arm.end < 0) continue;
            const vec3 upper = tree_.position(arm.upper);
            const vec3 way = tree_.position(arm.end) - upper;
            const vec3 step = tree_.position(arm.lower) - upper;
            const float square = glm::dot(way, way);
            if (square > 0.0F) sum += way * (glm::dot(step, way) / square) - step;
        }
        return sum;
    }

    [[nodiscard]] vec3 thumbs(const std::array<LimbShape, 2>& arms) const {
        vec3 sum(0.0F);
        for (const LimbShape& arm : arms) {
            if (arm.end < 0) continue;
            const int twin = (&arm == &arms[0] ? arms[1] : arms[0]).end;
            const HandShape hand = find_fingers(tree_, arm.end, twin, direction_of(arm), vec3(0.0F));
            const int thumb = *std::max_element(hand.fingers[0].begin(), hand.fingers[0].end());
            if (thumb >= 0) sum += tree_.position(thumb) - tree_.position(arm.end);
        }
        return sum;
    }

    [[nodiscard]] vec3 direction_of(const LimbShape& limb) const {
        return unit_or_zero(tree_.position(limb.end) - tree_.position(limb.lower));
    }

    void map_trunk() {
        std::vector<int> spine;
        const int above_all = tree_.common_ancestor(frame_.arms.on, frame_.hips);
        for (int joint = frame_.arms.on; joint >= 0 && joint != above_all; joint = tree_.parent(joint))
            spine.push_back(joint);
        if (spine.empty()) return;
        std::reverse(spine.begin(), spine.end());
        set(Bone::spine, spine.front(), 0.75F);
        if (spine.size() > 1) set(Bone::chest, spine[(spine.size() - 1) / 2 + (spine.size() == 2)], 0.7F);
        if (spine.size() > 2) set(Bone::upper_chest, spine.back(), 0.7F);
    }

    void map_leg(const LimbShape& leg) {
        const bool left = stands_left(leg.upper);
        const float sure = 0.6F + 0.25F * leg.likeness;
        set_sided(left, Bone::left_upper_leg, leg.upper, sure);
        set_sided(left, Bone::left_lower_leg, leg.lower, sure);
        set_sided(left, Bone::left_foot, leg.end, sure);
        if (!leg.fans_out) set_sided(left, Bone::left_toes, leg.after, 0.65F);
    }

    void map_arm(const LimbShape& arm, int other_hand) {
        const bool left = stands_left(arm.upper);
        const float sure = (arm.fans_out ? 0.65F : 0.55F) + 0.2F * arm.likeness;
        set_sided(left, Bone::left_shoulder, arm.shoulder, 0.7F);
        set_sided(left, Bone::left_upper_arm, arm.upper, sure);
        set_sided(left, Bone::left_lower_arm, arm.lower, sure);
        set_sided(left, Bone::left_hand, arm.end, sure);
        if (arm.end < 0) return;
        const vec3 front = out_.sides_known ? unit_or_zero(glm::cross(left_, frame_.up)) : vec3(0.0F);
        const HandShape hand = find_fingers(tree_, arm.end, other_hand, direction_of(arm), front);
        const float fingers_sure = hand.found == 5 ? 0.7F : 0.45F;
        constexpr auto first = static_cast<std::size_t>(Bone::left_thumb_metacarpal);
        for (std::size_t i = 0; i < 15; ++i) {
            set_sided(left, static_cast<Bone>(first + i), hand.fingers.at(i / 3).at(i % 3), fingers_sure);
        }
    }

    /// One pair of leaves on the head is its eyes, and what goes forward in the middle its jaw; of several
    /// nobody knows which.
    void map_face(int head) {
        if (head < 0 || !out_.sides_known) return;
        const vec3 front = unit_or_zero(glm::cross(left_, frame_.up));
        std::vector<int> pair;
        std::vector<int> middle;
        for (const int child : tree_.children(head)) {
            const vec3 step = tree_.position(child) - tree_.position(head);
            const float length = glm::length(step);
            if (std::abs(glm::dot(step, frame_.side)) > 0.1F * length) {
                pair.push_back(child);
            } else if (glm::dot(step, front) > 0.5F * length) {
                middle.push_back(child);
            }
        }
        if (middle.size() == 1) set(Bone::jaw, middle[0], 0.4F);
        const bool are_eyes = pair.size() == 2 && tree_.children(pair[0]).empty() &&
                              tree_.children(pair[1]).empty() && stands_left(pair[0]) != stands_left(pair[1]);
        if (!are_eyes) return;
        for (const int eye : pair) set_sided(stands_left(eye), Bone::left_eye, eye, 0.45F);
    }

    const JointTree& tree_;
    const Frame& frame_;
    ShapedBones out_;
    vec3 left_{1.0F, 0.0F, 0.0F};
};

}  // namespace

ShapedBones bones_by_shape(const Document& document, std::span<const int> joints,
                           std::span<const mat4> world) {
    constexpr std::size_t fewest = 9;  // hips, chest, and four limbs
    constexpr std::size_t most = 20000;
    if (joints.size() < fewest || joints.size() > most) return {};
    const JointTree tree(document, joints, world);
    const std::optional<Frame> frame = find_frame(tree);
    return frame ? ShapeMapper(tree, *frame).map() : ShapedBones{};
}

}  // namespace vitruvian
