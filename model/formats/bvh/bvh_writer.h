// Writes a humanoid and one of its clips as a BVH file. The format only has offsets and rotations: a joint's
// rest rotation and scale are folded into the offsets, and its motion is written relative to its rest in
// world space.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// Writes the first clip that animates a humanoid (if there is none, the humanoid's pose in the file as one
/// frame) and that humanoid: joints with six channels (where the translation relative to the parent changes)
/// or three, in the order Z, X, Y; positions in the document's units and world space. Frames are at the
/// clip's own rate where its keys have one, otherwise at 60 per second. What BVH cannot store is noted.
/// Errors: "bvh-no-humanoid", "bvh-too-large".
[[nodiscard]] Result<EncodedDocument> write_bvh(const Document& document);

}  // namespace vitruvian
