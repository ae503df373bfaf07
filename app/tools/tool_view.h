// A camera with the picture that it gives: from points of the scene to places in the picture and back. Places are in the
// window's units from the picture's upper left corner, y down.
#pragma once

#include "renderer/camera.h"

#include <optional>

namespace vitruvian {

class ToolView {
  public:
    ToolView() : ToolView(Camera{}, vec2(1.0F), 1.0F) {}
    /// `scale`: how many units of the window one unit of the design is.
    ToolView(const Camera& camera, const vec2& size, float scale);

    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] const vec2& size() const { return size_; }
    /// A length of the design, in the window's units.
    [[nodiscard]] float px(float length) const { return length * scale_; }

    /// nullopt for what is behind the eye.
    [[nodiscard]] std::optional<vec2> place(const vec3& point) const;
    [[nodiscard]] Ray ray(const vec2& place) const;
    /// From a place to -1..1 with y up, as cameras take it.
    [[nodiscard]] vec2 from_middle(const vec2& place) const;
    /// The length in the scene, at a point, of one unit of the design.
    [[nodiscard]] float length_of_px(const vec3& point) const;
    /// Unit, from a point.
    [[nodiscard]] vec3 towards_eye(const vec3& point) const;
    /// The picture's own axes in the scene, unit: right, up, towards the eye.
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

/// Where a ray meets the plane through `point`; nullopt where it runs along it, or meets it behind its origin.
[[nodiscard]] std::optional<vec3> meet_plane(const Ray& ray, const vec3& point, const vec3& normal);

/// How far along `axis` (unit) from `point` a ray comes nearest to that line; nullopt where they are parallel.
[[nodiscard]] std::optional<float> nearest_on_axis(const Ray& ray, const vec3& point, const vec3& axis);

/// The angle from `from` to `to` about `axis` (unit), in -pi..pi; both are taken as they lie across the axis.
[[nodiscard]] float angle_about(const vec3& axis, const vec3& from, const vec3& to);

/// The cosine between a plane's normal and the eye under which the plane is seen too much from its edge.
inline constexpr float edge_on_cosine = 0.2F;

/// The turn about `axis` (unit) through `pivot` of a pointer that goes from one place to another, in -pi..pi: by where its
/// rays meet the plane across the axis; where that is seen from its edge, along the near side of a ring of `radius` (of the
/// design).
[[nodiscard]] float turn_about_axis(const ToolView& view, const vec3& pivot, const vec3& axis, float radius,
                                    const vec2& from, const vec2& to);
/// The same about the eye's own direction: positive against the clock.
[[nodiscard]] float turn_in_picture(const ToolView& view, const vec3& pivot, const vec2& from,
                                    const vec2& to);

/// How far a place is from a segment.
[[nodiscard]] float distance_to_segment(const vec2& at, const vec2& a, const vec2& b);

}  // namespace vitruvian
