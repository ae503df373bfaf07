#include "app/cli/reach_targets.h"

#include "model/figure/stance.h"
#include "model/ik/ik_solver.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

/// The node of a site, or else of a joint or bone.
Result<int> find_effector(const Document& document, int humanoid, const std::string& name) {
    std::vector<Item> found = find_items(document, ItemKind::site, name, humanoid);
    if (found.empty()) found = find_joints(document, name, humanoid);
    if (found.empty()) {
        return fail(
            "no-such-effector",
            fmt::format("there is no site or joint '{}' that could reach; `vitruvian pose` lists them",
                        name));
    }
    return node_of(document, found.front());
}

}  // namespace

Result<void> apply_reaches(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    if (options.reaches.empty() && options.pins.empty()) return {};
    if (figure.humanoid < 0)
        return fail("no-humanoid", "--reach and --pin need a humanoid, and this file has none");
    const std::vector<mat4> world = world_matrices(figure.skeleton, figure.pose);
    std::vector<IkTarget> targets;
    for (const auto& [name, x, y, z] : options.reaches) {
        const Result<int> node = find_effector(document, figure.humanoid, name);
        if (!node) return tl::unexpected(node.error());
        if (!is_finite(vec3(x, y, z)))
            return fail("not-finite", fmt::format("the target of '{}' is not made of finite numbers", name));
        targets.push_back({*node, vec3(x, y, z), {}});
    }
    for (const std::string& name : options.pins) {
        const Result<int> node = find_effector(document, figure.humanoid, name);
        if (!node) return tl::unexpected(node.error());
        targets.push_back(pinned(*node, world));
    }
    IkOptions solving;
    solving.root_free = !options.pins.empty();
    solving.iterations = 100;
    solving.restarts = 4;
    solving.metres_per_unit =
        find_stance(document, world, figure.pose.weights, figure.humanoid).metres_per_unit;
    IkResult result = solve_ik(make_ik_figure(document, figure.humanoid), figure.pose, targets, solving);
    figure.pose = std::move(result.pose);
    for (std::size_t i = 0; i < options.reaches.size(); ++i)
        figure.reached.push_back({std::get<0>(options.reaches[i]), targets[i].position, result.distances[i]});
    return {};
}

}  // namespace vitruvian
