// Bones, joints, lines and triangles drawn over the surfaces. They are transformed to clip space on the CPU
// (there are few), so that sizes are in pixels and one program draws them all.
#pragma once

#include "renderer/gl.h"
#include "renderer/programs.h"
#include "renderer/scene.h"

#include <vector>

namespace vitruvian {

struct OverlayVertex {
    vec4 clip;
    vec4 color;  // display colour, straight alpha
    vec4 shape;  // position within the shape in pixels, half its size, its kind (see overlay.frag)
    std::uint32_t id = 0;
};

/// Triangles of the overlay. `hidden` ones are depth-tested against the surfaces.
struct OverlayShapes {
    std::vector<OverlayVertex> hidden;
    std::vector<OverlayVertex> on_top;
};
[[nodiscard]] OverlayShapes overlay_shapes(const RenderScene& scene, int width, int height);

class Overlay {
  public:
    void draw(const OverlayShapes& shapes, Programs& programs);
    /// Draws ids instead of colours; `window` is scale and shift of clip space. Depth-tested if that test is
    /// enabled.
    void draw_ids(const std::vector<OverlayVertex>& vertices, const vec4& window, Programs& programs);

  private:
    void upload(const std::vector<OverlayVertex>& vertices);
    gl::Buffer vertices_;
    gl::VertexArray array_;
};

}  // namespace vitruvian
