// One damped step of least squares within the limits. For ik_solver.cpp and ik_stretch.cpp.
#pragma once

#include "model/ik/ik_state.h"

#include <algorithm>

namespace vitruvian {

struct IkStep {
    IkVector give;   // of each freedom: how far a unit of force moves it; 0: it does not
    IkVector drift;  // how far it goes by itself
    double damping = 0.0;
    double widest_turn = 0.0;  // radians
};

/// How far each freedom goes for the effectors to make good `error`: what would leave the limits is fixed at them and the
/// rest solved again. `jacobian` is the state's.
[[nodiscard]] IkVector ik_step(const IkState& state, const IkMatrix& jacobian, const IkVector& error,
                               IkStep how);

/// How much steps are held back.
struct IkDamping {
    double now = 1e-3;
    double least = 0.0;
    double most = 0.0;
};

/// Takes the step that makes `error` less by more than `gain`: of more and more damping, until there is one or none is left.
/// `step(jacobian, damping)` gives how far each freedom goes, `measure()` the error of the state. False: none, and the
/// state is as it was.
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
