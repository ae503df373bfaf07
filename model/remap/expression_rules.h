// What VRM's expressions do to their own weights and to each other's (VRMC_vrm 1.0, expressions: isBinary,
// overrideBlink, overrideLookAt, overrideMouth).
#pragma once

#include "model/document/clip.h"
#include "model/document/document.h"

#include <vector>

namespace vitruvian {

/// The weight of an expression of one figure over time.
struct ExpressionTrack {
    const Expression* expression = nullptr;  // never null
    Channel weight;                          // path weight
};

/// Replaces weights that a clip gives to expressions of one figure by those that its face shows: binary ones are
/// 0 or 1, and those of blinking, looking and speaking give way to expressions that override them.
void apply_expression_rules(std::vector<ExpressionTrack>& tracks);

}  // namespace vitruvian
