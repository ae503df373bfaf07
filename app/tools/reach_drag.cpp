#include "app/tools/reach_drag.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace vitruvian {
namespace {

constexpr int iterations_a_frame = 12;  // of the solver; it continues from the last frame
constexpr float tolerance = 0.005F;     // metres that are not noticeable

constexpr vec4 target_color{1.0F, 0.80F, 0.25F, 1.0F};
constexpr vec4 short_color{0.95F, 0.45F, 0.30F, 1.0F};

/// Returns the nodes that the solver may rotate or move: willing ancestors of dragged or pinned nodes, and a
/// free root.
std::vector<int> movable_nodes(const IkFigure& figure, const std::vector<int>& dragged,
                               const std::vector<int>& pins, bool root_free) {
    std::vector<char> carries(figure.skeleton.size(), 0);
    const auto mark = [&](int node) {
        for (; node >= 0; node = at(figure.skeleton.parent, node)) at(carries, node) = 1;
    };
    for (const int node : dragged) mark(node);
    for (const int pin : pins) mark(pin);
    std::vector<int> out;
    for (const IkJoint& joint : figure.joints) {
        const bool moves = root_free && joint.node == figure.root;
        if (at(carries, joint.node) != 0 && (moves || joint.willingness != vec3(0.0F)))
            out.push_back(joint.node);
    }
    return out;
}

}  // namespace

ReachDrag::ReachDrag(const OpenFigure& figure, const std::vector<Item>& items, std::vector<int> pins,
                     const ReachOptions& options, const ToolInput& input)
    : item_(items.front()), view_(input.view), seized_(input.at), last_(input.at), now_(input.at) {
    const int humanoid = humanoid_of(figure.document(), item_);
    std::vector<int> nodes;
    for (const Item& item : items) nodes.push_back(gizmo_node(figure.document(), item));
    Reaching way = make_reaching(figure.document(), humanoid, nodes, std::move(pins), options.root);
    ik_ = std::move(way.figure);
    options_.root_free = way.root_free;
    options_.iterations = iterations_a_frame;
    figure_ = seize(figure, movable_nodes(ik_, nodes, way.pins, options_.root_free));
    figure_.unit = length_unit(figure, humanoid);
    pose_ = figure_.pose;
    from_scene_ = affine_inverse(figure_.placement);
    options_.metres_per_unit = figure_.metres * glm::length(vec3(figure_.placement[0]));
    const std::vector<mat4> world = world_matrices(figure_.skeleton, figure_.pose);
    for (const int node : nodes) {
        effectors_.push_back({node, figure_.position(node), figure_.position(node)});
        targets_.push_back({node, vec3(at(world, node)[3]), {}});
    }
    for (const int pin : way.pins) {
        targets_.push_back(pinned(pin, world));
        if (options.pins_turn) targets_.back().orientation.reset();
    }
}

void ReachDrag::follow(const ToolInput& input) {
    view_ = input.view;
    const vec2 way = (input.at - last_) * (input.shift ? 0.1F : 1.0F);
    last_ = input.at;
    if (way == vec2(0.0F)) return;
    moved_ = true;
    now_ += way;
    const vec3& start = effectors_.front().start;
    const std::optional<vec3> from = meet_plane(view_.ray(seized_), start, view_.back());
    const std::optional<vec3> to = meet_plane(view_.ray(now_), start, view_.back());
    if (!from || !to) return;
    way_ = *to - *from;
    solve();
    if (effectors_.front().node == ik_.root) sit_back(view_.ray(now_).direction);
}

/// Feet that stay and ankles with limits hold hips up that go straight down: people sit back. The pointer
/// does not say how far off they are meant, so they go along its ray as far as brings them nearer to it.
void ReachDrag::sit_back(const vec3& along) {
    constexpr int steps = 8;
    for (int step = 0; step < steps && shortfall() > tolerance; ++step) {
        const vec3 way = way_;
        const Pose pose = pose_;
        const std::vector<Effector> effectors = effectors_;
        const float short_by = shortfall();
        way_ -= along * (glm::dot(missing(effectors_.front()), along) / glm::dot(along, along));
        solve();
        if (shortfall() < short_by) continue;
        way_ = way;
        pose_ = pose;
        effectors_ = effectors;
        return;
    }
}

void ReachDrag::solve() {
    for (std::size_t i = 0; i < effectors_.size(); ++i)
        targets_[i].position = vec3(from_scene_ * vec4(effectors_[i].start + way_, 1.0F));
    pose_ = solve_ik(ik_, pose_, targets_, options_).pose;
    const std::vector<mat4> world = world_matrices(figure_.skeleton, pose_);
    for (Effector& effector : effectors_)
        effector.now = vec3(figure_.placement * at(world, effector.node)[3]);
}

bool ReachDrag::type(const ToolKey& /*key*/) {
    return false;
}

float ReachDrag::shortfall() const {
    return glm::length(missing(effectors_.front())) * figure_.metres;
}

std::optional<Command> ReachDrag::command() const {
    if (!moved_) return std::nullopt;
    ApplyPose pose;
    for (int i = 0; i < static_cast<int>(pose_.local.size()); ++i) {
        if (at(pose_.local, i) != at(figure_.pose.local, i)) pose.locals.emplace_back(i, at(pose_.local, i));
    }
    if (pose.locals.empty()) return std::nullopt;
    std::string title = "Reach with " + label_of(figure_.document, item_);
    if (effectors_.size() > 1) title += fmt::format(" and {} more", effectors_.size() - 1);
    return figure_.edit(title, {Command(std::move(pose))});
}

void ReachDrag::draw(MarkPen& pen) const {
    for (const Effector& effector : effectors_) {
        const vec3 target = effector.start + way_;
        const bool falls_short = glm::length(missing(effector)) * figure_.metres > tolerance;
        const vec4 color = falls_short ? short_color : target_color;
        if (falls_short) pen.line(effector.now, target, vec4(vec3(color), 0.8F), 1.5F);
        pen.disc(target, 9.0F, vec4(vec3(color), 0.20F), color);
        pen.disc(effector.now, 4.0F, color, vec4(0.07F, 0.08F, 0.09F, 0.9F));
    }
}

std::string ReachDrag::readout() const {
    const std::string name = label_of(figure_.document, item_);
    if (shortfall() <= tolerance) return name;
    return fmt::format("{}  {} short", name, length_text(shortfall(), figure_.unit));
}

namespace {

/// Returns the joints at the ends of chains.
std::vector<Item> chain_ends(const Document& document, int humanoid) {
    std::vector<char> leads_on(document.nodes.size(), 0);
    const std::vector<Item> joints = items_of(document, ItemKind::joint, humanoid);
    for (const Item& joint : joints) {
        int node = at(document.nodes, node_of(document, joint)).parent;
        for (; node >= 0 && at(leads_on, node) == 0; node = at(document.nodes, node).parent)
            at(leads_on, node) = 1;
    }
    std::vector<Item> out;
    std::copy_if(joints.begin(), joints.end(), std::back_inserter(out),
                 [&](const Item& joint) { return at(leads_on, node_of(document, joint)) == 0; });
    return out;
}

}  // namespace

std::vector<Item> common_effectors(const Document& document, int humanoid) {
    constexpr std::array bones = {Bone::hips,           Bone::head,
                                  Bone::left_lower_arm, Bone::right_lower_arm,
                                  Bone::left_lower_leg, Bone::right_lower_leg,
                                  Bone::left_hand,      Bone::right_hand,
                                  Bone::left_foot,      Bone::right_foot};
    std::vector<Item> out;
    for (const Bone bone : bones) {
        const Item joint = joint_of_item(document, bone_item(humanoid, bone));
        if (joint.kind != ItemKind::none) out.push_back(joint);
    }
    return out.empty() ? chain_ends(document, humanoid) : out;
}

}  // namespace vitruvian
