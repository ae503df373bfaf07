// Equivalence of frames after an in-place edit: a file may express the same frame differently. Both patchers
// read their output back and use these functions.
#pragma once

#include "model/document/differences.h"

namespace vitruvian {

/// Tolerance between the values read back and those to be written, relative to lengths and at least to 1:
/// numbers are rounded when written, and matrices are decomposed.
inline constexpr float patch_tolerance = 1e-5F;

/// Compares each component within patch_tolerance.
[[nodiscard]] bool nearly_equal(const vec3& a, const vec3& b);

/// Returns the node whose frame belongs to the joint, site or node that differs; -1 for other differences.
[[nodiscard]] int frame_of(const Difference& difference, const Document& document);

/// True if rest * delta of the node gives the same local transform in both documents; `size` is the magnitude
/// of the numbers its position is computed from, at least 1.
[[nodiscard]] bool same_local_frame(const Document& a, const Document& b, int node, float size = 1.0F);

}  // namespace vitruvian
