#include "model/formats/vrml/shapes/geometry.h"

#include "model/core/srgb.h"
#include "model/formats/vrml/shapes/geometry_parts.h"
#include "model/formats/vrml/world/texture_move.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace vitruvian::vrml {
namespace {

bool is_face_set(std::string_view type) {
    return type == "IndexedFaceSet" || type == "IndexedTriangleSet" || type == "IndexedTriangleStripSet" ||
           type == "IndexedTriangleFanSet" || type == "TriangleSet" || type == "TriangleStripSet" ||
           type == "TriangleFanSet" || type == "IndexedQuadSet" || type == "QuadSet";
}

/// v runs downwards here.
void transform_uvs(World& world, NodeRef transform, std::vector<vec2>& uvs) {
    const TextureMove move = texture_move(world, transform);
    for (vec2& uv : uvs) {
        const vec2 out = move.shown({uv.x, 1.0F - uv.y});
        uv = {out.x, 1.0F - out.y};
    }
}

}  // namespace

vec3 linear_from_srgb(const vec3& srgb) {
    return vitruvian::linear_from_srgb(glm::clamp(srgb, 0.0F, 1.0F));
}

std::vector<vec4> read_colors(World& world, NodeRef color) {
    std::vector<vec4> out;
    if (!color.valid()) return out;
    if (world.syntax(color).type == "ColorRGBA") {
        const std::vector<float> n = read_floats(world, color, "color");
        for (std::size_t i = 0; i + 3 < n.size(); i += 4) {
            out.emplace_back(linear_from_srgb({n[i], n[i + 1], n[i + 2]}), std::clamp(n[i + 3], 0.0F, 1.0F));
        }
        return out;
    }
    for (const vec3& c : read_vec3s(world, color, "color")) out.emplace_back(linear_from_srgb(c), 1.0F);
    return out;
}

std::vector<vec2> read_texture_coordinates(World& world, NodeRef node) {
    std::vector<vec2> out;
    if (!node.valid()) return out;
    out = read_vec2s(world, node, "point");
    for (vec2& uv : out) uv.y = 1.0F - uv.y;
    return out;
}

void add_default_uvs(Polygons& polygons) {
    Bounds box;
    for (const vec3& point : polygons.points) box.add(point);
    if (box.empty()) return;
    const vec3 size = box.size();
    std::array<int, 3> axes{0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(), [&](int a, int b) { return size[a] > size[b]; });
    const float length = size[axes[0]] > 0.0F ? size[axes[0]] : 1.0F;
    polygons.uvs.reserve(polygons.points.size());
    for (const vec3& point : polygons.points) {
        const vec3 at = (point - box.min) / length;
        polygons.uvs.emplace_back(at[axes[0]], 1.0F - at[axes[1]]);
    }
    polygons.uv_of_corner.clear();
}

std::size_t value_count(const Mesh& mesh) {
    return 3 * mesh.positions.size() + mesh.indices.size();
}

std::shared_ptr<const Mesh> GeometryLibrary::primitive(NodeRef node) {
    const SyntaxNode& syntax = world_->syntax(node);
    const vec3 size = read_vec3(*world_, node, "size", vec3(2.0F));
    const auto flag = [&](std::string_view field) { return read_bool(*world_, node, field, true) ? 1 : 0; };
    const int flags = flag("side") + 2 * flag("bottom") + 4 * flag("top");
    const float radius = read_float(*world_, node, syntax.type == "Cone" ? "bottomRadius" : "radius", 1.0F);
    const float height = read_float(*world_, node, "height", 2.0F);
    const PrimitiveKey key{
        syntax.type, syntax.def, {size.x, size.y, size.z, radius, height, static_cast<float>(flags)}};
    const auto known = primitives_.find(key);
    if (known != primitives_.end()) return known->second;
    Mesh mesh = make_primitive(*world_, node);
    if (mesh.indices.empty() || !world_->spend_values(value_count(mesh))) return nullptr;
    mesh.name = syntax.def;
    return primitives_[key] = std::make_shared<const Mesh>(std::move(mesh));
}

Geometry GeometryLibrary::get(NodeRef geometry, const GeometryWish& wish) {
    const NodeRef transform = wish.texture_coordinates ? wish.texture_transform : NodeRef{};
    const Key key{geometry.key(), transform.valid() ? transform.key() + 1 : 0, wish.texture_coordinates};
    const auto known = built_.find(key);
    if (known != built_.end()) return known->second;
    Geometry out;
    const std::string_view type = world_->syntax(geometry).type;
    Mesh mesh;
    const bool faces = is_face_set(type);
    const bool from_polygons = faces || type == "ElevationGrid" || type == "Extrusion";
    if (from_polygons) {
        Polygons polygons = faces ? read_face_set(*world_, geometry)
                                  : (type == "Extrusion" ? read_extrusion(*world_, geometry)
                                                         : read_elevation_grid(*world_, geometry));
        if (wish.texture_coordinates && polygons.uvs.empty()) add_default_uvs(polygons);
        if (!wish.texture_coordinates) {
            polygons.uvs.clear();
            polygons.uv_of_corner.clear();
        }
        out.double_sided = !read_bool(*world_, geometry, "solid", true);
        out.coord = world_->node(geometry, "coord");
        if (world_->spend_values(polygons.points.size() + polygons.point_of_corner.size())) {
            std::vector<std::uint32_t> normal_of_vertex;
            mesh = make_mesh(std::move(polygons), &normal_of_vertex);
            if (!normal_of_vertex.empty()) {
                out.normal = world_->node(geometry, "normal");
                out.normal_of_vertex =
                    std::make_shared<const std::vector<std::uint32_t>>(std::move(normal_of_vertex));
            }
        }
    } else if (type == "IndexedLineSet" || type == "LineSet" || type == "PointSet") {
        out.coord = world_->node(geometry, "coord");
        mesh = make_lines_or_points(*world_, geometry);
    } else if (type == "Text") {
        out.double_sided = !read_bool(*world_, geometry, "solid", false);
        mesh = make_text(*world_, geometry);
    } else if (type.ends_with("2D")) {
        out.double_sided = !read_bool(*world_, geometry, "solid", false);
        mesh = make_planar(*world_, geometry);
    } else {
        out.double_sided = !read_bool(*world_, geometry, "solid", true);
        if (!transform.valid()) {
            out.mesh = primitive(geometry);
        } else {
            mesh = make_primitive(*world_, geometry);
        }
    }
    const bool made_here = !from_polygons && type != "Text" && !type.ends_with("Set");
    if (made_here && !out.mesh && mesh.positions.empty()) {
        world_->note(geometry, "vrml-geometry-not-shown",
                     fmt::format("a geometry of kind {} is not shown", type.substr(0, 60)));
    }
    if (transform.valid()) transform_uvs(*world_, transform, mesh.uv0);
    out.has_colors = !mesh.colors.empty();
    out.translucent =
        std::any_of(mesh.colors.begin(), mesh.colors.end(), [](const vec4& color) { return color.w < 1.0F; });
    if (!mesh.indices.empty() && world_->spend_values(value_count(mesh))) {
        mesh.name = world_->given_name(geometry);
        out.mesh = std::make_shared<const Mesh>(std::move(mesh));
    }
    built_[key] = out;
    return out;
}

}  // namespace vitruvian::vrml
