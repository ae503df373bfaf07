// X3D's flat geometry in the plane z = 0 (ISO/IEC 19775-1, 14): rectangles, discs, triangles, lines, points.
#include "model/formats/vrml/shapes/geometry_parts.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

namespace vitruvian::vrml {
namespace {

constexpr std::uint32_t steps_around = 48;

vec2 on_circle(float radius, float angle) {
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// Faces +Z; texture coordinates span `half` on both sides of the centre.
void add_vertex(Mesh& mesh, const vec2& at, const vec2& half) {
    mesh.positions.emplace_back(at, 0.0F);
    mesh.normals.emplace_back(0.0F, 0.0F, 1.0F);
    const auto share = [](float x, float h) { return h > 0.0F ? 0.5F + 0.5F * x / h : 0.5F; };
    mesh.uv0.emplace_back(share(at.x, half.x), 1.0F - share(at.y, half.y));
}

void add_quad(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.indices.insert(mesh.indices.end(), {a, b, c, a, c, d});
}

Mesh make_rectangle(const vec2& size) {
    Mesh mesh;
    const vec2 half = glm::abs(size) * 0.5F;
    for (const vec2& corner : {vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, 1)})
        add_vertex(mesh, corner * half, half);
    add_quad(mesh, 0, 1, 2, 3);
    return mesh;
}

/// A disc, or a ring where there is an inner radius.
Mesh make_disc(float inner, float outer) {
    Mesh mesh;
    for (std::uint32_t i = 0; i <= steps_around; ++i) {
        const float angle =
            2.0F * glm::pi<float>() * static_cast<float>(i % steps_around) / static_cast<float>(steps_around);
        add_vertex(mesh, on_circle(outer, angle), vec2(outer));
        add_vertex(mesh, on_circle(inner, angle), vec2(outer));
    }
    for (std::uint32_t i = 0; i < steps_around; ++i) {
        const std::uint32_t first = 2 * i;
        mesh.indices.insert(mesh.indices.end(), {first, first + 2, first + 3});
        if (inner > 0.0F) mesh.indices.insert(mesh.indices.end(), {first, first + 3, first + 1});
    }
    return mesh;
}

/// A triangle for every three points; either orientation faces the viewer.
Mesh make_triangles(const std::vector<vec2>& points) {
    Mesh mesh;
    vec2 half(0.0F);
    for (const vec2& p : points) half = glm::max(half, glm::abs(p));
    for (std::uint32_t i = 0; i + 2 < points.size(); i += 3) {
        for (std::size_t c = i; c < i + 3U; ++c) add_vertex(mesh, points[c], half);
        const vec2 u = points[i + 1] - points[i];
        const vec2 v = points[i + 2] - points[i];
        const bool turned = u.x * v.y - u.y * v.x < 0.0F;
        mesh.indices.insert(mesh.indices.end(), {i, turned ? i + 2 : i + 1, turned ? i + 1 : i + 2});
    }
    return mesh;
}

Mesh make_line(const std::vector<vec2>& points) {
    Mesh mesh;
    mesh.topology = Topology::lines;
    for (const vec2& p : points) mesh.positions.emplace_back(p, 0.0F);
    for (std::uint32_t i = 0; i + 1 < points.size(); ++i) mesh.indices.insert(mesh.indices.end(), {i, i + 1});
    return mesh;
}

Mesh make_point_cloud(const std::vector<vec2>& points) {
    Mesh mesh;
    mesh.topology = Topology::points;
    for (const vec2& p : points) mesh.positions.emplace_back(p, 0.0F);
    mesh.indices.resize(points.size());
    std::iota(mesh.indices.begin(), mesh.indices.end(), 0U);
    return mesh;
}

struct Arc {
    float start = 0.0F;
    float sweep = 2.0F * glm::pi<float>();  // counter-clockwise
};

/// Equal angles mean a full circle.
Arc read_arc(World& world, NodeRef node) {
    Arc out;
    out.start = std::remainder(read_angle(world, node, "startAngle", 0.0F), 2.0F * glm::pi<float>());
    const float end = read_angle(world, node, "endAngle", 0.5F * glm::pi<float>());
    out.sweep = std::remainder(end - out.start, 2.0F * glm::pi<float>());
    if (out.sweep <= 0.0F) out.sweep += 2.0F * glm::pi<float>();
    return out;
}

std::vector<vec2> points_of(const Arc& arc, float radius) {
    std::vector<vec2> out;
    for (std::uint32_t i = 0; i <= steps_around; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(steps_around);
        out.push_back(on_circle(radius, arc.start + arc.sweep * share));
    }
    return out;
}

/// An arc closed by its chord, or by two radii to its centre: a pie slice.
Mesh make_closed_arc(const Arc& arc, float radius, bool pie) {
    const std::vector<vec2> rim = points_of(arc, radius);
    Mesh mesh;
    const vec2 hub = pie ? vec2(0.0F) : (rim.front() + rim.back()) * 0.5F;
    add_vertex(mesh, hub, vec2(radius));
    for (const vec2& p : rim) add_vertex(mesh, p, vec2(radius));
    for (std::uint32_t i = 0; i < steps_around; ++i)
        mesh.indices.insert(mesh.indices.end(), {0, i + 1, i + 2});
    return mesh;
}

}  // namespace

Mesh make_planar(World& world, NodeRef node) {
    const std::string_view type = world.syntax(node).type;
    if (type == "Rectangle2D") {
        const std::vector<vec2> size = read_vec2s(world, node, "size");
        return make_rectangle(size.empty() ? vec2(2.0F) : size.front());
    }
    if (type == "TriangleSet2D") return make_triangles(read_vec2s(world, node, "vertices"));
    if (type == "Polyline2D") return make_line(read_vec2s(world, node, "lineSegments"));
    if (type == "Polypoint2D") return make_point_cloud(read_vec2s(world, node, "point"));
    if (type == "Disk2D") {
        const float inner = std::abs(read_float(world, node, "innerRadius", 0.0F));
        const float outer = std::abs(read_float(world, node, "outerRadius", 1.0F));
        if (inner == outer) return make_line(points_of({}, outer));
        return make_disc(std::min(inner, outer), std::max(inner, outer));
    }
    const float radius = std::abs(read_float(world, node, "radius", 1.0F));
    if (type == "Circle2D") return make_line(points_of({}, radius));
    if (type == "Arc2D") return make_line(points_of(read_arc(world, node), radius));
    if (type != "ArcClose2D") return {};
    return make_closed_arc(read_arc(world, node), radius, read_string(world, node, "closureType") != "CHORD");
}

}  // namespace vitruvian::vrml
