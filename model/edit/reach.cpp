#include "model/edit/reach.h"

#include "model/core/at.h"
#include "model/edit/natural_bends.h"
#include "model/figure/stance.h"

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

constexpr float trunk_share = 0.004F;  // of its willingness that the trunk keeps while a limb is moved

/// Prefers limbs over the trunk, whose many joints would otherwise bend before an arm does: joints above
/// several of the body's ends become less willing when one end is moved.
void hold_trunk(IkFigure& figure, const Humanoid& humanoid, int effector) {
    std::vector<int> carries(figure.skeleton.size(), 0);
    for (const Bone end :
         {Bone::head, Bone::left_hand, Bone::right_hand, Bone::left_foot, Bone::right_foot}) {
        for (int node = humanoid.bones[end]; node >= 0; node = at(figure.skeleton.parent, node))
            ++at(carries, node);
    }
    if (at(carries, effector) > 1) return;
    for (IkJoint& joint : figure.joints) {
        if (at(carries, joint.node) > 1) joint.willingness *= trunk_share;
    }
}

/// Joints above the hips are not part of the body (a joint on the ground above everything). Hips that have to
/// stay do not rotate either (`hips_too`), otherwise the legs would swing off the ground, nor do moved
/// hips, so that the trunk stays upright.
void hold_hips(IkFigure& figure, bool hips_too) {
    for (int node = figure.root; node >= 0; node = at(figure.skeleton.parent, node)) {
        const int joint = at(figure.joint_of_node, node);
        if (joint < 0) continue;
        if (hips_too || node != figure.root) at(figure.joints, joint).willingness = vec3(0.0F);
    }
}

/// Returns the sum of the targets' distances, times their weights.
float missing(const IkResult& result, std::span<const IkTarget> targets) {
    float out = 0.0F;
    for (std::size_t t = 0; t < targets.size(); ++t) out += targets[t].weight * result.distances[t];
    return out;
}

Reaching prepare(const Document& document, int humanoid, std::span<const int> effectors,
                 std::vector<int> pins, ReachRoot root, bool holds_trunk) {
    Reaching out{make_natural_ik_figure(document, humanoid), std::move(pins)};
    const Humanoid& owner = at(document.humanoids, humanoid);
    const auto is_moved = [&](int node) {
        return std::find(effectors.begin(), effectors.end(), node) != effectors.end();
    };
    std::erase_if(out.pins, is_moved);
    if (holds_trunk && effectors.size() == 1) hold_trunk(out.figure, owner, effectors.front());
    const bool whole_body = is_moved(out.figure.root);
    if (whole_body && out.pins.empty()) {
        for (const Bone foot : {Bone::left_foot, Bone::right_foot}) {
            if (owner.bones[foot] >= 0 && !is_moved(owner.bones[foot])) out.pins.push_back(owner.bones[foot]);
        }
    }
    out.root_free =
        root == ReachRoot::free || (root == ReachRoot::as_needed && (whole_body || !out.pins.empty()));
    hold_hips(out.figure, !out.root_free || whole_body);
    return out;
}

}  // namespace

Reaching make_reaching(const Document& document, int humanoid, std::span<const int> effectors,
                       std::vector<int> pins, ReachRoot root) {
    return prepare(document, humanoid, effectors, std::move(pins), root, true);
}

IkResult reach(const Document& document, int humanoid, const Pose& start,
               std::span<const std::pair<int, vec3>> targets, std::span<const int> pins) {
    std::vector<int> effectors;
    for (const auto& [node, position] : targets) effectors.push_back(node);
    const Reaching way = make_reaching(document, humanoid, effectors, {pins.begin(), pins.end()});
    const std::vector<mat4> world = world_matrices(way.figure.skeleton, start);
    std::vector<IkTarget> all;
    for (const auto& [node, position] : targets) all.push_back({node, position, {}});
    for (const int node : way.pins) all.push_back(pinned(node, world));
    IkOptions options;
    options.root_free = way.root_free;
    options.iterations = 100;
    options.restarts = 8;
    options.metres_per_unit = find_stance(document, world, start.weights, humanoid).metres_per_unit;
    IkResult out = solve_ik(way.figure, start, all, options);
    if (out.reached) return out;
    // Where limbs alone do not get there, the trunk goes as willingly.
    const Reaching bending = prepare(document, humanoid, effectors, way.pins, ReachRoot::as_needed, false);
    IkResult bent = solve_ik(bending.figure, start, all, options);
    return missing(bent, all) < missing(out, all) ? bent : out;
}

}  // namespace vitruvian
