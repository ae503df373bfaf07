// Converts data of a VRM 0.x file other than bones and expressions to VRM 1.0: VRMC_vrm's meta, firstPerson
// and lookAt, VRMC_springBone 1.0 and VRMC_materials_mtoon 1.0.
#pragma once

#include "model/formats/gltf/write/writing.h"

namespace vitruvian::gltf {

/// Converts the VRM 0.x data of the document's source into `vrm` (VRMC_vrm) and into
/// the file's lists. What VRM 1.0 cannot store is noted ("vrm0-not-carried"). Does nothing where the
/// document's source is not a VRM 0.x file.
void carry_vrm0(Writing& writing, OrderedJson& vrm);

}  // namespace vitruvian::gltf
