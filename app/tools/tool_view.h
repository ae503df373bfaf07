// A camera and its picture: converts between scene points and picture positions. Positions are in window
// units from the picture's upper left corner, y down.
#pragma once

#include "renderer/camera.h"

#include <optional>

namespace vitruvian {

class ToolView {
  public:
    ToolView() : ToolView(Camera{}, vec2(1.0F), 1.0F) {}
    /// `scale`: window units per design unit.
    ToolView(const Camera& camera, const vec2& size, float scale);

    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] const vec2& size() const { return size_; }
    /// Converts a length from design units to window units.
    [[nodiscard]] float px(float length) const { return length * scale_; }

    /// Returns nullopt for points behind the camera.
    [[nodiscard]] std::optional<vec2> place(const vec3& point) const;
    [[nodiscard]] Ray ray(const vec2& place) const;
    /// Converts a position to -1..1 with y up, as cameras take it.
    [[nodiscard]] vec2 from_middle(const vec2& place) const;
    /// Returns the length in the scene, at a point, of one design unit.
    [[nodiscard]] float length_of_px(const vec3& point) const;
    /// Returns the unit direction from a point to the eye.
    [[nodiscard]] vec3 towards_eye(const vec3& point) const;
    /// The picture's axes in the scene, unit: right, up, towards the eye.
    [[nodiscard]] const vec3& right() const { return right_; }
    [[nodiscard]] const vec3& up() const { return up_; }
    [[nodiscard]] const vec3& back() const { return back_; }

  private:
    Camera camera_;
    vec2 size_;
    float scale_;
    mat4 view_;
    vec3 right_, up_, back_;
    float tan_half_ = 1.0F;
};

/// Returns where a ray meets the plane through `point`; nullopt if it is parallel to it, or meets it behind
/// its origin.
[[nodiscard]] std::optional<vec3> meet_plane(const Ray& ray, const vec3& point, const vec3& normal);

/// Returns how far along `axis` (unit) from `point` a ray comes nearest to that line; nullopt if they are
/// parallel.
[[nodiscard]] std::optional<float> nearest_on_axis(const Ray& ray, const vec3& point, const vec3& axis);

/// Returns the angle from `from` to `to` about `axis` (unit), in -pi..pi; both are projected onto the plane
/// across the axis.
[[nodiscard]] float angle_about(const vec3& axis, const vec3& from, const vec3& to);

/// Cosine between a plane's normal and the view direction below which the plane counts as seen edge-on.
inline constexpr float edge_on_cosine = 0.2F;

/// Returns the rotation about `axis` (unit) through `pivot` for a pointer that moves between two positions,
/// in -pi..pi: from the intersections of its rays with the plane across the axis; if that is seen edge-on,
/// along the near side of a ring of `radius` (design units).
[[nodiscard]] float turn_about_axis(const ToolView& view, const vec3& pivot, const vec3& axis, float radius,
                                    const vec2& from, const vec2& to);
/// The same about the view direction: positive is counterclockwise.
[[nodiscard]] float turn_in_picture(const ToolView& view, const vec3& pivot, const vec2& from,
                                    const vec2& to);

/// Returns the distance of a position from a segment.
[[nodiscard]] float distance_to_segment(const vec2& at, const vec2& a, const vec2& b);

}  // namespace vitruvian
