// What is under a pixel: ids drawn around it into a small picture of their own.
#pragma once

#include "renderer/deform.h"
#include "renderer/overlay.h"

namespace vitruvian {

class Picking {
  public:
    /// The pick_id under pixel (x, y) from the top left. Joints and bones count from a few pixels away and
    /// come before surfaces.
    [[nodiscard]] std::uint32_t pick(const RenderScene& scene, int width, int height, int x, int y,
                                     Deformer& deformer, Overlay& overlay, Programs& programs);

  private:
    void prepare();
    [[nodiscard]] std::uint32_t nearest_id(int reach) const;

    gl::Renderbuffer ids_, depth_;
    gl::Framebuffer target_;
};

}  // namespace vitruvian
