#include "renderer/camera.h"

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitruvian {
namespace {

constexpr float half_pi = glm::half_pi<float>();
constexpr float edge = 0.015F;  // margin of the picture where a prop ends

/// The camera's axes in world space: `back` points from the target to the eye.
struct Axes {
    vec3 right;
    vec3 up;
    vec3 back;
};

Axes axes_of(const Camera& camera) {
    const vec3 left = glm::cross(camera.up, camera.front);
    const vec3 level = std::cos(camera.yaw) * camera.front + std::sin(camera.yaw) * left;
    const vec3 back = std::cos(camera.pitch) * level + std::sin(camera.pitch) * camera.up;
    const vec3 up = std::cos(camera.pitch) * camera.up - std::sin(camera.pitch) * level;
    return {glm::cross(up, back), up, back};
}

FramedPoints corners_if_any(const Bounds& bounds) {
    if (bounds.empty()) return {};
    const std::array<vec3, 8> corners = bounds.corners();
    return {{corners.begin(), corners.end()}, {}, {}, {}};
}

float tan_half_fov(const Camera& camera) {
    return std::tan(camera.field_of_view * 0.5F);
}

/// True if the triangle is between the two points, whichever side it shows.
bool is_between(const std::array<vec3, 3>& triangle, const vec3& from, const vec3& to) {
    const vec3 way = to - from;
    const vec3 ab = triangle[1] - triangle[0];
    const vec3 ac = triangle[2] - triangle[0];
    const vec3 across = glm::cross(way, ac);
    const float determinant = glm::dot(ab, across);
    if (determinant == 0.0F) return false;
    const vec3 start = from - triangle[0];
    const float u = glm::dot(start, across) / determinant;
    const vec3 along = glm::cross(start, ab);
    const float v = glm::dot(way, along) / determinant;
    const float share = glm::dot(ac, along) / determinant;
    return u >= 0.0F && v >= 0.0F && u + v <= 1.0F && share > 0.0F && share < 1.0F;
}

/// How a view shows the faces, by a few points of each.
struct FaceSight {
    float hidden = 0.0F;  // the share that other parts hide
    float facing = 0.0F;  // cosine between the way that a face looks and that to the eye
};

FaceSight face_sight(const Camera& camera, const FramedPoints& points) {
    constexpr int samples = 13;
    constexpr float golden_angle = 2.3999632F;
    FaceSight out;
    if (points.heads.empty()) return out;
    const Axes axes = axes_of(camera);
    const vec3 eye = camera.eye();
    for (const FramedHead& head : points.heads) {
        const vec3 face = head.centre - 0.2F * head.radius * axes.up;  // hair and hats are above it
        out.facing += glm::dot(head.front, glm::normalize(eye - head.centre));
        for (int i = 0; i < samples; ++i) {
            const float turn = golden_angle * static_cast<float>(i);
            const float far = 0.7F * head.radius * std::sqrt(static_cast<float>(i) / samples);
            const vec3 from = face + far * (std::cos(turn) * axes.right + std::sin(turn) * axes.up);
            const bool is_hidden =
                std::any_of(points.around_heads.begin(), points.around_heads.end(),
                            [&](const auto& triangle) { return is_between(triangle, from, eye); });
            out.hidden += is_hidden ? 1.0F / samples : 0.0F;
        }
    }
    const auto count = static_cast<float>(points.heads.size());
    return {out.hidden / count, out.facing / count};
}

/// The usual view, unless something hides the faces and another of those around the front shows more of them.
Camera best_view(Camera camera, const FramedPoints& points, float aspect, const Air& air) {
    constexpr float hardly = 0.15F;
    constexpr std::array degrees{26.0F, -26.0F, 8.0F, -8.0F, 48.0F, -48.0F};
    camera.pitch = glm::radians(7.0F);
    Camera best;
    float most = -1.0F;
    for (const float yaw : degrees) {
        camera.yaw = glm::radians(yaw);
        const Camera framed = frame_points(camera, points, aspect, air);
        const FaceSight sight = face_sight(framed, points);
        const bool is_usual = most < 0.0F;
        if (sight.hidden <= hardly && (is_usual || sight.facing > 0.5F)) return framed;
        const float shown = (1.0F - sight.hidden) * std::max(sight.facing, 0.0F);
        if (!is_usual && shown < most + hardly) continue;
        most = shown;
        best = framed;
    }
    return best;
}

}  // namespace

vec3 Camera::eye() const {
    return target + axes_of(*this).back * distance;
}

mat4 Camera::view() const {
    const Axes axes = axes_of(*this);
    const vec3 position = target + axes.back * distance;
    mat4 view(1.0F);
    for (int column = 0; column < 3; ++column) {
        view[column][0] = axes.right[column];
        view[column][1] = axes.up[column];
        view[column][2] = axes.back[column];
    }
    view[3] = vec4(-glm::dot(axes.right, position), -glm::dot(axes.up, position),
                   -glm::dot(axes.back, position), 1.0F);
    return view;
}

mat4 Camera::projection(float aspect, const Bounds& scene) const {
    const mat4 from_world = view();
    float nearest = distance;
    float farthest = distance;
    float radius = distance;
    if (!scene.empty()) {
        for (const vec3& corner : scene.corners()) {
            const float depth = -(from_world * vec4(corner, 1.0F)).z;
            nearest = std::min(nearest, depth);
            farthest = std::max(farthest, depth);
        }
        radius = glm::length(scene.size());
    }
    const float reach = std::max(radius, distance);
    if (orthographic) {
        const float half_height = vertical_extent_at_target() * 0.5F;
        const float half_width = half_height * aspect;
        const float z_near = opens_at > 0.0F ? opens_at : nearest - 4.0F * reach;
        return glm::ortho(-half_width, half_width, -half_height, half_height, z_near,
                          farthest + 8.0F * reach);
    }
    // The floor in front of the figure is nearer than the figure; a quarter of the distance does not clip it.
    const float z_near = std::max({nearest * 0.25F, distance * 0.01F, opens_at});
    const float z_far = std::max(farthest, z_near) + 12.0F * reach;
    return glm::perspective(field_of_view, aspect, z_near, z_far);
}

float Camera::vertical_extent_at_target() const {
    return 2.0F * distance * tan_half_fov(*this);
}

void Camera::orbit(float yaw_delta, float pitch_delta) {
    yaw = std::remainder(yaw + yaw_delta, glm::two_pi<float>());
    pitch = std::clamp(pitch + pitch_delta, -half_pi + 0.001F, half_pi);
}

void Camera::pan(float dx_px, float dy_px, float height_px) {
    const Axes axes = axes_of(*this);
    const float unit = vertical_extent_at_target() / std::max(height_px, 1.0F);
    target += axes.up * (dy_px * unit) - axes.right * (dx_px * unit);
}

void Camera::zoom(float factor, vec2 toward, float aspect) {
    const Axes axes = axes_of(*this);
    const float half_height = vertical_extent_at_target() * 0.5F;
    const float wanted = std::clamp(distance * factor, 1e-5F, 1e7F);
    const float moved = 1.0F - wanted / distance;
    target += (axes.right * (toward.x * half_height * aspect) + axes.up * (toward.y * half_height)) * moved;
    distance = wanted;
}

std::optional<StandardView> standard_view_from_string(std::string_view name) {
    if (name == "best") return StandardView::best;
    if (name == "front") return StandardView::front;
    if (name == "side") return StandardView::side;
    if (name == "top") return StandardView::top;
    if (name == "inclined") return StandardView::inclined;
    return std::nullopt;
}

Camera frame_view(const Stance& stance, const Bounds& bounds, StandardView view, float aspect) {
    return frame_view(stance, corners_if_any(bounds), view, aspect);
}

Camera frame_view(const Stance& stance, const FramedPoints& points, StandardView view, float aspect,
                  const Air& air) {
    Camera camera;
    camera.up = stance.up;
    camera.front = stance.front;
    switch (view) {
        case StandardView::best:
            return best_view(camera, points, aspect, air);
        case StandardView::front:
            break;
        case StandardView::side:
            camera.yaw = half_pi;
            break;
        case StandardView::top:
            camera.pitch = half_pi;
            break;
        case StandardView::inclined:
            camera.yaw = glm::radians(45.0F);
            camera.pitch = glm::radians(20.0F);
            break;
    }
    return frame_points(camera, points, aspect, air);
}

Camera frame_bounds(const Camera& camera, const Bounds& bounds, float aspect) {
    return frame_points(camera, corners_if_any(bounds), aspect);
}

namespace {

/// A side of the picture (right or top). A point is inside while its position along the direction is at most
/// `slope` times its depth in front of the eye.
struct Side {
    float slope = 0.0F;
    float farthest = std::numeric_limits<float>::lowest();  // maximum of along + slope * depth

    void add(float along, float depth) { farthest = std::max(farthest, along + slope * depth); }
};

/// Two opposite sides, for the body and for props.
struct Span {
    std::array<Side, 2> ahead;
    std::array<Side, 2> behind;

    Span(float tangent, float free_ahead, float free_behind) {
        const auto slope = [&](float free) { return tangent * (1.0F - 2.0F * std::min(free, 0.4F)); };
        ahead = {Side{slope(free_ahead)}, Side{slope(std::min(edge, free_ahead))}};
        behind = {Side{slope(free_behind)}, Side{slope(std::min(edge, free_behind))}};
    }
    void add(std::size_t kind, float along, float depth) {
        ahead.at(kind).add(along, depth);
        behind.at(kind).add(-along, depth);
    }
    /// Returns the least distance of the eye at which everything fits between both sides.
    [[nodiscard]] float fitting() const {
        float out = 0.0F;
        for (const Side& a : ahead)
            for (const Side& b : behind) out = std::max(out, (a.farthest + b.farthest) / (a.slope + b.slope));
        return out;
    }
    /// Returns the eye's position along the direction at this distance: the middle of the range in which
    /// everything fits.
    [[nodiscard]] float place(float distance) const {
        const auto least = [&](const std::array<Side, 2>& sides) {
            return std::max(sides[0].farthest - sides[0].slope * distance,
                            sides[1].farthest - sides[1].slope * distance);
        };
        return 0.5F * (least(ahead) - least(behind));
    }
};

}  // namespace

Camera frame_points(const Camera& camera, const FramedPoints& points, float aspect, const Air& air) {
    Camera framed = camera;
    Bounds bounds;
    for (const std::vector<vec3>* list : {&points.body, &points.props})
        for (const vec3& point : *list) bounds.add(point);
    if (bounds.empty()) return framed;
    const Axes axes = axes_of(camera);
    const vec3 centre = bounds.centre();
    const float tangent = tan_half_fov(camera);

    // With a fixed direction, "every point inside" is linear in the eye's position: an eye at (x, y, z) sees
    // a point where |point.x - x| <= slope (z - point.z), and the same for y. Points are relative to the
    // centre for float precision.
    Span across(tangent * aspect, air.right, air.left);
    Span upwards(tangent, air.top, air.bottom);
    float nearest = std::numeric_limits<float>::lowest();
    const auto add = [&](std::size_t kind, const vec3& point) {
        const vec3 from_centre = point - centre;
        const float z = glm::dot(from_centre, axes.back);
        const float depth = camera.orthographic ? 0.0F : z;
        across.add(kind, glm::dot(from_centre, axes.right), depth);
        upwards.add(kind, glm::dot(from_centre, axes.up), depth);
        nearest = std::max(nearest, z);
    };
    for (const vec3& point : points.body) add(0, point);
    for (const vec3& point : points.props) add(1, point);
    const float smallest = std::max(glm::length(centre) * 1e-6F, 1e-4F);
    framed.distance = std::max({across.fitting(), upwards.fitting(), nearest * 1.01F, smallest});
    framed.target =
        centre + axes.right * across.place(framed.distance) + axes.up * upwards.place(framed.distance);
    return framed;
}

Ray pixel_ray(const Camera& camera, float x, float y, float aspect) {
    const Axes axes = axes_of(camera);
    const float half_height = tan_half_fov(camera);
    const vec3 across = axes.right * (x * half_height * aspect) + axes.up * (y * half_height);
    if (camera.orthographic) return {camera.eye() + across * camera.distance, -axes.back};
    return {camera.eye(), glm::normalize(across - axes.back)};
}

}  // namespace vitruvian
