#include "model/ik/reach.h"

#include "model/figure/stance.h"

namespace vitruvian {

IkResult reach(const Document& document, int humanoid, const Pose& start,
               std::span<const std::pair<int, vec3>> targets, std::span<const int> pins) {
    const IkFigure figure = make_ik_figure(document, humanoid);
    const std::vector<mat4> world = world_matrices(figure.skeleton, start);
    std::vector<IkTarget> all;
    for (const auto& [node, position] : targets) all.push_back({node, position, {}});
    for (const int node : pins) all.push_back(pinned(node, world));
    IkOptions options;
    options.root_free = !pins.empty();
    options.iterations = 100;
    options.restarts = 8;
    options.metres_per_unit = find_stance(document, world, start.weights, humanoid).metres_per_unit;
    return solve_ik(figure, start, all, options);
}

}  // namespace vitruvian
