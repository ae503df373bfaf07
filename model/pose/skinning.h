// Skinning into caller-provided memory with a given number of threads, for repeated posing of a mesh. See
// pose.h.
#pragma once

#include "model/pose/pose.h"

namespace vitruvian {

/// As skinned_positions, into `out` (`out.size() == instance.mesh->positions.size()`), with at most `threads`
/// threads (0: as many as the machine has). The result does not depend on their number.
void skin_positions(const MeshInstance& instance, std::span<const mat4> world, std::span<const float> weights,
                    std::span<vec3> out, unsigned threads = 0);

}  // namespace vitruvian
