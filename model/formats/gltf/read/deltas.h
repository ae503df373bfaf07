// Converts glTF's local transforms to deltas from the rest transform: local = rest * delta.
#pragma once

#include "model/document/clip.h"

namespace vitruvian::gltf {

/// Returns the delta for which rest * delta is `local`, component by component (see compose).
[[nodiscard]] Transform delta_of(const Transform& rest, const Transform& local);

/// Converts a clip's channel from local transforms to deltas from the node's rest, whose scale is not 0.
void make_delta(Channel& channel, const Transform& rest);

}  // namespace vitruvian::gltf
