// Finds a figure's bones by the shape of its skeleton: where legs and arms are attached, then the trunk
// between them, then each limb.
#include "model/core/at.h"
#include "model/figure/bone_inference.h"
#include "model/figure/shape_parts.h"
#include "model/standard/bone_name_table.h"
#include "model/standard/name_key.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vitruvian {
namespace {

/// Converts the parts of a joint tree into a bone map.
class ShapeMapper {
  public:
    ShapeMapper(const JointTree& tree, const FigureFrame& frame, const Document& document)
        : tree_(tree), frame_(frame), document_(document) {}

    ShapedBones map() {
        const std::array legs{frame_.legs.limb_a, frame_.legs.limb_b};
        const std::array arms{frame_.arms.limb_a, frame_.arms.limb_b};
        find_left(legs, arms);
        set(Bone::hips, frame_.hips, 0.85F);
        map_trunk();
        // A foot, toes, and a joint that marks their end.
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

    /// Sets `left` or the same bone of the other side.
    void set_sided(bool on_left, Bone left, int joint, float confidence) {
        set(on_left ? left : other_side(left), joint, out_.sides_known ? confidence : 0.6F * confidence);
    }

    [[nodiscard]] Side named_side(int joint) const {
        return joint < 0 ? Side::none : name_key(at(document_.nodes, tree_.node(joint)).name).side;
    }

    /// Returns 1 where the names of two limbs mean that the first is a left one, -1 for a right one, 0 if
    /// they have no side. `agree` is cleared where they contradict each other.
    [[nodiscard]] int first_by_names(const std::array<LimbShape, 2>& limbs, bool& agree) const {
        int out = 0;
        for (const auto& [a, b] :
             {std::pair{limbs[0].upper, limbs[1].upper}, std::pair{limbs[0].lower, limbs[1].lower}}) {
            const Side first = named_side(a);
            const Side second = named_side(b);
            if (first == Side::none && second == Side::none) continue;
            const bool opposed = first != Side::none && second != Side::none && first != second;
            const int vote = first == Side::left ? 1 : -1;
            agree = agree && opposed && out * vote >= 0;
            out = vote;
        }
        return out;
    }

    /// For figures whose front the shape alone does not determine: whether the names of arms and legs have
    /// sides.
    [[nodiscard]] bool find_left_by_names(const std::array<LimbShape, 2>& legs,
                                          const std::array<LimbShape, 2>& arms) {
        bool agree = true;
        const vec3 across = tree_.position(arms[0].upper) - tree_.position(arms[1].upper);
        const int legs_say = first_by_names(legs, agree);
        const int arms_say = first_by_names(arms, agree) * (glm::dot(across, frame_.side) < 0.0F ? -1 : 1);
        if (!agree || legs_say == 0 || legs_say != arms_say) return false;
        const vec3 side = frame_.side - glm::dot(frame_.side, frame_.up) * frame_.up;
        left_ = unit_or_zero(side) * static_cast<float>(legs_say);
        return left_ != vec3(0.0F);
    }

    /// Returns the front by the file's axes: glTF's figures face +Z, or where Z is up, -Y; robots, which have left and
    /// right along another axis then, +X.
    [[nodiscard]] vec3 front_of_file() const {
        const vec3 front = std::abs(frame_.up.z) > 0.7F ? vec3(0.0F, -1.0F, 0.0F) : vec3(0.0F, 0.0F, 1.0F);
        constexpr float along = 0.7F;
        return std::abs(glm::dot(front, frame_.side)) > along ? vec3(1.0F, 0.0F, 0.0F) : front;
    }

    /// Toes point forwards, knees bend forwards; without them names decide, then the file's axes.
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
            out_.sides_known = find_left_by_names(legs, arms);
            if (out_.sides_known) return;
            front = front_of_file();
        }
        left_ = glm::cross(frame_.up, front);
    }

    /// Returns the direction from elbows to the straight line between shoulder and hand, which is forwards
    /// too.
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
        const std::vector<int> spine = joints_of_trunk(tree_, frame_);
        if (spine.empty()) return;
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

    /// Whether its name says that a joint of the head is something else than an eye.
    [[nodiscard]] bool is_named_otherwise(int joint) const {
        constexpr std::array<std::string_view, 10> others{"antenna", "antler", "brow", "cheek",   "ear",
                                                          "eyebrow", "hair",   "horn", "pigtail", "whisker"};
        const std::string key = name_key(at(document_.nodes, tree_.node(joint)).name).key;
        return std::ranges::any_of(others, [&key](std::string_view word) { return key.starts_with(word); });
    }

    /// A single pair of leaves on the head is its eyes, unless they are named otherwise, and a central one in front
    /// its jaw; several are ambiguous.
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
        if (!are_eyes || is_named_otherwise(pair[0]) || is_named_otherwise(pair[1])) return;
        for (const int eye : pair) set_sided(stands_left(eye), Bone::left_eye, eye, 0.45F);
    }

    const JointTree& tree_;
    const FigureFrame& frame_;
    const Document& document_;
    ShapedBones out_;
    vec3 left_{1.0F, 0.0F, 0.0F};
};

}  // namespace

ShapedBones bones_by_shape(const Document& document, std::span<const int> joints,
                           std::span<const mat4> world) {
    constexpr std::size_t min_joints = 9;  // hips, chest, and four limbs
    constexpr std::size_t max_joints = 20000;
    if (joints.size() < min_joints || joints.size() > max_joints) return {};
    JointTree tree(document, joints, world);
    const std::optional<JointTree> within = with_ends_joined(tree, true);
    if (std::optional<JointTree> joined = with_ends_joined(tree, false)) tree = std::move(*joined);
    std::optional<FigureFrame> frame = find_figure_frame(tree);
    if (within) {
        constexpr float clearly = 0.3F;
        const std::optional<FigureFrame> other = find_figure_frame(*within);
        if (other && (!frame || other->score > frame->score + clearly)) {
            tree = *within;
            frame = other;
        }
    }
    return frame ? ShapeMapper(tree, *frame, document).map() : ShapedBones{};
}

}  // namespace vitruvian
