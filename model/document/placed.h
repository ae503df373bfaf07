// What stands in the frame of a node without being one: cameras and lights.
#pragma once

#include "model/core/transform.h"

namespace vitruvian {

/// Where a Viewpoint or a Light stands, in the frame of its node.
template <class Placed>
[[nodiscard]] Transform own_frame(const Placed& placed) {
    Transform out;
    out.translation = placed.position;
    out.rotation = placed.orientation;
    return out;
}

}  // namespace vitruvian
