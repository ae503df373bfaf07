// Perceptual comparison of two pictures: mean, maximum, and NVIDIA's FLIP for LDR images (Andersson et al.
// 2020), implemented from the paper.
#pragma once

#include "model/io/image.h"

namespace vitruvian {

struct Comparison {
    int width = 0;
    int height = 0;
    double differing = 0.0;  // fraction of pixels with any difference
    double mean = 0.0;       // mean absolute difference of channels, 0..1
    double max = 0.0;        // largest, 0..1
    double flip = 0.0;       // mean FLIP error, 0 (equal) .. 1
    Image heat;              // FLIP per pixel, from dark to bright
};

/// Error "sizes-differ" if the pictures have different sizes. `pixels_per_degree`: 67 is a 0.7 m wide 4K
/// monitor at 0.7 m, as in the paper.
[[nodiscard]] Result<Comparison> compare_images(const Image& reference, const Image& test,
                                                float pixels_per_degree = 67.0F);

}  // namespace vitruvian
