// Cameras: eye position and framing of figures. Pure calculation.
#pragma once

#include "model/figure/stance.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace vitruvian {

/// An eye that orbits a target. Angles relative to a figure's stance: yaw 0 looks at its front, positive yaw
/// moves the eye to the figure's left side; pitch 0 is level, positive from above.
struct Camera {
    vec3 target{0.0F, 0.9F, 0.0F};
    vec3 up{0.0F, 1.0F, 0.0F};      // unit
    vec3 front{0.0F, 0.0F, 1.0F};   // unit, perpendicular to up: direction of the eye at yaw 0
    float yaw = 0.0F;               // radians
    float pitch = 0.0F;             // radians, within (-pi/2, pi/2]
    float distance = 3.0F;          // scene units from eye to target
    float field_of_view = 0.5236F;  // radians, vertical
    bool orthographic = false;
    float opens_at = 0.0F;  // near clipping distance from the eye in scene units; nearer parts are cut away

    [[nodiscard]] vec3 eye() const;
    [[nodiscard]] mat4 view() const;  // view_from_world
    /// clip_from_view; near and far enclose `scene` (and the floor around it).
    [[nodiscard]] mat4 projection(float aspect, const Bounds& scene) const;
    [[nodiscard]] float vertical_extent_at_target() const;  // scene units over the picture's height

    void orbit(float yaw_delta, float pitch_delta);
    /// Moves the target so that the point under the pointer stays there; in pixels of a picture `height_px`
    /// high.
    void pan(float dx_px, float dy_px, float height_px);
    /// factor < 1 zooms in. `toward` (-1..1, up positive, from the picture's middle) stays in place.
    void zoom(float factor, vec2 toward, float aspect);
};

/// The H-Anim 1.1 camera views: front looks along -Z, side along -X, top along -Y, inclined towards (-1 0
/// -1), all in the figure's own frame; best is a flattering three-quarter view, from the other side or nearer
/// to the front where something hides the face.
enum class StandardView { best, front, side, top, inclined };
[[nodiscard]] std::optional<StandardView> standard_view_from_string(std::string_view name);

/// Margins around the framed points: fractions of the picture's width or height.
struct Air {
    float left = 0.08F;
    float right = 0.08F;
    float top = 0.08F;
    float bottom = 0.08F;
    bool operator==(const Air&) const = default;
};

/// A head, as a ball in the scene.
struct FramedHead {
    vec3 centre{0.0F};
    float radius = 0.0F;
    vec3 front{0.0F, 0.0F, 1.0F};  // unit, where the face looks
};

/// Points in the scene that a picture must contain.
struct FramedPoints {
    std::vector<vec3> body;   // with the margins around them
    std::vector<vec3> props;  // parts that extend beyond a hand: contained too, but may be close to the edge
    std::vector<FramedHead> heads;
    std::vector<std::array<vec3, 3>> around_heads;  // triangles of other parts, which may hide a face
};

/// Returns a camera that shows all of `bounds`, with margins, upright and relative to the figure's front.
[[nodiscard]] Camera frame_view(const Stance& stance, const Bounds& bounds, StandardView view, float aspect);

[[nodiscard]] Camera frame_view(const Stance& stance, const FramedPoints& points, StandardView view,
                                float aspect, const Air& air = {});

/// Keeps direction and lens; moves target and distance so that the points fill the picture.
[[nodiscard]] Camera frame_points(const Camera& camera, const FramedPoints& points, float aspect,
                                  const Air& air = {});
/// Keeps direction and lens; moves target and distance so that `bounds` fills the picture.
[[nodiscard]] Camera frame_bounds(const Camera& camera, const Bounds& bounds, float aspect);

/// A ray through a pixel: origin and unit direction in world space. `x`, `y` in -1..1, up positive.
struct Ray {
    vec3 origin{0.0F};
    vec3 direction{0.0F, 0.0F, -1.0F};
};
[[nodiscard]] Ray pixel_ray(const Camera& camera, float x, float y, float aspect);

}  // namespace vitruvian
