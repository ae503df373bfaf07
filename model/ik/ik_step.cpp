#include "model/ik/ik_step.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <vector>

namespace vitruvian {
namespace {

constexpr int max_fixings = 3;

}  // namespace

IkVector ik_step(const IkState& state, const IkMatrix& jacobian, const IkVector& error, IkStep how) {
    const std::vector<IkFreedom>& freedoms = state.freedoms();
    const IkVector& angles = state.angles();
    const auto count = static_cast<Eigen::Index>(freedoms.size());
    IkVector out = how.drift;
    for (int round = 0; round <= max_fixings; ++round) {
        const IkMatrix weighted = how.give.asDiagonal() * jacobian.transpose();
        IkMatrix normal = jacobian * weighted;
        normal.diagonal().array() += how.damping;
        out = how.drift + weighted * normal.ldlt().solve(error - jacobian * how.drift);
        double widest = 0.0;
        for (Eigen::Index i = 0; i < count; ++i) {
            if (freedoms[static_cast<std::size_t>(i)].joint >= 0) widest = std::max(widest, std::abs(out[i]));
        }
        if (widest > how.widest_turn) out *= how.widest_turn / widest;
        bool all_within = true;
        for (Eigen::Index i = 0; i < count; ++i) {
            const IkFreedom& freedom = freedoms[static_cast<std::size_t>(i)];
            const double bounded = std::clamp(angles[i] + out[i], freedom.lower, freedom.upper) - angles[i];
            if (std::abs(bounded - out[i]) < 1e-12) continue;
            all_within = false;
            how.drift[i] = bounded;
            how.give[i] = 0.0;
            out[i] = bounded;
        }
        if (all_within) break;
    }
    return out;
}

}  // namespace vitruvian
