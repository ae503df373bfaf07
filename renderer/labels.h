// The texts over a picture: where there is room for which, and drawing them.
#pragma once

#include "renderer/gl.h"
#include "renderer/lettering.h"
#include "renderer/programs.h"
#include "renderer/scene.h"

#include <memory>
#include <vector>

namespace vitruvian {

/// A text in its place: pixels from the picture's top left, whole ones.
struct PlacedLabel {
    vec2 pen{0.0F};  // on the baseline
    vec2 low{0.0F};  // its box
    vec2 high{0.0F};
    std::u32string text;
    vec4 color{1.0F};
};

/// Important ones first, then the nearest; beside, above or below its point, over no other. One that finds no
/// room is left out. `lettering` has the size that the labels ask for.
[[nodiscard]] std::vector<PlacedLabel> place_labels(const RenderScene& scene, int width, int height,
                                                    Lettering& lettering);

class Labels {
  public:
    /// Once for a picture, before draw.
    void prepare(const RenderScene& scene, int width, int height);
    /// Into the framebuffer at hand, whose viewport is the whole picture.
    void draw(Programs& programs);

  private:
    struct Vertex {
        vec4 place;  // in clip space (xy) and in the sheet, in texels (zw)
        vec4 color;
    };
    void add(const PlacedLabel& label, vec2 picture);

    std::unique_ptr<Lettering> lettering_;
    std::vector<Vertex> corners_;
    gl::Texture sheet_;
    gl::Buffer vertices_;
    gl::VertexArray array_;
};

}  // namespace vitruvian
