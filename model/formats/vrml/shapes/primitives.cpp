// Box, Sphere, Cone and Cylinder (VRML97 6.6, 6.42, 6.11, 6.14) with normals and texture coordinates.
#include "model/formats/vrml/shapes/geometry_parts.h"

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <array>
#include <cmath>
#include <string_view>

namespace vitruvian::vrml {
namespace {

constexpr std::uint32_t around = 32;
constexpr std::uint32_t from_pole_to_pole = 16;

/// Adds a grid of vertices, rows x columns, and the triangles between them. `make(row, column)` adds a
/// vertex.
template <class Make>
void add_grid(Mesh& mesh, std::uint32_t rows, std::uint32_t columns, Make make) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (std::uint32_t r = 0; r < rows; ++r) {
        for (std::uint32_t c = 0; c < columns; ++c) make(r, c);
    }
    for (std::uint32_t r = 0; r + 1 < rows; ++r) {
        for (std::uint32_t c = 0; c + 1 < columns; ++c) {
            const std::uint32_t a = first + r * columns + c;
            const std::uint32_t b = a + columns;
            for (const auto& t : {std::array{a, b, b + 1}, std::array{a, b + 1, a + 1}}) {
                const bool flat = mesh.positions[t[0]] == mesh.positions[t[1]] ||
                                  mesh.positions[t[1]] == mesh.positions[t[2]] ||
                                  mesh.positions[t[0]] == mesh.positions[t[2]];
                if (!flat) mesh.indices.insert(mesh.indices.end(), t.begin(), t.end());
            }
        }
    }
}

void add_vertex(Mesh& mesh, const vec3& position, const vec3& normal, const vec2& uv) {
    mesh.positions.push_back(position);
    mesh.normals.push_back(normal);
    mesh.uv0.push_back(uv);
}

/// Seen from outside, textures start at the back (-Z) and run counter-clockwise.
vec3 direction(std::uint32_t column) {
    const float angle =
        2.0F * glm::pi<float>() * static_cast<float>(column % around) / static_cast<float>(around);
    return {-std::sin(angle), 0.0F, -std::cos(angle)};
}

Mesh make_box(const vec3& size) {
    Mesh mesh;
    const vec3 half = size * 0.5F;
    const std::array<std::array<vec3, 3>, 6> sides{{
        // normal, right, up
        {vec3(0, 0, 1), vec3(1, 0, 0), vec3(0, 1, 0)},
        {vec3(0, 0, -1), vec3(-1, 0, 0), vec3(0, 1, 0)},
        {vec3(1, 0, 0), vec3(0, 0, -1), vec3(0, 1, 0)},
        {vec3(-1, 0, 0), vec3(0, 0, 1), vec3(0, 1, 0)},
        {vec3(0, 1, 0), vec3(1, 0, 0), vec3(0, 0, -1)},
        {vec3(0, -1, 0), vec3(1, 0, 0), vec3(0, 0, 1)},
    }};
    for (const auto& [normal, right, up] : sides) {
        add_grid(mesh, 2, 2, [&, n = normal, r = right, u = up](std::uint32_t row, std::uint32_t column) {
            const float x = static_cast<float>(column) * 2.0F - 1.0F;
            const float y = 1.0F - static_cast<float>(row) * 2.0F;
            add_vertex(mesh, (n + r * x + u * y) * half, n,
                       {static_cast<float>(column), static_cast<float>(row)});
        });
    }
    return mesh;
}

Mesh make_sphere(float radius) {
    Mesh mesh;
    add_grid(mesh, from_pole_to_pole + 1, around + 1, [&](std::uint32_t r, std::uint32_t c) {
        const float v = static_cast<float>(r) / static_cast<float>(from_pole_to_pole);
        const bool pole = r == 0 || r == from_pole_to_pole;
        const float ring = pole ? 0.0F : std::sin(glm::pi<float>() * v);
        const vec3 normal = direction(c) * ring + vec3(0.0F, std::cos(glm::pi<float>() * v), 0.0F);
        add_vertex(mesh, normal * radius, glm::normalize(normal),
                   {static_cast<float>(c) / static_cast<float>(around), v});
    });
    return mesh;
}

void add_disc(Mesh& mesh, float radius, float y, float up) {
    add_grid(mesh, 2, around + 1, [&](std::uint32_t r, std::uint32_t c) {
        // Rows run outwards on the top and inwards on the bottom, so that both face outwards.
        const bool rim = (r == 1) == (up > 0.0F);
        const vec3 at = direction(c) * (rim ? radius : 0.0F);
        const float size = radius > 0.0F ? 2.0F * radius : 1.0F;
        add_vertex(mesh, at + vec3(0.0F, y, 0.0F), {0.0F, up, 0.0F},
                   {0.5F + at.x / size, 0.5F + up * at.z / size});
    });
}

/// The side of a cylinder or cone: between two radii.
void add_wall(Mesh& mesh, float top_radius, float bottom_radius, float height) {
    add_grid(mesh, 2, around + 1, [&](std::uint32_t r, std::uint32_t c) {
        const vec3 out = direction(c);
        const vec3 slope = out * height + vec3(0.0F, bottom_radius - top_radius, 0.0F);
        const float length = glm::length(slope);
        const float y = r == 0 ? height * 0.5F : -height * 0.5F;
        add_vertex(mesh, out * (r == 0 ? top_radius : bottom_radius) + vec3(0.0F, y, 0.0F),
                   length > 0.0F ? slope / length : out,
                   {static_cast<float>(c) / static_cast<float>(around), static_cast<float>(r)});
    });
}

}  // namespace

Mesh make_primitive(World& world, NodeRef node) {
    const std::string_view type = world.syntax(node).type;
    if (type == "Box") return make_box(glm::abs(read_vec3(world, node, "size", vec3(2.0F))));
    if (type == "Sphere") return make_sphere(std::abs(read_float(world, node, "radius", 1.0F)));
    Mesh mesh;
    const bool cone = type == "Cone";
    if (!cone && type != "Cylinder") return mesh;
    const float radius = std::abs(read_float(world, node, cone ? "bottomRadius" : "radius", 1.0F));
    const float height = std::abs(read_float(world, node, "height", 2.0F));
    if (read_bool(world, node, "side", true)) add_wall(mesh, cone ? 0.0F : radius, radius, height);
    if (!cone && read_bool(world, node, "top", true)) add_disc(mesh, radius, height * 0.5F, 1.0F);
    if (read_bool(world, node, "bottom", true)) add_disc(mesh, radius, -height * 0.5F, -1.0F);
    return mesh;
}

}  // namespace vitruvian::vrml
