// Selection outline.
#pragma once

#include "renderer/covered.h"
#include "renderer/surfaces.h"

namespace vitruvian {

class Outline {
  public:
    /// Width of the outline around the items, in pixels.
    static constexpr int reach = 6;
    /// Marks the highlighted items' pixels, which are within `area`; leaves its own framebuffer bound.
    void draw_mask(const RenderScene& scene, const mat4& clip_from_world, int width, int height,
                   const PixelRect& area, Deformer& deformer, Surfaces& surfaces, Programs& programs);
    /// Draws the outline of the mask into the bound framebuffer, whose viewport is the whole picture.
    void draw(int width, int height, Programs& programs);

  private:
    void prepare(int width, int height);

    gl::Renderbuffer samples_;
    gl::Texture mask_;
    gl::Framebuffer multisampled_, target_;
    gl::VertexArray nothing_;
    int width_ = 0;
    int height_ = 0;
};

}  // namespace vitruvian
