// Finds a figure's trunk: by where its joints are, since legs and arms may hang on another joint than the one next to
// them.
#include "model/core/at.h"
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// Where joints are relative to the line from between the legs to between the arms, in its length.
class TrunkLine {
  public:
    TrunkLine(const JointTree& tree, const FigureFrame& frame)
        : tree_(tree), low_(middle_of(tree, frame.legs)), line_(middle_of(tree, frame.arms) - low_) {
        side_ = unit_or_zero(frame.side - frame.up * glm::dot(frame.side, frame.up));
        square_ = std::max(glm::dot(line_, line_), 1e-20F);
    }

    [[nodiscard]] float height(int joint) const { return glm::dot(step(joint), line_) / square_; }

    /// Whether it is in the middle between left and right, and not far in front or behind.
    [[nodiscard]] bool is_central(int joint) const {
        constexpr float aside = 0.08F;
        constexpr float off = 0.5F;
        const vec3 away = step(joint) - line_ * height(joint);
        const float length = std::sqrt(square_);
        return std::abs(glm::dot(away, side_)) < aside * length && glm::length(away) < off * length;
    }

  private:
    [[nodiscard]] vec3 step(int joint) const { return tree_.position(joint) - low_; }

    const JointTree& tree_;
    vec3 low_, line_, side_{0.0F};
    float square_;
};

constexpr float least_head = 1.1F;  // the height of a head, by TrunkLine

/// Where a trunk ends.
struct TrunkTop {
    int joint = -1;       // -1: there is no trunk
    float rise = -1e30F;  // the height of the highest joint above it
};

/// Returns where the trunk ends that rises from `root`, which carries the arms as well as the legs: next to the arms,
/// on the way to the highest joint, the head. It ends below `highest`.
TrunkTop find_top(const JointTree& tree, const FigureFrame& frame, const TrunkLine& line, int root,
                  float highest) {
    constexpr float lowest = 0.1F;
    struct Place {
        bool is_central = false;
        bool is_on_trunk = false;  // and so is what carries it
        float height = 0.0F;
        float rise = -1e30F;
    };
    std::vector<Place> places(static_cast<std::size_t>(tree.size()));
    for (int joint = root; joint < tree.size(); ++joint) {
        const bool is_limb =
            joint == frame.legs.a || joint == frame.legs.b || joint == frame.arms.a || joint == frame.arms.b;
        const int parent = tree.parent(joint);
        if (is_limb || (joint != root && (parent < root || !at(places, parent).is_central))) continue;
        Place& place = at(places, joint);
        place.height = line.height(joint);
        place.rise = place.height;
        place.is_central = joint == root || line.is_central(joint);
        place.is_on_trunk =
            place.is_central && place.height < highest && (joint == root || at(places, parent).is_on_trunk);
    }
    TrunkTop out;
    float height = 0.0F;
    for (int joint = tree.size() - 1; joint >= root; --joint) {
        const Place& place = at(places, joint);
        if (!place.is_central) continue;
        if (joint != root)
            at(places, tree.parent(joint)).rise = std::max(at(places, tree.parent(joint)).rise, place.rise);
        if (!place.is_on_trunk || place.height < lowest || (joint == root && root == frame.legs.on)) continue;
        if (std::pair(place.rise, place.height) <= std::pair(out.rise, height)) continue;
        out = {joint, place.rise};
        height = place.height;
    }
    return out;
}

/// Returns the joint next to where the legs begin: that which carries legs and trunk, unless another is clearly nearer,
/// or that one is the spine, above the other.
int find_hips(const JointTree& tree, const FigureFrame& frame) {
    const int meeting = tree.common_ancestor(frame.legs.on, frame.chest);
    const vec3 legs_begin = middle_of(tree, frame.legs);
    const auto off = [&](int joint) { return glm::distance(tree.position(joint), legs_begin); };
    const float thigh = tree.distance(frame.legs.limb_a.upper, frame.legs.limb_a.lower);
    constexpr float clearly = 0.15F;
    constexpr float at_all = 0.02F;
    const auto nearer = [&](int other, float by) {
        return off(other) < off(meeting) - by * thigh ? other : meeting;
    };
    const auto is_under_spine = [&](int other) {
        constexpr float above = 0.1F;
        constexpr float next_to_legs = 0.35F;
        return glm::dot(tree.position(meeting) - tree.position(other), frame.up) > above * thigh &&
               off(other) < next_to_legs * thigh;
    };
    // What carries hips and trunk may be for animators only.
    const auto is_control = [&tree](int joint, int than) {
        return tree.moves_vertices(than) && !tree.moves_vertices(joint);
    };
    if (frame.legs.on != meeting) {  // the trunk, or the ground, carries the hips
        if (is_under_spine(frame.legs.on) || is_control(meeting, frame.legs.on)) return frame.legs.on;
        return nearer(frame.legs.on, clearly);
    }
    // The ground carries the legs: the lowest joint of the trunk that is next to them.
    if (off(meeting) > thigh) {
        std::vector<int> trunk;
        for (int joint = tree.parent(frame.chest); joint > meeting; joint = tree.parent(joint))
            trunk.push_back(joint);
        if (trunk.empty()) return meeting;
        const int nearest =
            *std::min_element(trunk.begin(), trunk.end(), [&](int a, int b) { return off(a) < off(b); });
        constexpr float about = 0.25F;
        const auto lowest = std::find_if(trunk.rbegin(), trunk.rend(), [&](int joint) {
            return off(joint) <= off(nearest) + about * thigh;
        });
        return nearer(*lowest, clearly);
    }
    // The spine may carry the legs.
    const int carrier = tree.parent(meeting);
    if (carrier < 0) return meeting;
    return is_under_spine(carrier) && !is_control(carrier, meeting) ? carrier : nearer(carrier, at_all);
}

}  // namespace

vec3 middle_of(const JointTree& tree, const LimbPair& pair) {
    return 0.5F * (tree.position(pair.limb_a.upper) + tree.position(pair.limb_b.upper));
}

bool find_trunk(const JointTree& tree, FigureFrame& frame) {
    const int carrier = tree.common_ancestor(frame.legs.on, frame.arms.on);
    if (carrier < 0) return false;
    const TrunkLine line(tree, frame);
    frame.chest = frame.arms.on;
    if (carrier == frame.arms.on) {
        // The tree tells less then; what lies to the side in the file's space is an insect's row of legs.
        constexpr float upright = 0.8F;
        if (std::max(std::abs(frame.up.y), std::abs(frame.up.z)) < upright) return false;
        // The trunk is beside the arms, or else beside what carries them.
        int root = carrier;
        while (tree.parent(root) >= 0) root = tree.parent(root);
        constexpr float at_arms = 1.02F;
        constexpr float at_neck = 1.2F;
        TrunkTop top;
        for (const float highest : {at_arms, at_neck}) {
            for (const int start : {carrier, root}) {
                if (top.joint < 0) top = find_top(tree, frame, line, start, highest);
            }
        }
        if (top.joint < 0) return false;
        // A trunk of one bone ends where the neck begins.
        frame.chest = top.joint;
        while (line.height(frame.chest) > at_arms && tree.parent(frame.chest) >= 0)
            frame.chest = tree.parent(frame.chest);
        // What leads from arms to ears, upside down, has no head.
        if (tree.is_below(frame.legs.on, top.joint) && top.rise < least_head) return false;
    }
    frame.hips = find_hips(tree, frame);
    return true;
}

std::vector<int> joints_of_trunk(const JointTree& tree, const FigureFrame& frame) {
    std::vector<int> out;
    const int meeting = tree.common_ancestor(frame.chest, frame.hips);
    for (int joint = frame.chest; joint >= 0 && joint != meeting; joint = tree.parent(joint))
        out.push_back(joint);
    // A trunk may carry the hips.
    constexpr float above_hips = 0.1F;
    const TrunkLine line(tree, frame);
    if (meeting >= 0 && meeting != frame.hips && line.height(meeting) > line.height(frame.hips) + above_hips)
        out.push_back(meeting);
    std::reverse(out.begin(), out.end());
    return out;
}

}  // namespace vitruvian
