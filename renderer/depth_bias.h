// How depth maps are drawn, so that surfaces throw no shadow on themselves.
//
// Drivers that draw on the processor make code for every combination of depth format, offset and what triangles
// interpolate, each time that the program starts, even for draws that rasterize nothing. Deformer's capture therefore
// stands in the same state as the depth maps, and shares their code.
#pragma once

#include "renderer/gl.h"

namespace vitruvian {

inline constexpr GLenum depth_map_format = GL_DEPTH_COMPONENT16;

/// Triangles are moved away from the light while this lives.
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
