#include "app/tools/tool_view.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {

ToolView::ToolView(const Camera& camera, const vec2& size, float scale)
    : camera_(camera), size_(glm::max(size, vec2(1.0F))), scale_(scale), view_(camera.view()) {
    const mat3 axes = glm::transpose(mat3(view_));
    right_ = axes[0];
    up_ = axes[1];
    back_ = axes[2];
    tan_half_ = std::tan(0.5F * camera.field_of_view);
}

std::optional<vec2> ToolView::place(const vec3& point) const {
    const vec3 seen(view_ * vec4(point, 1.0F));
    const float depth = camera_.orthographic ? camera_.distance : -seen.z;
    if (!(depth > 1e-3F * camera_.distance)) return std::nullopt;
    const float half_height = depth * tan_half_;
    const vec2 middle(seen.x / (half_height * size_.x / size_.y), seen.y / half_height);
    return vec2(0.5F * (1.0F + middle.x) * size_.x, 0.5F * (1.0F - middle.y) * size_.y);
}

vec2 ToolView::from_middle(const vec2& place) const {
    return {place.x / size_.x * 2.0F - 1.0F, 1.0F - place.y / size_.y * 2.0F};
}

Ray ToolView::ray(const vec2& place) const {
    const vec2 at = from_middle(place);
    return pixel_ray(camera_, at.x, at.y, size_.x / size_.y);
}

float ToolView::length_of_px(const vec3& point) const {
    const float seen = -(view_ * vec4(point, 1.0F)).z;
    const float depth = camera_.orthographic ? camera_.distance : std::max(seen, 1e-3F * camera_.distance);
    return 2.0F * depth * tan_half_ / size_.y * scale_;
}

vec3 ToolView::towards_eye(const vec3& point) const {
    return camera_.orthographic ? back_ : glm::normalize(camera_.eye() - point);
}

std::optional<vec3> meet_plane(const Ray& ray, const vec3& point, const vec3& normal) {
    const float slope = glm::dot(ray.direction, normal);
    if (std::abs(slope) < 1e-4F) return std::nullopt;
    const float along = glm::dot(point - ray.origin, normal) / slope;
    if (!(along > 0.0F)) return std::nullopt;
    return ray.origin + along * ray.direction;
}

std::optional<float> nearest_on_axis(const Ray& ray, const vec3& point, const vec3& axis) {
    const float cosine = glm::dot(ray.direction, axis);
    const float apart = 1.0F - cosine * cosine;
    if (apart < 1e-4F) return std::nullopt;
    const vec3 between = point - ray.origin;
    return (cosine * glm::dot(ray.direction, between) - glm::dot(axis, between)) / apart;
}

float angle_about(const vec3& axis, const vec3& from, const vec3& to) {
    return std::atan2(glm::dot(axis, glm::cross(from, to)),
                      glm::dot(from, to) - glm::dot(from, axis) * glm::dot(to, axis));
}

float turn_in_picture(const ToolView& view, const vec3& pivot, const vec2& from, const vec2& to) {
    const std::optional<vec2> middle = view.place(pivot);
    if (!middle) return 0.0F;
    const vec2 a = (from - *middle) * vec2(1.0F, -1.0F);
    const vec2 b = (to - *middle) * vec2(1.0F, -1.0F);
    return std::atan2(a.x * b.y - a.y * b.x, glm::dot(a, b));
}

float turn_about_axis(const ToolView& view, const vec3& pivot, const vec3& axis, float radius,
                      const vec2& from, const vec2& to) {
    const vec3 eye = view.towards_eye(pivot);
    const std::optional<vec3> a = meet_plane(view.ray(from), pivot, axis);
    const std::optional<vec3> b = meet_plane(view.ray(to), pivot, axis);
    if (std::abs(glm::dot(axis, eye)) > edge_on_cosine && a && b)
        return angle_about(axis, *a - pivot, *b - pivot);
    const vec3 along = glm::normalize(glm::cross(axis, eye)) * view.length_of_px(pivot);
    const std::optional<vec2> middle = view.place(pivot);
    const std::optional<vec2> next = view.place(pivot + along);
    if (!middle || !next || glm::length(*next - *middle) < 1e-6F) return 0.0F;
    return glm::dot(to - from, glm::normalize(*next - *middle)) / view.px(radius);
}

float distance_to_segment(const vec2& at, const vec2& a, const vec2& b) {
    const vec2 along = b - a;
    const float square = glm::dot(along, along);
    const float share = square > 0.0F ? std::clamp(glm::dot(at - a, along) / square, 0.0F, 1.0F) : 0.0F;
    return glm::length(at - (a + share * along));
}

}  // namespace vitruvian
