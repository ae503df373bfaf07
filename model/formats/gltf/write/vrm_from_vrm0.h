// What a VRM 0.x file says beyond its bones and faces, in the words of VRM 1.0: VRMC_vrm's meta, firstPerson and
// lookAt, VRMC_springBone 1.0 and VRMC_materials_mtoon 1.0.
#pragma once

#include "model/formats/gltf/write/writing.h"

namespace vitruvian::gltf {

/// Carries over what the file that the document was read from says as VRM 0.x, into `vrm` (VRMC_vrm, with its
/// expressions) and into the file's own lists. What VRM 1.0 has no place for is noted ("vrm0-not-carried"). Nothing
/// happens where the document comes from no VRM 0.x file.
void carry_vrm0(Writing& writing, const Humanoid& humanoid, OrderedJson& vrm);

}  // namespace vitruvian::gltf
