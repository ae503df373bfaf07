// Meshes named after their segment.
#pragma once

#include "model/core/at.h"
#include "model/document/document.h"

namespace vitruvian {

/// True for a shape without a name of its own in a VRML/X3D world.
[[nodiscard]] inline bool is_called_after_segment(const Document& document, const MeshInstance& mesh) {
    return mesh.humanoid >= 0 && mesh.segment >= 0 &&
           at(at(document.humanoids, mesh.humanoid).segments, mesh.segment).name == mesh.name;
}

}  // namespace vitruvian
