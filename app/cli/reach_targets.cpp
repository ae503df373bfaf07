#include "app/cli/reach_targets.h"

#include "model/edit/reach.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

/// Returns the node of a site, otherwise of a joint or bone.
Result<int> find_effector(const Document& document, int humanoid, const std::string& name) {
    std::vector<Item> found = find_items(document, ItemKind::site, name, humanoid);
    if (found.empty()) found = find_joints(document, name, humanoid);
    if (found.empty()) {
        return fail(
            "no-such-effector",
            fmt::format("there is no site or joint '{}' to use as an effector; `vitruvian pose` lists them",
                        name));
    }
    return node_of(document, found.front());
}

}  // namespace

Result<void> apply_reaches(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    if (options.reaches.empty() && options.pins.empty()) return {};
    if (figure.humanoid < 0)
        return fail("no-humanoid", "--reach and --pin need a humanoid, and this file has none");
    std::vector<std::pair<int, vec3>> targets;
    for (const auto& [name, x, y, z] : options.reaches) {
        const Result<int> node = find_effector(document, figure.humanoid, name);
        if (!node) return tl::unexpected(node.error());
        if (!is_finite(vec3(x, y, z)))
            return fail("not-finite", fmt::format("the target of '{}' is not made of finite numbers", name));
        targets.emplace_back(*node, vec3(x, y, z));
    }
    std::vector<int> pins;
    for (const std::string& name : options.pins) {
        const Result<int> node = find_effector(document, figure.humanoid, name);
        if (!node) return tl::unexpected(node.error());
        pins.push_back(*node);
    }
    IkResult result = reach(document, figure.humanoid, figure.pose, targets, pins);
    figure.pose = std::move(result.pose);
    for (std::size_t i = 0; i < options.reaches.size(); ++i)
        figure.reached.push_back({std::get<0>(options.reaches[i]), targets[i].second, result.distances[i]});
    return {};
}

}  // namespace vitruvian
