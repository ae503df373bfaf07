// Picking: draws ids around a pixel into a small picture.
#pragma once

#include "renderer/deform.h"
#include "renderer/overlay.h"

namespace vitruvian {

class Picking {
  public:
    /// Returns the pick_id at pixel (x, y) from the top left. Joints and bones are hit from a few pixels away
    /// and take precedence over surfaces.
    [[nodiscard]] std::uint32_t pick(const RenderScene& scene, int width, int height, int x, int y,
                                     Deformer& deformer, Overlay& overlay, Programs& programs);

  private:
    void prepare();
    [[nodiscard]] std::uint32_t nearest_id(int reach) const;

    gl::Renderbuffer ids_, depth_;
    gl::Framebuffer target_;
};

}  // namespace vitruvian
