#include "app/tools/tool_marks.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {

void MarkPen::line(const vec3& a, const vec3& b, const vec4& color, float width) {
    const vec3 both[] = {a, b};
    path(both, color, width);
}

void MarkPen::path(std::span<const vec3> points, const vec4& color, float width, bool closed) {
    ToolStroke stroke{{}, color, view_.px(width), closed};
    for (const vec3& point : points) {
        const std::optional<vec2> at = view_.place(point);
        if (!at) return;
        stroke.points.push_back(*at);
    }
    marks_.shapes.emplace_back(std::move(stroke));
}

void MarkPen::disc(const vec3& at, float radius, const vec4& color, const vec4& rim) {
    if (const std::optional<vec2> place = view_.place(at))
        marks_.shapes.emplace_back(ToolDisc{*place, view_.px(radius), color, rim});
}

void MarkPen::square(const vec3& at, float half, const vec4& color) {
    const std::optional<vec2> place = view_.place(at);
    if (!place) return;
    const float h = view_.px(half);
    const vec2 a = *place - vec2(h);
    const vec2 c = *place + vec2(h);
    const vec2 b(c.x, a.y);
    const vec2 d(a.x, c.y);
    marks_.shapes.emplace_back(ToolFill{{a, b, c, a, c, d}, color});
}

void MarkPen::head(const vec3& from, const vec3& tip, float length, const vec4& color) {
    const std::optional<vec2> a = view_.place(from);
    const std::optional<vec2> b = view_.place(tip);
    if (!a || !b) return;
    const vec2 along = *b - *a;
    const float size = glm::length(along);
    if (size < view_.px(2.0F)) {  // it points at the eye, or away
        disc(tip, 0.45F * length, color);
        return;
    }
    // Foreshortened, but never to zero length.
    const vec2 unit = along / size;
    const vec2 side(-unit.y, unit.x);
    const vec2 base = *b - unit * view_.px(length);
    const float half = 0.42F * view_.px(length);
    marks_.shapes.emplace_back(ToolFill{{*b, base + side * half, base - side * half}, color});
}

void MarkPen::fan(const vec3& middle, std::span<const vec3> rim, const vec4& color) {
    ToolFill fill{{}, color};
    const std::optional<vec2> centre = view_.place(middle);
    for (std::size_t i = 0; centre && i + 1 < rim.size(); ++i) {
        const std::optional<vec2> a = view_.place(rim[i]);
        const std::optional<vec2> b = view_.place(rim[i + 1]);
        if (a && b) fill.points.insert(fill.points.end(), {*centre, *a, *b});
    }
    marks_.shapes.emplace_back(std::move(fill));
}

void MarkPen::strip(std::span<const vec3> inner, std::span<const vec3> outer, const vec4& color) {
    ToolFill fill{{}, color};
    for (std::size_t i = 0; i + 1 < std::min(inner.size(), outer.size()); ++i) {
        const std::optional<vec2> a = view_.place(inner[i]);
        const std::optional<vec2> b = view_.place(inner[i + 1]);
        const std::optional<vec2> c = view_.place(outer[i + 1]);
        const std::optional<vec2> d = view_.place(outer[i]);
        if (a && b && c && d) fill.points.insert(fill.points.end(), {*a, *b, *c, *a, *c, *d});
    }
    marks_.shapes.emplace_back(std::move(fill));
}

void MarkPen::readout(const vec2& at, std::string text, const vec4& color) {
    marks_.readouts.push_back({at, std::move(text), color});
}

std::vector<vec3> arc_points(const vec3& middle, const vec3& axis, const vec3& start, float from, float to,
                             int most) {
    const float turns = std::abs(to - from) / glm::two_pi<float>();
    const int steps = std::clamp(static_cast<int>(std::ceil(turns * static_cast<float>(most))), 2, 4 * most);
    std::vector<vec3> out;
    out.reserve(static_cast<std::size_t>(steps) + 1);
    for (int i = 0; i <= steps; ++i) {
        const float angle = from + (to - from) * static_cast<float>(i) / static_cast<float>(steps);
        out.push_back(middle + glm::angleAxis(angle, axis) * start);
    }
    return out;
}

}  // namespace vitruvian
