// One damped least squares step within the limits. For ik_solver.cpp and ik_stretch.cpp.
#pragma once

#include "model/ik/ik_state.h"

#include <algorithm>

namespace vitruvian {

struct IkStep {
    IkVector give;   // for each degree of freedom: displacement per unit of force; 0: locked
    IkVector drift;  // displacement without force
    double damping = 0.0;
    double widest_turn = 0.0;  // radians
};

/// Returns the displacement of each degree of freedom that compensates `error`: those that would exceed the
/// limits are fixed at them and the rest is solved again. `jacobian` is the state's.
[[nodiscard]] IkVector ik_step(const IkState& state, const IkMatrix& jacobian, const IkVector& error,
                               IkStep how);

/// The current damping factor and its range.
struct IkDamping {
    double now = 1e-3;
    double least = 0.0;
    double most = 0.0;
};

/// Takes a step that reduces `error` by more than `gain`, with increasing damping, until one succeeds or none
/// is left. `step(jacobian, damping)` returns the displacement of each degree of freedom, `measure()` the
/// error of the state. False: none succeeded, and the state is unchanged.
template <class Step, class Measure>
[[nodiscard]] bool descend(IkState& state, IkDamping& damping, double& error, double gain, const Step& step,
                           const Measure& measure) {
    const IkMatrix jacobian = state.jacobian();
    const IkVector before = state.angles();
    while (damping.now < damping.most) {
        state.set(before + step(jacobian, damping.now));
        const double now = measure();
        if (now < error - gain) {
            error = now;
            damping.now = std::max(damping.now * 0.2, damping.least);
            return true;
        }
        state.set(before);
        damping.now *= 8.0;
    }
    return false;
}

}  // namespace vitruvian
