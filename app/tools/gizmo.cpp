#include "app/tools/gizmo.h"

#include "app/scene/limit_fan.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

constexpr float arrow_begin = 16.0F;
constexpr float arrow_end = 88.0F;
constexpr float bar_end = 78.0F;
constexpr float head_length = 15.0F;
constexpr float plane_from = 30.0F;
constexpr float plane_to = 46.0F;
constexpr float middle_radius = 8.0F;
constexpr float gizmo_reach = 8.0F;  // picking distance of the pointer
constexpr float shortest = 14.0F;    // an arrow that points at the eye is hidden
constexpr vec4 picture_color{0.90F, 0.90F, 0.92F, 1.0F};

/// Returns the half of a ring in front of its centre, or behind it; the whole ring if it faces the eye.
std::vector<vec3> half_ring(const Gizmo& gizmo, const ToolView& view, int axis, bool front) {
    const vec3 direction = gizmo.axes[axis];
    const vec3 eye = view.towards_eye(gizmo.pivot);
    const vec3 near = eye - direction * glm::dot(direction, eye);
    const float radius = turn_radius * view.length_of_px(gizmo.pivot);
    constexpr float quarter = glm::half_pi<float>();
    if (glm::length(near) < 0.12F) {
        const vec3 start = gizmo.axes[(axis + 1) % 3] * radius;
        return front ? arc_points(gizmo.pivot, direction, start, 0.0F, 4.0F * quarter) : std::vector<vec3>();
    }
    const vec3 start = glm::normalize(near) * radius;
    return front ? arc_points(gizmo.pivot, direction, start, -quarter, quarter)
                 : arc_points(gizmo.pivot, direction, start, quarter, 3.0F * quarter);
}

std::vector<vec3> picture_ring(const Gizmo& gizmo, const ToolView& view) {
    const float radius = picture_ring_radius * view.length_of_px(gizmo.pivot);
    const vec3 eye = view.towards_eye(gizmo.pivot);
    const vec3 start = glm::normalize(glm::cross(eye, view.up())) * radius;
    return arc_points(gizmo.pivot, eye, start, 0.0F, glm::two_pi<float>());
}

float distance_to_path(const ToolView& view, std::span<const vec3> points, const vec2& at) {
    float out = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const std::optional<vec2> a = view.place(points[i]);
        const std::optional<vec2> b = view.place(points[i + 1]);
        if (a && b) out = std::min(out, distance_to_segment(at, *a, *b));
    }
    return out;
}

vec3 along(const Gizmo& gizmo, const ToolView& view, int axis, float length) {
    return gizmo.pivot + gizmo.axes[axis] * (length * view.length_of_px(gizmo.pivot));
}

float end_of(const Gizmo& gizmo) {
    return gizmo.kind == TransformKind::move ? arrow_end : bar_end;
}

/// Whether it is long enough on the screen to be grabbed.
bool axis_shows(const Gizmo& gizmo, const ToolView& view, int axis) {
    const std::optional<vec2> a = view.place(gizmo.pivot);
    const std::optional<vec2> b = view.place(along(gizmo, view, axis, end_of(gizmo)));
    return a && b && glm::length(*b - *a) > view.px(shortest);
}

/// Returns the corners of the square perpendicular to an axis.
std::array<vec3, 4> plane_corners(const Gizmo& gizmo, const ToolView& view, int axis) {
    const float unit = view.length_of_px(gizmo.pivot);
    const vec3 u = gizmo.axes[(axis + 1) % 3] * unit;
    const vec3 v = gizmo.axes[(axis + 2) % 3] * unit;
    return {gizmo.pivot + u * plane_from + v * plane_from, gizmo.pivot + u * plane_to + v * plane_from,
            gizmo.pivot + u * plane_to + v * plane_to, gizmo.pivot + u * plane_from + v * plane_to};
}

bool plane_shows(const Gizmo& gizmo, const ToolView& view, int axis) {
    return std::abs(glm::dot(gizmo.axes[axis], view.towards_eye(gizmo.pivot))) > edge_on_cosine;
}

bool in_square(const ToolView& view, const std::array<vec3, 4>& corners, const vec2& at) {
    int sides = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::optional<vec2> a = view.place(corners.at(i));
        const std::optional<vec2> b = view.place(corners.at((i + 1) % 4));
        if (!a || !b) return false;
        const vec2 edge = *b - *a;
        const vec2 to = at - *a;
        sides += edge.x * to.y - edge.y * to.x > 0.0F ? 1 : -1;
    }
    return std::abs(sides) == 4;
}

std::optional<Constraint> ring_at(const Gizmo& gizmo, const ToolView& view, const vec2& at) {
    std::optional<Constraint> out;
    float nearest = view.px(gizmo_reach);
    for (int axis = 0; axis < 3; ++axis) {
        const float away = distance_to_path(view, half_ring(gizmo, view, axis, true), at);
        if (away >= nearest) continue;
        nearest = away;
        out = {Constraint::Kind::axis, axis, gizmo.frame};
    }
    if (distance_to_path(view, picture_ring(gizmo, view), at) < nearest) out = Constraint{};
    return out;
}

void draw_rings(const Gizmo& gizmo, const std::optional<Constraint>& lit, MarkPen& pen) {
    const ToolView& view = pen.view();
    const bool picture_lit = lit && lit->kind == Constraint::Kind::none;
    const vec4 quiet(vec3(picture_color), 0.45F);
    pen.path(picture_ring(gizmo, view), picture_lit ? picture_color : quiet, picture_lit ? 3.0F : 1.5F);
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<vec3> behind = half_ring(gizmo, view, axis, false);
        if (!behind.empty()) pen.path(behind, vec4(vec3(axis_color(axis)), 0.16F), 1.5F);
    }
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_lit = lit && lit->kind == Constraint::Kind::axis && lit->axis == axis;
        const vec4 color = axis_color(axis);
        const std::vector<vec3> front = half_ring(gizmo, view, axis, true);
        // A dark outline separates it from the background.
        pen.path(front, vec4(0.0F, 0.0F, 0.0F, 0.28F), is_lit ? 6.0F : 4.5F);
        pen.path(front, is_lit ? lit_color(color) : color, is_lit ? 4.0F : 2.5F);
    }
    pen.disc(gizmo.pivot, 2.5F, vec4(vec3(picture_color), 0.9F));
}

void draw_arrows(const Gizmo& gizmo, const std::optional<Constraint>& lit, MarkPen& pen) {
    const ToolView& view = pen.view();
    std::array<int, 3> order = {0, 1, 2};
    const vec3 eye = view.towards_eye(gizmo.pivot);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return glm::dot(gizmo.axes[a], eye) < glm::dot(gizmo.axes[b], eye); });
    for (const int axis : order) {
        const bool is_lit = lit && lit->kind == Constraint::Kind::plane && lit->axis == axis;
        if (!plane_shows(gizmo, view, axis)) continue;
        const std::array<vec3, 4> corners = plane_corners(gizmo, view, axis);
        const vec3 color(axis_color(axis));
        pen.fan(corners[0], std::span(corners).subspan(1), vec4(color, is_lit ? 0.75F : 0.35F));
        pen.path(corners, is_lit ? lit_color(vec4(color, 1.0F)) : vec4(color, 0.9F), 1.5F, true);
    }
    for (const int axis : order) {
        if (!axis_shows(gizmo, view, axis)) continue;
        const bool is_lit = lit && lit->kind == Constraint::Kind::axis && lit->axis == axis;
        const vec4 color = is_lit ? lit_color(axis_color(axis)) : axis_color(axis);
        const vec3 begin = along(gizmo, view, axis, arrow_begin);
        const vec3 end = along(gizmo, view, axis, end_of(gizmo));
        pen.line(begin, end, vec4(0.0F, 0.0F, 0.0F, 0.28F), is_lit ? 6.0F : 5.0F);
        if (gizmo.kind == TransformKind::move) {
            pen.line(begin, along(gizmo, view, axis, arrow_end - 0.6F * head_length), color,
                     is_lit ? 4.0F : 3.0F);
            pen.head(gizmo.pivot, end, head_length, color);
        } else {
            pen.line(begin, end, color, is_lit ? 4.0F : 3.0F);
            pen.square(end, is_lit ? 6.0F : 5.0F, color);
        }
    }
    const bool middle_lit = lit && lit->kind == Constraint::Kind::none;
    const vec4 middle(vec3(picture_color), middle_lit ? 0.9F : 0.25F);
    pen.disc(gizmo.pivot, middle_radius, middle, vec4(vec3(picture_color), 0.95F));
}

}  // namespace

std::optional<Constraint> gizmo_part_at(const Gizmo& gizmo, const ToolView& view, const vec2& at) {
    if (!view.place(gizmo.pivot)) return std::nullopt;
    if (gizmo.kind == TransformKind::rotate) return ring_at(gizmo, view, at);
    if (glm::length(at - *view.place(gizmo.pivot)) < view.px(middle_radius + 2.0F)) return Constraint{};
    std::optional<Constraint> out;
    float nearest = view.px(gizmo_reach);
    for (int axis = 0; axis < 3; ++axis) {
        if (!axis_shows(gizmo, view, axis)) continue;
        const std::array line = {along(gizmo, view, axis, arrow_begin),
                                 along(gizmo, view, axis, end_of(gizmo) + 3.0F)};
        const float away = distance_to_path(view, line, at);
        if (away >= nearest) continue;
        nearest = away;
        out = {Constraint::Kind::axis, axis, gizmo.frame};
    }
    for (int axis = 0; !out && axis < 3; ++axis) {
        if (plane_shows(gizmo, view, axis) && in_square(view, plane_corners(gizmo, view, axis), at))
            out = {Constraint::Kind::plane, axis, gizmo.frame};
    }
    return out;
}

std::optional<vec2> place_of_part(const Gizmo& gizmo, const ToolView& view, const Constraint& part) {
    if (gizmo.kind == TransformKind::rotate) {
        const std::vector<vec3> ring = part.kind == Constraint::Kind::none
                                           ? picture_ring(gizmo, view)
                                           : half_ring(gizmo, view, part.axis, true);
        // Not at the middle of a ring, where another may cross it.
        return view.place(ring.at(ring.size() * 2 / 3));
    }
    if (part.kind == Constraint::Kind::none) return view.place(gizmo.pivot);
    if (part.kind == Constraint::Kind::axis)
        return view.place(along(gizmo, view, part.axis, end_of(gizmo) - 4.0F));
    const std::array<vec3, 4> corners = plane_corners(gizmo, view, part.axis);
    return view.place(0.5F * (corners[0] + corners[2]));
}

void draw_gizmo(const Gizmo& gizmo, const std::optional<Constraint>& lit, MarkPen& pen) {
    if (gizmo.kind == TransformKind::rotate) {
        draw_rings(gizmo, lit, pen);
    } else {
        draw_arrows(gizmo, lit, pen);
    }
}

void draw_axes(const Gizmo& gizmo, MarkPen& pen) {
    for (int axis = 0; axis < 3; ++axis) {
        const vec3 end = along(gizmo, pen.view(), axis, own_axis_length);
        pen.line(gizmo.pivot, end, vec4(0.0F, 0.0F, 0.0F, 0.28F), 4.0F);
        pen.line(gizmo.pivot, end, axis_color(axis), 2.0F);
    }
}

vec4 lit_color(const vec4& color) {
    return {glm::mix(vec3(color), vec3(1.0F, 0.97F, 0.80F), 0.6F), 1.0F};
}

}  // namespace vitruvian
