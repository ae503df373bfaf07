// The manikin's materials.
#pragma once

#include "assets/manikin/body.h"

#include <array>

namespace vitruvian::manikin {

struct Paint {
    const char* name;
    Vec colour;  // sRGB, 0..1
    double roughness;
};

inline constexpr std::array paints = {
    Paint{body_material, {0.80, 0.73, 0.64}, 0.62}, Paint{joint_material, {0.22, 0.20, 0.19}, 0.55},
    Paint{eye_material, {0.91, 0.89, 0.85}, 0.25},  Paint{iris_material, {0.33, 0.25, 0.19}, 0.25},
    Paint{brow_material, {0.46, 0.38, 0.31}, 0.80},
};

}  // namespace vitruvian::manikin
