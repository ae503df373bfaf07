// NVIDIA's FLIP for LDR pictures (Andersson, Nilsson, Akenine-Moller et al., "FLIP: A Difference Evaluator
// for Alternating Images", 2020): the perceived difference between two pictures when flipping between them.
#pragma once

#include "model/core/transform.h"

#include <vector>

namespace vitruvian {

/// A picture of `width * height` opaque sRGB colours in 0..1, rows from the top.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<vec3> srgb;
};

/// Returns the error of each pixel, 0 (equal) .. 1; both pictures must have the same size.
/// `pixels_per_degree` of the field of view.
[[nodiscard]] std::vector<float> flip_errors(const Picture& reference, const Picture& test,
                                             float pixels_per_degree);

}  // namespace vitruvian
