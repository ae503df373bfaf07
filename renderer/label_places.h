// Where there is room for which of a picture's texts. No OpenGL.
#pragma once

#include "renderer/lettering.h"
#include "renderer/scene.h"

#include <string>
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

}  // namespace vitruvian
