// Placement of a picture's labels. No OpenGL.
#pragma once

#include "renderer/lettering.h"
#include "renderer/scene.h"

#include <string>
#include <vector>

namespace vitruvian {

/// A placed text: integer pixels from the picture's top left.
struct PlacedLabel {
    vec2 pen{0.0F};  // on the baseline
    vec2 low{0.0F};  // its box
    vec2 high{0.0F};
    std::u32string text;
    vec4 color{1.0F};
};

/// Places important labels first, then the nearest; beside, above or below the point, without overlap and
/// clear of what covers the picture. Labels without room are left out. `lettering` has the size that the labels require.
[[nodiscard]] std::vector<PlacedLabel> place_labels(const RenderScene& scene, int width, int height,
                                                    Lettering& lettering);

}  // namespace vitruvian
