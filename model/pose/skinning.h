// Skinning into memory that is there already, on a chosen number of threads: for who poses a mesh again and
// again. See pose.h.
#pragma once

#include "model/pose/pose.h"

namespace vitruvian {

/// As skinned_positions, into `out` (`out.size() == instance.mesh->positions.size()`), on at most so many
/// threads (0: as many as the machine has). The result does not depend on how many.
void skin_positions(const MeshInstance& instance, std::span<const mat4> world, std::span<const float> weights,
                    std::span<vec3> out, unsigned threads = 0);

}  // namespace vitruvian
