// A humanoid and one of its clips as a BVH file. The format has offsets and turns, and nothing else: a
// joint's rest rotation and scale go into the offsets, its motion is written against its rest in the world.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// Writes the first clip that moves a humanoid (where none does, its pose in the file as one frame) and that
/// humanoid, of BVH files all of them: joints with six channels (a joint whose place in its parent changes) or three, in the order
/// Z, X, Y; positions in the document's units and world. Frames come at the clip's own rate where its keys
/// have one, else 60 a second. What BVH cannot hold is noted. Errors: "bvh-no-humanoid", "bvh-too-large".
[[nodiscard]] Result<EncodedDocument> write_bvh(const Document& document);

}  // namespace vitruvian
