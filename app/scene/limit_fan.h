// Rotation limits of a joint about each axis of its limit frame, as fans and rings in the scene: used to draw
// limits and to edit them by dragging.
#pragma once

#include "app/scene/frame.h"

#include <span>
#include <vector>

namespace vitruvian {

/// X red, Y green, Z blue, everywhere (sRGB, opaque).
[[nodiscard]] vec4 axis_color(int axis);
/// For exceeded limits and other errors.
inline constexpr vec4 limit_error_color{1.0F, 0.2F, 0.5F, 1.0F};  // distinct from the X axis
inline constexpr vec4 mass_color{0.86F, 0.55F, 0.90F, 1.0F};      // centres of mass and related marks

/// A swing is a fan swept by the bone: the bone lies at the current angle, and at 0 when nothing is rotated.
/// A twist about the bone is a ring around it.
struct LimitFan {
    int axis = 0;
    vec3 direction{1.0F, 0.0F, 0.0F};  // of the axis, unit, in the scene
    vec3 middle{0.0F};
    vec3 reach{0.0F};  // direction of the current angle, unit except for a twist's smaller ring
    float radius = 1.0F;
    float lower = 0.0F;  // radians; -pi and pi if the file gives no limit
    float upper = 0.0F;
    float angle = 0.0F;  // current
    bool twist = false;
    bool given = false;  // the file gives a limit

    [[nodiscard]] bool outside() const { return angle < lower - 1e-4F || angle > upper + 1e-4F; }
    /// Inner radius of a twist's ring, as a fraction of the radius.
    [[nodiscard]] float hole() const { return twist ? 0.72F : 0.0F; }
    /// Returns the point at an angle, `share` of the radius from the middle.
    [[nodiscard]] vec3 place(float radians, float share) const;
};

/// Returns the three fans of a joint. `world`: the figure's node matrices in the scene; `radius` in the
/// scene.
[[nodiscard]] std::vector<LimitFan> limit_fans(const Figure& figure, std::span<const mat4> world,
                                               int humanoid, int joint, float radius);

}  // namespace vitruvian
