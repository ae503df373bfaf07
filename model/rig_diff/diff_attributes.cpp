// Compares vertex attributes of meshes other than positions and weights: normals, texture coordinates and
// colours.
#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/texture_coordinates.h"
#include "model/pose/pose.h"
#include "model/rig_diff/comparing.h"
#include "model/rig_diff/point_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

/// One of two meshes, with its vertices at rest.
struct MeshAtRest {
    const std::vector<vec3>& points;
    const std::vector<bool>& is_used;
};

/// Returns vertices of `a` for which no vertex of `b` at the same position has the same value.
template <class Value>
std::vector<std::uint32_t> unlike_values(const MeshAtRest& a, const std::vector<Value>& values,
                                         const MeshAtRest& b, const std::vector<Value>& others, float width,
                                         float finest) {
    const PointGrid grid(b.points, width);
    std::vector<std::uint32_t> out;
    for (std::uint32_t v = 0; v < values.size(); ++v) {
        if (!a.is_used[v]) continue;
        bool is_there = false;
        bool is_same = false;
        grid.near(a.points[v], [&](std::uint32_t other) {
            if (!b.is_used[other] || is_same) return;
            is_there = true;
            is_same = glm::distance(values[v], others[other]) <= finest;
        });
        if (is_there && !is_same) out.push_back(v);
    }
    return out;
}

/// Returns a mesh's vertices at rest with each moved by its offset before skinning.
std::vector<vec3> moved_points(const MeshInstance& mesh, std::span<const mat4> world,
                               const std::vector<vec3>& offsets) {
    auto moved = std::make_shared<Mesh>(*mesh.mesh);
    for (std::size_t v = 0; v < offsets.size(); ++v) moved->positions[v] += offsets[v];
    moved->targets.clear();
    MeshInstance out = mesh;
    out.mesh = std::move(moved);
    return skinned_positions(out, world, {});
}

/// Returns normals at rest, normalized, as some formats require; zero normals depend on the writer. `points`
/// are the vertices at rest.
std::vector<vec3> directions(const MeshInstance& mesh, std::span<const mat4> world,
                             const std::vector<vec3>& points) {
    std::vector<vec3> out = mesh.mesh->normals;
    std::vector<vec3> along = out;
    std::vector<vec3> across = out;
    for (std::size_t v = 0; v < out.size(); ++v) {
        const vec3 away = std::abs(out[v].x) < 0.5F ? vec3(1.0F, 0.0F, 0.0F) : vec3(0.0F, 1.0F, 0.0F);
        along[v] = glm::cross(away, out[v]);
        across[v] = glm::cross(out[v], along[v]);
    }
    along = moved_points(mesh, world, along);
    across = moved_points(mesh, world, across);
    // Blended matrices may include scale: normals stay perpendicular to faces, and are not transformed like
    // points.
    for (std::size_t v = 0; v < out.size(); ++v) {
        const vec3 normal = glm::cross(along[v] - points[v], across[v] - points[v]);
        const float length = glm::length(normal);
        out[v] = length > 0.0F ? normal / length : vec3(0.0F);
    }
    return out;
}

/// Returns colours multiplied by the material's: in worlds these are combined. Without opacity, which
/// VRML97's lack.
std::vector<vec3> shown_colours(const Document& document, const MeshInstance& mesh) {
    const vec3 tint = mesh.material < 0 ? vec3(1.0F) : vec3(at(document.materials, mesh.material).base_color);
    std::vector<vec3> out;
    for (const vec4& colour : mesh.mesh->colors)
        out.push_back(glm::clamp(vec3(colour) * tint, vec3(0.0F), vec3(1.0F)));
    return out;
}

/// Returns the coordinates at which the base color texture is looked up, with its transform, which writers of worlds
/// apply to them.
std::vector<vec2> shown_coordinates(const Document& document, const MeshInstance& mesh) {
    const TextureUse use =
        mesh.material < 0 ? TextureUse() : at(document.materials, mesh.material).base_color_texture;
    std::vector<vec2> out = coordinate_set(*mesh.mesh, use);
    if (!has_transform(use)) return out;
    for (vec2& uv : out) uv = transformed(use, uv);
    return out;
}

/// Whether a mesh's vertices have other colours than its material. Those under a texture, which worlds show
/// alone, do not count.
bool shows_colours(const Document& document, const MeshInstance& mesh) {
    if (mesh.mesh->colors.empty()) return false;
    const Material material = mesh.material < 0 ? Material{} : at(document.materials, mesh.material);
    if (material.base_color_texture.present()) return false;
    const vec3 tint(material.base_color);
    const std::vector<vec3> colours = shown_colours(document, mesh);
    constexpr float finest = 6e-3F;
    return std::any_of(colours.begin(), colours.end(),
                       [&](const vec3& colour) { return glm::distance(colour, tint) > finest; });
}

}  // namespace

void Comparison::report_unlike_attribute(const MeshInstance& before, const MeshInstance& after,
                                         std::string_view field, const std::vector<std::uint32_t>& vertices) {
    if (vertices.empty()) return;
    RigChange& change = add(RigPart::mesh, after.name, RigChangeKind::changed, std::string(field));
    change.before = static_cast<std::int64_t>(before.mesh->positions.size());
    change.after = static_cast<std::int64_t>(after.mesh->positions.size());
    change.magnitude = static_cast<double>(vertices.size());
    change.detail = vertices.size() == 1
                        ? fmt::format("vertex {}", vertices.front())
                        : fmt::format("{} vertices, vertex {} first", vertices.size(), vertices.front());
}

void Comparison::compare_attributes(int before, int after) {
    const MeshInstance& first = at(first_.document.meshes, before);
    const MeshInstance& second = at(second_.document.meshes, after);
    const Mesh& a = *first.mesh;
    const Mesh& b = *second.mesh;
    const std::vector<vec3> vertices = vertices_along(before, after);
    const bool is_along = vertices != at(first_.vertices, before);
    const MeshAtRest here{vertices, at(first_.used, before)};
    const MeshAtRest there{at(second_.vertices, after), at(second_.used, after)};
    const float width = point_width();
    const auto compare = [&](std::string_view field, const auto& values, const auto& others, float finest) {
        if (values.empty() != others.empty()) {
            // Readers of worlds generate texture coordinates for meshes with a texture or that are not face
            // sets.
            const bool is_made_up =
                is_world(second_.document.format) && field.ends_with("texture_coordinates");
            if (is_one_family() && !is_made_up)
                words(RigPart::mesh, second.name, field, values.empty() ? "none" : "some",
                      others.empty() ? "none" : "some");
            return;
        }
        if (values.empty()) return;
        const auto is_near = [finest](const auto& x, const auto& y) { return glm::distance(x, y) <= finest; };
        if (here.points.size() == there.points.size() &&
            std::equal(values.begin(), values.end(), others.begin(), others.end(), is_near))
            return;
        // Corners of triangles that only one mesh has are part of that difference.
        const std::size_t faces = a.indices.size();
        const std::size_t new_faces = b.indices.size();
        std::vector<std::uint32_t> unlike;
        std::vector<std::uint32_t> back;
        if (faces <= new_faces) unlike = unlike_values(here, values, there, others, width, finest);
        if (new_faces <= faces) back = unlike_values(there, others, here, values, width, finest);
        report_unlike_attribute(first, second, field, back.size() > unlike.size() ? back : unlike);
    };
    // Files round normals to two decimals and colours to a 255th.
    constexpr float normal = 0.02F;
    constexpr float place = 1e-3F;
    constexpr float colour = 6e-3F;
    compare("normals", directions(first, is_along ? world_along() : first_.world, vertices),
            directions(second, second_.world, there.points), normal);
    if (is_one_family()) {
        compare("texture_coordinates", a.uv0, b.uv0, place);
        compare("second_texture_coordinates", a.uv1, b.uv1, place);
        compare("colours", a.colors, b.colors, colour);
        return;
    }
    compare("texture_coordinates", shown_coordinates(first_.document, first),
            shown_coordinates(second_.document, second), place);
    if (!a.colors.empty() && !b.colors.empty()) {
        compare("colours", shown_colours(first_.document, first), shown_colours(second_.document, second),
                colour);
    } else if (shows_colours(first_.document, first) != shows_colours(second_.document, second)) {
        words(RigPart::mesh, second.name, "colours", a.colors.empty() ? "none" : "some",
              b.colors.empty() ? "none" : "some");
    }
}

}  // namespace vitruvian::rig_diff
