// Converts ElevationGrid and Extrusion (VRML97 6.17, 6.18) to polygons.
#include "model/core/at.h"
#include "model/formats/vrml/shapes/geometry_parts.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitruvian::vrml {
namespace {

/// Adds quads between rows of points, `columns` wide, counter-clockwise where columns run right and rows run
/// up.
void add_quads(Polygons& out, std::uint32_t rows, std::uint32_t columns) {
    for (std::uint32_t r = 0; r + 1 < rows; ++r) {
        for (std::uint32_t c = 0; c + 1 < columns; ++c) {
            const std::uint32_t a = r * columns + c;
            out.point_of_corner.insert(out.point_of_corner.end(), {a, a + 1, a + columns + 1, a + columns});
            out.face_begin.push_back(static_cast<std::uint32_t>(out.point_of_corner.size()));
        }
    }
}

/// The frame of the spine's point `i`: columns X, Y (along), Z (VRML97 6.18.3).
class SpineFrames {
  public:
    explicit SpineFrames(std::vector<vec3> spine) : spine_(std::move(spine)) {
        closed_ = spine_.size() > 2 && spine_.front() == spine_.back();
        z_.assign(spine_.size(), vec3(0.0F));
        for (std::size_t i = 0; i < spine_.size(); ++i) z_[i] = raw_z(i);
        fill_gaps();
    }

    [[nodiscard]] mat3 at(std::size_t i) const {
        const vec3 y = along(i);
        const vec3 x = glm::cross(y, z_[i]);
        const float length = glm::length(x);
        const vec3 unit_x = length > 1e-12F ? x / length : vec3(1.0F, 0.0F, 0.0F);
        return {unit_x, y, glm::cross(unit_x, y)};
    }

  private:
    [[nodiscard]] const vec3& point(std::ptrdiff_t i) const {
        const auto n = static_cast<std::ptrdiff_t>(spine_.size());
        // A closed spine's last point is its first.
        if (closed_) i = (i + (n - 1)) % (n - 1);
        return spine_[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, n - 1))];
    }
    [[nodiscard]] vec3 along(std::size_t i) const {
        const auto at = static_cast<std::ptrdiff_t>(i);
        const vec3 y = point(at + 1) - point(at - 1);
        const float length = glm::length(y);
        return length > 1e-12F ? y / length : vec3(0.0F, 1.0F, 0.0F);
    }
    [[nodiscard]] vec3 raw_z(std::size_t i) const {
        auto at = static_cast<std::ptrdiff_t>(i);
        const auto last = static_cast<std::ptrdiff_t>(spine_.size()) - 1;
        if (!closed_) at = std::clamp<std::ptrdiff_t>(at, 1, std::max<std::ptrdiff_t>(last - 1, 1));
        const vec3 z = glm::cross(point(at + 1) - point(at), point(at - 1) - point(at));
        const float length = glm::length(z);
        return length > 1e-12F ? z / length : vec3(0.0F);
    }
    /// Straight parts do not determine Z: they use the previous one, and those at the beginning the first one
    /// found.
    void fill_gaps() {
        const auto first = std::find_if(z_.begin(), z_.end(), [](const vec3& z) { return z != vec3(0.0F); });
        vec3 previous = first == z_.end() ? straight_z() : *first;
        for (vec3& z : z_) {
            if (z == vec3(0.0F)) z = previous;
            if (glm::dot(z, previous) < 0.0F) z = -z;
            previous = z;
        }
    }
    /// For a straight spine: Z rotated by the rotation from Y to the spine.
    [[nodiscard]] vec3 straight_z() const {
        const vec3 y = spine_.size() < 2 ? vec3(0.0F, 1.0F, 0.0F) : along(0);
        const vec3 axis = glm::cross(vec3(0.0F, 1.0F, 0.0F), y);
        const float sine = glm::length(axis);
        if (sine < 1e-6F) return {0.0F, 0.0F, y.y < 0.0F ? -1.0F : 1.0F};
        return axis_angle(axis, std::atan2(sine, y.y)) * vec3(0.0F, 0.0F, 1.0F);
    }

    std::vector<vec3> spine_;
    std::vector<vec3> z_;
    bool closed_ = false;
};

/// Where a section or a spine is closed, its last points are its first: normals are shared, texture
/// coordinates are not.
void close_seams(Polygons& out, std::uint32_t rows, std::uint32_t columns) {
    for (std::uint32_t& point : out.point_of_corner) {
        const std::uint32_t row = point / columns;
        if (point % columns == columns - 1 && out.points[point] == out.points[row * columns])
            point = row * columns;
        const std::uint32_t column = point % columns;
        if (row == rows - 1 && rows > 3 && out.points[point] == out.points[column]) point = column;
    }
}

/// Adds the cross-section as a face, with its own X and Z as texture coordinates (VRML97 6.18.3).
void add_cap(Polygons& out, const std::vector<vec2>& section, std::uint32_t first, std::uint32_t count,
             bool reversed) {
    vec2 low = section.front();
    vec2 high = section.front();
    for (const vec2& p : section) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const float size = std::max({high.x - low.x, high.y - low.y, 1e-12F});
    const auto first_uv = static_cast<std::uint32_t>(out.uvs.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const vec2 at = (section[i] - low) / size;
        out.uvs.emplace_back(at.x, 1.0F - at.y);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t k = reversed ? count - 1 - i : i;
        out.point_of_corner.push_back(first + k);
        out.uv_of_corner.push_back(first_uv + k);
    }
    out.face_begin.push_back(static_cast<std::uint32_t>(out.point_of_corner.size()));
}

}  // namespace

Polygons read_elevation_grid(World& world, NodeRef node) {
    Polygons out;
    const std::vector<float> height = read_floats(world, node, "height");
    const int columns = read_int(world, node, "xDimension", 0);
    const int rows = read_int(world, node, "zDimension", 0);
    const bool fits = columns >= 2 && rows >= 2 &&
                      static_cast<std::size_t>(columns) <= height.size() / static_cast<std::size_t>(rows);
    if (!fits) {
        world.warn(node, "vrml-elevation-grid",
                   "an ElevationGrid has fewer heights than its dimensions ask for");
        return out;
    }
    const float dx = read_float(world, node, "xSpacing", 1.0F);
    const float dz = read_float(world, node, "zSpacing", 1.0F);
    for (int z = 0; z < rows; ++z) {
        for (int x = 0; x < columns; ++x) {
            const float y = at(height, z * columns + x);
            out.points.emplace_back(static_cast<float>(x) * dx, std::abs(y) < 1e12F ? y : 0.0F,
                                    static_cast<float>(z) * dz);
            out.uvs.emplace_back(static_cast<float>(x) / static_cast<float>(columns - 1),
                                 1.0F - static_cast<float>(z) / static_cast<float>(rows - 1));
        }
    }
    add_quads(out, static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns));
    // Z points towards the viewer, so rows run down: the quads have the opposite orientation.
    out.counter_clockwise = !read_bool(world, node, "ccw", true);
    out.crease_angle = read_angle(world, node, "creaseAngle", 0.0F);
    const NodeRef normal = world.node(node, "normal");
    if (normal.valid()) out.normals = read_vec3s(world, normal, "vector");
    const std::vector<vec2> uvs = read_texture_coordinates(world, world.node(node, "texCoord"));
    if (uvs.size() == out.points.size()) out.uvs = uvs;
    out.colors = read_colors(world, world.node(node, "color"));
    const auto index_of = [&](bool per_vertex, std::size_t count) {
        std::vector<std::uint32_t> index;
        for (std::size_t c = 0; c < out.point_of_corner.size() && count > 0; ++c) {
            const std::size_t i = per_vertex ? out.point_of_corner[c] : c / 4;
            index.push_back(static_cast<std::uint32_t>(std::min(i, count - 1)));
        }
        return index;
    };
    out.normal_of_corner = index_of(read_bool(world, node, "normalPerVertex", true), out.normals.size());
    out.color_of_corner = index_of(read_bool(world, node, "colorPerVertex", true), out.colors.size());
    return out;
}

Polygons read_extrusion(World& world, NodeRef node) {
    Polygons out;
    std::vector<vec2> section = read_vec2s(world, node, "crossSection");
    std::vector<vec3> spine = read_vec3s(world, node, "spine");
    if (section.empty()) section = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {1, 1}};
    if (spine.empty()) spine = {{0, 0, 0}, {0, 1, 0}};
    std::vector<vec2> scale = read_vec2s(world, node, "scale");
    if (scale.empty()) scale.emplace_back(1.0F);
    std::vector<float> turns = read_rotations(world, node, "orientation");
    if (turns.size() < 4) turns = {0.0F, 0.0F, 1.0F, 0.0F};
    // A few numbers of text must not create a mesh that exceeds the memory.
    const std::size_t max_points = 4'000'000;
    if (section.size() < 2 || spine.size() < 2 || section.size() > max_points / spine.size()) return out;
    const SpineFrames frames(spine);
    const auto last_row = static_cast<float>(spine.size() - 1);
    const auto last_column = static_cast<float>(section.size() - 1);
    for (std::size_t i = 0; i < spine.size(); ++i) {
        const vec2& s = scale[std::min(i, scale.size() - 1)];
        const std::size_t t = std::min(i, turns.size() / 4 - 1) * 4;
        const mat3 frame =
            frames.at(i) * glm::mat3_cast(axis_angle({turns[t], turns[t + 1], turns[t + 2]}, turns[t + 3]));
        for (std::size_t k = 0; k < section.size(); ++k) {
            out.points.push_back(spine[i] + frame * vec3(section[k].x * s.x, 0.0F, section[k].y * s.y));
            out.uvs.emplace_back(static_cast<float>(k) / last_column,
                                 1.0F - static_cast<float>(i) / last_row);
        }
    }
    const auto columns = static_cast<std::uint32_t>(section.size());
    const auto rows = static_cast<std::uint32_t>(spine.size());
    add_quads(out, rows, columns);
    out.uv_of_corner = out.point_of_corner;
    close_seams(out, rows, columns);
    const bool closed = section.size() > 3 && section.front() == section.back();
    const std::uint32_t rim = closed ? columns - 1 : columns;
    if (rim >= 3 && read_bool(world, node, "beginCap", true)) add_cap(out, section, 0, rim, true);
    if (rim >= 3 && read_bool(world, node, "endCap", true))
        add_cap(out, section, (rows - 1) * columns, rim, false);
    out.counter_clockwise = read_bool(world, node, "ccw", true);
    out.convex = read_bool(world, node, "convex", true);
    out.crease_angle = read_angle(world, node, "creaseAngle", 0.0F);
    return out;
}

}  // namespace vitruvian::vrml
