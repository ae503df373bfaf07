// NVIDIA's FLIP for LDR pictures (Andersson, Nilsson, Akenine-Moller et al., "FLIP: A Difference Evaluator
// for Alternating Images", 2020): how much two pictures seem to differ to somebody who flips between them.
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

/// The error of each pixel, 0 (same) .. 1; both pictures have one size. `pixels_per_degree` of the eye's
/// field.
[[nodiscard]] std::vector<float> flip_errors(const Picture& reference, const Picture& test,
                                             float pixels_per_degree);

}  // namespace vitruvian
