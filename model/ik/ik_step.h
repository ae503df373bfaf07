// One damped step of least squares within the limits. For ik_solver.cpp and ik_stretch.cpp.
#pragma once

#include "model/ik/ik_state.h"

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

}  // namespace vitruvian
