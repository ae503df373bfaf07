// glTF's local transforms as what is added to rest: local = rest * delta.
#pragma once

#include "model/document/clip.h"

namespace vitruvian::gltf {

/// The delta with which rest becomes `local`, component by component (see compose).
[[nodiscard]] Transform delta_of(const Transform& rest, const Transform& local);

/// A clip's channel of local transforms as one of deltas from the node's rest, whose scale is not 0.
void make_delta(Channel& channel, const Transform& rest);

}  // namespace vitruvian::gltf
