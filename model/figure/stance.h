// A figure's stance and extent: its body frame (model/figure/body_frame.h) with the bounds, ground and unit
// of its visible geometry.
#pragma once

#include "model/document/document.h"

#include <span>
#include <string_view>

namespace vitruvian {

/// Directions in world space, unit and mutually perpendicular.
struct Stance {
    vec3 up{0.0F, 1.0F, 0.0F};
    vec3 front{0.0F, 0.0F, 1.0F};
    vec3 left{1.0F, 0.0F, 0.0F};
    Bounds bounds;                     // world, of the visible meshes (or of the joints if there are none)
    vec3 ground{0.0F};                 // under the hips, at the lowest point along up
    float height = 0.0F;               // along up, in world units
    float metres_per_unit = 1.0F;      // from the file, else estimated from the height
    std::string_view unit = "metres";  // "centimetres", "millimetres", "inches"; empty: not a common one
    bool found = false;                // false: no hips, head or sides found; the file's axes are used
};

/// The unit in which a person of `height` is 0.3 m to 10 m tall: metres, inches, centimetres or millimetres.
/// For other sizes it is a power of ten of a metre, and `name` is empty.
struct UnitGuess {
    float metres = 1.0F;
    std::string_view name = "metres";
};
[[nodiscard]] UnitGuess guess_unit(float height);

/// Finds the stance of humanoid `humanoid` (-1: of the whole document) with nodes at `world`. Its axes are
/// those of find_body_frame; for a mirrored figure `left` is the geometric left of its front.
[[nodiscard]] Stance find_stance(const Document& document, std::span<const mat4> world,
                                 std::span<const float> weights, int humanoid);

}  // namespace vitruvian
