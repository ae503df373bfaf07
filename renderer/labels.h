// Draws the labels over a picture.
#pragma once

#include "renderer/gl.h"
#include "renderer/label_places.h"
#include "renderer/programs.h"

#include <memory>
#include <vector>

namespace vitruvian {

class Labels {
  public:
    /// Fallbacks for letters that the window's typeface lacks.
    void use_typefaces(std::vector<Typeface> others);
    /// Call once per picture, before draw.
    void prepare(const RenderScene& scene, int width, int height);
    /// Draws into the bound framebuffer, whose viewport is the whole picture.
    void draw(Programs& programs);

  private:
    struct Vertex {
        vec4 place;  // in clip space (xy) and in the sheet, in texels (zw)
        vec4 color;
    };
    void add(const PlacedLabel& label, vec2 picture);

    std::vector<Typeface> typefaces_;
    std::unique_ptr<Lettering> lettering_;
    std::vector<Vertex> corners_;
    gl::Texture sheet_;
    gl::Buffer vertices_;
    gl::VertexArray array_;
};

}  // namespace vitruvian
