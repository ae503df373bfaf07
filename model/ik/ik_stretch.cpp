#include "model/ik/ik_stretch.h"

#include "model/core/at.h"
#include "model/ik/ik_step.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

constexpr double cost_of_turn = 5e-3;  // square metres per square radian of a joint with willingness 1
constexpr double cost_of_top = 0.1;    // of the topmost joint
constexpr double sight = 1.2;       // see within_sight; times the length of the chain below the topmost joint
constexpr double max_turned = 0.1;  // radians per step, so that no local minimum is skipped
constexpr double min_share_gained = 1e-9;  // of the sum, per step
constexpr int max_steps = 200;
constexpr double damped_least = 1e-7;
constexpr double damped_most = 1e3;

struct Stretching {
    IkState& state;
    const IkVector& home;
    double share;
    IkVector cost;  // per degree of freedom, in square world units

    [[nodiscard]] double sum() const {
        const IkVector away = state.angles() - home;
        return state.error() + cost.dot(away.cwiseProduct(away));
    }
};

IkVector costs_of(const IkState& state) {
    const std::vector<IkFreedom>& freedoms = state.freedoms();
    const double square = state.metre() * state.metre();
    // With a moving root, the body may rotate as well.
    const int dear = state.options().root_free ? -1 : topmost_joint(freedoms);
    IkVector out(static_cast<Eigen::Index>(freedoms.size()));
    Eigen::Index place = 0;
    for (const IkFreedom& freedom : freedoms) {
        const bool moves = freedom.joint < 0;
        const double least = !moves && freedom.joint == dear ? cost_of_top : cost_of_turn;
        out[place++] = least * (moves ? 1.0 : square) / std::max(freedom.willingness, 1e-4);
    }
    return out;
}

/// A step of stretch().
IkVector stretching_step(const Stretching& s, const IkMatrix& jacobian, double damping) {
    const std::vector<IkFreedom>& freedoms = s.state.freedoms();
    const IkVector& angles = s.state.angles();
    IkVector give(angles.size());  // displacement per unit of force
    for (Eigen::Index i = 0; i < angles.size(); ++i) {
        const bool is_free = freedoms[static_cast<std::size_t>(i)].willingness > 0.0;
        give[i] = is_free ? 1.0 / (s.cost[i] * (1.0 + damping / (s.share * cost_of_turn))) : 0.0;
    }
    const IkVector home = give.cwiseProduct(s.cost.cwiseProduct(s.home - angles));
    return ik_step(s.state, jacobian, s.state.residual(), {give, home, 1.0, max_turned});
}

}  // namespace

int topmost_joint(const std::vector<IkFreedom>& freedoms) {
    const auto turns = [](const IkFreedom& freedom) { return freedom.joint >= 0; };
    const auto first = std::find_if(freedoms.begin(), freedoms.end(), turns);
    return first == freedoms.end() ? -1 : first->joint;
}

std::vector<IkTarget> within_sight(const IkState& state) {
    std::vector<IkTarget> out(state.targets().begin(), state.targets().end());
    const int topmost = topmost_joint(state.freedoms());
    if (topmost < 0) return out;
    const std::vector<int>& parent = state.figure().skeleton.parent;
    const int top = at(state.figure().joints, topmost).node;
    const glm::dvec3 centre = state.position_of(top);
    for (IkTarget& target : out) {
        double reach = 0.0;
        int node = target.node;
        for (; node >= 0 && node != top; node = at(parent, node)) {
            if (at(parent, node) >= 0)
                reach += glm::distance(state.position_of(node), state.position_of(at(parent, node)));
        }
        if (node < 0) continue;  // it is a descendant of another
        const glm::dvec3 way = glm::dvec3(target.position) - centre;
        const double length = glm::length(way);
        if (reach > 0.0 && length > sight * reach)
            target.position = vec3(centre + way * (sight * reach / length));
    }
    return out;
}

int stretch(IkState& state, const IkVector& home, double share) {
    if (state.freedoms().empty() || state.targets().empty()) return 0;
    const Stretching s{state, home, share, share * costs_of(state)};
    IkDamping damping{1e-3, damped_least, damped_most};
    double least = s.sum();
    int steps = 0;
    const auto next = [&](const IkMatrix& jacobian, double damped) {
        return stretching_step(s, jacobian, damped);
    };
    while (steps < max_steps) {
        ++steps;
        const double before = least;
        if (!descend(state, damping, least, 0.0, next, [&] { return s.sum(); })) break;
        if (before - least < min_share_gained * least) break;
    }
    return steps;
}

}  // namespace vitruvian
