// Posing by where hands, feet and other ends are to be.
#include "model/edit/command_table.h"
#include "model/figure/stance.h"
#include "model/ik/ik_solver.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

Result<void> expect_effectors(const ReachTargets& edit, const Document& document) {
    if (edit.humanoid.kind != ItemKind::humanoid || !exists(document, edit.humanoid))
        return fail("edit-no-such-humanoid", fmt::format("There is no humanoid {}.", edit.humanoid.index));
    if (edit.targets.empty()) return fail("edit-field", "There is nothing that is to reach anything.");
    const auto is_node = [&document](int node) { return exists(document, {ItemKind::node, -1, node}); };
    for (const auto& [node, position] : edit.targets) {
        if (!is_node(node)) return fail("edit-no-such-node", fmt::format("There is no node {}.", node));
        if (!is_finite(position)) return fail("edit-not-finite", "What is to be reached must be finite.");
    }
    for (const int node : edit.pins) {
        if (!is_node(node)) return fail("edit-no-such-node", fmt::format("There is no node {}.", node));
    }
    return {};
}

Result<void> reach(const ReachTargets& edit, Document& document) {
    if (Result<void> sound = expect_effectors(edit, document); !sound) return sound;
    const IkFigure figure = make_ik_figure(document, edit.humanoid.index);
    const Pose start = file_pose(figure.skeleton);
    const std::vector<mat4> world = world_matrices(figure.skeleton, start);
    std::vector<IkTarget> targets;
    for (const auto& [node, position] : edit.targets) targets.push_back({node, position, {}});
    for (const int node : edit.pins) targets.push_back(pinned(node, world));
    IkOptions options;
    options.root_free = !edit.pins.empty();
    options.iterations = 100;
    options.restarts = 4;
    options.metres_per_unit =
        find_stance(document, world, start.weights, edit.humanoid.index).metres_per_unit;
    const IkResult result = solve_ik(figure, start, targets, options);
    ApplyPose pose;
    for (std::size_t i = 0; i < start.local.size(); ++i) {
        if (result.pose.local[i] != start.local[i])
            pose.locals.emplace_back(static_cast<int>(i), result.pose.local[i]);
    }
    return apply(Command(std::move(pose)), document);
}

}  // namespace

std::vector<CommandKind> reach_commands() {
    return {command_kind<ReachTargets, reach>(
        "reach", "Reach",
        "Brings sites and joints to points by turning the joints within their limits, and stores the pose.",
        {command_field<&ReachTargets::humanoid>("humanoid", "", "the figure", {ItemKind::humanoid}),
         command_field<&ReachTargets::targets>(
             "targets", "length",
             "objects {\"effector\", \"position\" in the scene}: a site or joint, and where it is to be"),
         may_be_absent(command_field<&ReachTargets::pins>(
             "pins", "",
             "sites and joints that stay where they are; with pins the whole figure may move"))})};
}

}  // namespace vitruvian
