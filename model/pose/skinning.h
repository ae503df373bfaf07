// Skinning on a chosen number of threads, for callers that have threads of their own. See pose.h.
#pragma once

#include "model/pose/pose.h"

namespace vitruvian {

/// skinned_positions on at most so many threads (0: as many as the machine has), with the same result.
[[nodiscard]] std::vector<vec3> skinned_positions_on(unsigned threads, const MeshInstance& instance,
                                                     std::span<const mat4> world,
                                                     std::span<const float> weights);

}  // namespace vitruvian
