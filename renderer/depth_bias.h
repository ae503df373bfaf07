// Depth bias for depth maps, to avoid self-shadowing.
//
// Software drivers compile code for every combination of depth format, offset and interpolated attributes,
// each time the program starts, even for draws that rasterize nothing. Deformer's capture therefore uses the
// same state as the depth maps, and shares their code.
#pragma once

#include "renderer/gl.h"

namespace vitruvian {

inline constexpr GLenum depth_map_format = GL_DEPTH_COMPONENT16;

/// Moves triangles away from the light during its lifetime.
class DepthBiasScope {
  public:
    DepthBiasScope() {
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.5F, 2.0F);
    }
    ~DepthBiasScope() { glDisable(GL_POLYGON_OFFSET_FILL); }
    DepthBiasScope(const DepthBiasScope&) = delete;
    DepthBiasScope& operator=(const DepthBiasScope&) = delete;
};

}  // namespace vitruvian
