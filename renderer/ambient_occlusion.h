// How much of the surroundings' light reaches the surfaces that are seen: dim in folds, between limbs, under chins; and
// how much of the sky's, by its shadow map, which must be bound. From the depth of what is seen, a third of the picture's
// rows and columns.
#pragma once

#include "renderer/casters.h"
#include "renderer/covered.h"
#include "renderer/studio.h"

namespace vitruvian {

class AmbientOcclusion {
  public:
    /// Makes the map of these pixels of a picture whose frame block is bound, and binds it to Unit::ambient_map.
    void draw(const Casters& casters, const FrameBlock& frame, const PixelRect& area);
    /// Leads from the picture's pixels to the map: (pixel + xy) * zw.
    [[nodiscard]] const vec4& place() const { return place_; }

  private:
    /// Has room for this many texels afterwards, and not for many times as many.
    void prepare(int wanted_width, int wanted_height);
    /// For a map whose first texel is at `first` of a picture of so many texels.
    void look_around(Programs& programs, const FrameBlock& frame, const vec2& first, const vec2& picture);
    void blur(Programs& programs, const FrameBlock& frame);

    struct Map {
        gl::Texture texture;
        gl::Framebuffer framebuffer;
    };
    Map depth_, noisy_, smooth_;
    gl::Renderbuffer covered_;  // the depth once more: a texture is not to be read and tested at once
    gl::VertexArray nothing_;
    int width_ = 0;
    int height_ = 0;
    vec4 place_{0.0F};
};

}  // namespace vitruvian
