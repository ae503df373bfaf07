// Commands on the pose stored in a file: nodes' frames and displacers' weights.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/frames.h"

#include <fmt/format.h>

#include <cmath>

namespace vitruvian {
namespace {

Result<void> set_weight(const SetDisplacerWeight& edit, Document& document) {
    const Item& item = edit.displacer;
    if (item.kind != ItemKind::displacer || !exists(document, item)) {
        return fail("edit-no-such-displacer", fmt::format("There is no displacer {}.", item.index));
    }
    if (!std::isfinite(edit.weight)) return fail("edit-not-finite", "A displacer's weight must be finite.");
    at(document.displacers, item.index).weight = edit.weight;
    return {};
}

Result<void> set_pose(const ApplyPose& edit, Document& document) {
    std::vector<std::pair<std::size_t, Transform>> deltas;
    for (const auto& [node, local] : edit.locals) {
        if (node < 0 || static_cast<std::size_t>(node) >= document.nodes.size()) {
            return fail("edit-no-such-node", fmt::format("There is no node {}.", node));
        }
        const auto at = static_cast<std::size_t>(node);
        const std::optional<Transform> delta = delta_to(document.nodes[at].rest, local);
        if (!delta) {
            return fail("edit-not-finite",
                        fmt::format("{} cannot be posed: its rest has no extent.", document.nodes[at].name));
        }
        deltas.emplace_back(at, *delta);
    }
    for (const auto& [node, delta] : deltas) document.nodes[node].delta = delta;
    return {};
}

}  // namespace

std::vector<CommandKind> pose_commands() {
    return {
        command_kind<SetDisplacerWeight, set_weight>(
            "set-displacer-weight", "Set weight of {displacer}",
            "Sets how far a displacer or morph target is applied.",
            {command_field<&SetDisplacerWeight::displacer>("displacer", "", "the displacer or morph target",
                                                           {ItemKind::displacer}),
             command_field<&SetDisplacerWeight::weight>("weight", "", "0: not at all; 1: in full")}),
        command_kind<ApplyPose, set_pose>(
            "set-pose", "Pose by matrices", "Sets the transforms of nodes to those of a pose.",
            {command_field<&ApplyPose::locals>(
                "nodes", "",
                "objects {\"node\", \"translation\" in the file's unit, \"rotation\" as a quaternion x y z "
                "w, "
                "\"scale\", \"scale-orientation\" (these two may be left out)}: each node's frame in its "
                "parent's")}),
    };
}

}  // namespace vitruvian
