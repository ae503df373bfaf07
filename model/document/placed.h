// Objects placed relative to a node that are not nodes: cameras and lights.
#pragma once

#include "model/core/transform.h"

namespace vitruvian {

/// Returns the transform of a Viewpoint or a Light in the frame of its node.
template <class Placed>
[[nodiscard]] Transform own_frame(const Placed& placed) {
    Transform out;
    out.translation = placed.position;
    out.rotation = placed.orientation;
    return out;
}

}  // namespace vitruvian
