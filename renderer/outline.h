// A line around what is selected.
#pragma once

#include "renderer/deform.h"

namespace vitruvian {

class Outline {
  public:
    /// Marks the highlighted items' pixels; leaves its own framebuffer bound. False where there are none.
    bool draw_mask(const mat4& clip_from_world, int width, int height, Deformer& deformer,
                   Programs& programs);
    /// Draws the line around the mask into the bound framebuffer.
    void draw(int width, int height, Programs& programs);

  private:
    gl::Texture mask_;
    gl::Framebuffer target_;
    gl::VertexArray nothing_;
    int width_ = 0;
    int height_ = 0;
};

}  // namespace vitruvian
