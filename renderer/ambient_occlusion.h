// Ambient occlusion: how much ambient light reaches visible surfaces (darker in folds, between limbs, under
// chins), and how much sky light, from the sky's shadow map, which must be bound. Computed from the depth
// buffer at a third of the picture's width and height.
#pragma once

#include "renderer/casters.h"
#include "renderer/covered.h"
#include "renderer/studio.h"

namespace vitruvian {

class AmbientOcclusion {
  public:
    /// Computes the map for these pixels of a picture whose frame block is bound, and binds it to
    /// Unit::ambient_map.
    void draw(const Casters& casters, const FrameBlock& frame, const PixelRect& area);
    /// Converts the picture's pixels to the map: (pixel + xy) * zw.
    [[nodiscard]] const vec4& place() const { return place_; }

  private:
    /// Ensures room for this many texels, without keeping many times as many.
    void prepare(int wanted_width, int wanted_height);
    /// For a map whose first texel is at `first` of a picture of that many texels.
    void look_around(Programs& programs, const FrameBlock& frame, const vec2& first, const vec2& picture);
    void blur(Programs& programs, const FrameBlock& frame);

    struct Map {
        gl::Texture texture;
        gl::Framebuffer framebuffer;
    };
    Map depth_, noisy_, smooth_;
    gl::Renderbuffer covered_;  // a copy of the depth: a texture must not be read and tested at once
    gl::VertexArray nothing_;
    int width_ = 0;
    int height_ = 0;
    vec4 place_{0.0F};
};

}  // namespace vitruvian
