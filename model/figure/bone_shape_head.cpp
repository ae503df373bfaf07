// Recognises neck and head by shape.
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

float height_of(const JointTree& tree, int joint, const vec3& up) {
    float best = glm::dot(tree.position(joint), up);
    for (const int leaf : tree.leaves(joint)) best = std::max(best, glm::dot(tree.position(leaf), up));
    return best;
}

/// A jaw is close to its head, and further in front of it than above.
bool is_jaw(const JointTree& tree, int head, int child, const FigureFrame& frame) {
    if (head == frame.chest || tree.parent(head) < 0) return false;
    const vec3 step = tree.position(child) - tree.position(head);
    const float rise = glm::dot(step, frame.up);
    const bool is_near = glm::length(step) < 0.6F * tree.distance(tree.parent(head), head);
    return is_near && glm::length(step - rise * frame.up) > 1.5F * std::abs(rise);
}

/// Returns the child that goes highest, excluding the arms and children off the centre; -1: none goes up.
int upward_child(const JointTree& tree, int joint, const FigureFrame& frame) {
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

/// Whether there are joints on both sides, such as eyes, ears and hair on a head.
bool carries_a_face(const JointTree& tree, int joint, const FigureFrame& frame) {
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

/// Whether the highest joint of a chain is no head: a leaf, or the start of something that hangs down.
bool may_be_end(const JointTree& tree, int joint, const FigureFrame& frame) {
    const std::vector<int>& children = tree.children(joint);
    const float height = glm::dot(tree.position(joint), frame.up);
    const float none = 1e-3F * frame.arms.reach;
    return std::all_of(children.begin(), children.end(), [&](int child) {
        const float drop = height - glm::dot(tree.position(child), frame.up);
        return drop > std::max(none, 0.5F * tree.distance(joint, child));
    });
}

/// Where joints are relative to the trunk, in its length from hips to shoulders.
class TrunkScale {
  public:
    TrunkScale(const JointTree& tree, const FigureFrame& frame)
        : tree_(tree),
          up_(frame.up),
          side_(frame.side),
          shoulders_(middle_of(tree, frame.arms)),
          trunk_(glm::distance(shoulders_, middle_of(tree, frame.legs))) {}

    [[nodiscard]] float step(int from, int to) const { return tree_.distance(from, to) / trunk_; }

    /// Returns by how much a joint's height above the shoulders differs from that of a skull, as a logarithm.
    [[nodiscard]] float unlike_skull(int joint) const {
        constexpr float usual = 0.28F;  // necks are at 0 to 0.17, tops of heads at 0.4 to 0.9
        constexpr float least = 0.02F;
        const float rise = glm::dot(tree_.position(joint) - shoulders_, up_) / trunk_;
        return std::abs(std::log(std::max(rise, least) / usual));
    }

    /// Whether a joint is where necks and heads are: in the middle, and less than a head above the shoulders.
    [[nodiscard]] bool is_at_neck_or_head(int joint) const {
        constexpr float aside = 0.05F;
        constexpr float off = 0.25F;
        constexpr float head = 0.6F;
        const vec3 step = (tree_.position(joint) - shoulders_) / trunk_;
        const float rise = glm::dot(step, up_);
        return rise > -0.15F && rise < head && glm::length(step - up_ * rise) < off &&
               std::abs(glm::dot(step, side_)) < aside;
    }

  private:
    const JointTree& tree_;
    vec3 up_, side_, shoulders_;
    float trunk_;
};

/// Whether the last joint of a chain is above the head.
bool is_above_head(const JointTree& tree, const std::vector<int>& chain, const FigureFrame& frame,
                   bool ends_are_joints) {
    const int last = chain.back();
    const int before = chain.end()[-2];
    const TrunkScale scale(tree, frame);
    constexpr float lowest_head = 0.1F;
    const float step = scale.step(before, last);
    if (!may_be_end(tree, last, frame) || step < lowest_head) return false;
    float odds = scale.unlike_skull(last) - scale.unlike_skull(before);
    if (ends_are_joints) odds += 0.4F;
    if (chain.size() > 2) {
        // The top of a head is further from the head than the joints of a neck are from each other.
        const float ratio = step / std::max(scale.step(chain.end()[-3], before), lowest_head);
        odds += std::log(ratio / 1.3F);
    }
    if (tree.children(last).empty()) {
        if (tree.moves_vertices(last)) return false;
        if (tree.moves_vertices(before)) odds += 0.6F;
    }
    return odds > 0.0F;
}

/// Whether the last joint of a chain is on the head, near it: a jaw, what carries a face, what marks where it looks.
bool is_on_head(const JointTree& tree, const std::vector<int>& chain, const FigureFrame& frame) {
    if (chain.size() < 3) return false;
    const int last = chain.back();
    const int head = chain.end()[-2];
    constexpr float shorter = 0.6F;
    constexpr float near = 0.15F;
    constexpr float vertebra = 0.06F;
    const TrunkScale scale(tree, frame);
    const float neck = scale.step(chain.end()[-3], head);
    return neck > vertebra && scale.step(head, last) < std::min(near, shorter * neck);
}

/// Returns the joint beside the trunk, on what carries it, that goes on above the last one of the trunk or neck: a head
/// or a neck that hangs elsewhere. -1: none.
int loose_head(const JointTree& tree, int last, const FigureFrame& frame) {
    const TrunkScale scale(tree, frame);
    int best = -1;
    float least = last == frame.chest ? 1.5F : scale.unlike_skull(last);
    for (int joint = 0; joint < tree.size(); ++joint) {
        const int parent = tree.parent(joint);
        const bool is_beside = parent < 0 || (parent != frame.chest && tree.is_below(frame.chest, parent));
        if (!is_beside || tree.is_below(frame.chest, joint) || !scale.is_at_neck_or_head(joint)) continue;
        if (glm::dot(tree.position(joint) - tree.position(last), frame.up) <= 0.0F) continue;
        // A neck is below the head, and leads to it.
        const float unlike = tree.children(joint).empty() ? scale.unlike_skull(joint) : 0.0F;
        if (unlike >= least) continue;
        best = joint;
        least = unlike;
    }
    return best;
}

}  // namespace

NeckShape find_neck(const JointTree& tree, const FigureFrame& frame, bool ends_are_joints) {
    std::vector<int> chain;
    bool has_face = false;
    constexpr std::size_t longest_neck = 12;
    const auto climb = [&](int joint) {
        for (; joint >= 0 && !has_face && chain.size() < longest_neck;
             joint = upward_child(tree, joint, frame)) {
            chain.push_back(joint);
            has_face = carries_a_face(tree, joint, frame);
        }
    };
    climb(upward_child(tree, frame.chest, frame));
    // Nothing above the chest, or what may be the neck.
    const int last = chain.empty() ? frame.chest : chain.back();
    if (!has_face && (chain.empty() || may_be_end(tree, last, frame))) {
        const int loose = loose_head(tree, last, frame);
        const bool hangs_down = !chain.empty() && !tree.children(last).empty();  // a cape
        if (loose >= 0 && hangs_down) chain.clear();
        climb(loose);
    }
    NeckShape out;
    if (chain.empty()) return out;
    if (is_on_head(tree, chain, frame))
        chain.pop_back();
    else if (!has_face && chain.size() >= 2 && is_above_head(tree, chain, frame, ends_are_joints))
        chain.pop_back();
    out.head = chain.back();
    if (chain.size() > 1) out.neck = chain.front();
    return out;
}

}  // namespace vitruvian
