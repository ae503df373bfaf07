// Commands that pose by target positions of hands, feet and other ends.
#include "model/edit/command_table.h"
#include "model/edit/reach.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

Result<void> expect_effectors(const ReachTargets& edit, const Document& document) {
    if (edit.humanoid.kind != ItemKind::humanoid || !exists(document, edit.humanoid))
        return fail("edit-no-such-humanoid", fmt::format("There is no humanoid {}.", edit.humanoid.index));
    if (edit.targets.empty())
        return fail("edit-field", "\"targets\" is empty: give at least one effector and its position.");
    const auto is_node = [&document](int node) { return exists(document, {ItemKind::node, -1, node}); };
    for (const auto& [node, position] : edit.targets) {
        if (!is_node(node)) return fail("edit-no-such-node", fmt::format("There is no node {}.", node));
        if (!is_finite(position)) return fail("edit-not-finite", "A target position must be finite.");
    }
    for (const int node : edit.pins) {
        if (!is_node(node)) return fail("edit-no-such-node", fmt::format("There is no node {}.", node));
    }
    return {};
}

Result<void> pose_by_reach(const ReachTargets& edit, Document& document) {
    if (Result<void> sound = expect_effectors(edit, document); !sound) return sound;
    const Pose start = file_pose(make_skeleton(document));
    const IkResult result = reach(document, edit.humanoid.index, start, edit.targets, edit.pins);
    ApplyPose pose;
    for (std::size_t i = 0; i < start.local.size(); ++i) {
        if (result.pose.local[i] != start.local[i])
            pose.locals.emplace_back(static_cast<int>(i), result.pose.local[i]);
    }
    return apply(Command(std::move(pose)), document);
}

}  // namespace

std::vector<CommandKind> reach_commands() {
    return {command_kind<ReachTargets, pose_by_reach>(
        "reach", "Reach",
        "Brings sites and joints to points by turning the joints within their limits, and stores the pose.",
        {command_field<&ReachTargets::humanoid>("humanoid", "", "the figure", {ItemKind::humanoid}),
         command_field<&ReachTargets::targets>(
             "targets", "length",
             "objects {\"effector\", \"position\" in the scene}: a site or joint, and its target position"),
         may_be_absent(command_field<&ReachTargets::pins>(
             "pins", "",
             "sites and joints that stay where they are; with pins the whole figure may move"))})};
}

}  // namespace vitruvian
