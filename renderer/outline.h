// A line around what is selected.
#pragma once

#include "renderer/surfaces.h"

namespace vitruvian {

class Outline {
  public:
    /// Marks the highlighted items' pixels; leaves its own framebuffer bound. False where there are none.
    bool draw_mask(const RenderScene& scene, const mat4& clip_from_world, int width, int height,
                   Deformer& deformer, Surfaces& surfaces, Programs& programs);
    /// Draws the line around the mask into the bound framebuffer.
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
