// What a file may say of a frame in other words after it was edited in place: both patchers read their own output
// back and ask here.
#pragma once

#include "model/document/differences.h"

namespace vitruvian {

/// How far what is read back may be from what was to be written, relative to lengths and at least to 1: numbers are
/// rounded when they are written, and matrices are taken apart.
inline constexpr float patch_tolerance = 1e-5F;

/// Each component, by patch_tolerance.
[[nodiscard]] bool nearly_equal(const vec3& a, const vec3& b);

/// The node whose frame a joint, a site or a node is; -1 for differences of anything else.
[[nodiscard]] int frame_of(const Difference& difference, const Document& document);

/// Whether rest and delta of the node together come to the same local transform in both documents; `size` is how
/// large the numbers are that its place is worked out from, at least 1.
[[nodiscard]] bool same_local_frame(const Document& a, const Document& b, int node, float size = 1.0F);

}  // namespace vitruvian
