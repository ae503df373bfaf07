// What a VRM 1.0 file says beyond its bones and the shapes of its faces, for one that is written anew.
#pragma once

#include "model/formats/gltf/write/writing.h"

namespace vitruvian::gltf {

/// Carries over what the file that the document was read from says as VRM 1.0: VRMC_vrm's meta, firstPerson, lookAt and
/// unknown words about expressions into `vrm` (VRMC_vrm, with its expressions), VRMC_springBone into the file, and
/// VRMC_node_constraint into its nodes. What refers to something that is no longer there is left out with it. Nothing
/// happens where the document comes from no VRM 1.0 file.
void carry_vrm1(Writing& writing, const Humanoid& humanoid, OrderedJson& vrm);

}  // namespace vitruvian::gltf
