// Converts IndexedFaceSet and its triangle and quad relatives to polygons; line and point sets to meshes
// (VRML97 6.23, 6.24, 6.35; ISO/IEC 19775-1, 11 and 13).
#include "model/formats/vrml/shapes/geometry_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string_view>

namespace vitruvian::vrml {
namespace {

/// How an attribute is indexed at a corner.
struct AttributeIndex {
    std::span<const std::int32_t> index;
    bool per_vertex = true;
    std::size_t count = 0;  // number of values; 0: the attribute is absent

    /// Whether it needs no indices: there are no values, or one per point.
    [[nodiscard]] bool is_by_point(std::size_t points) const {
        return count == 0 || (per_vertex && index.empty() && count >= points);
    }

    /// `place`: the corner's index in coordIndex; `point`: its value there; `face`: its face's index.
    [[nodiscard]] std::uint32_t at(std::size_t place, std::uint32_t point, std::size_t face) const {
        std::size_t i = 0;
        if (per_vertex) {
            if (index.empty()) {
                i = point;
            } else if (place < index.size() && index[place] >= 0) {
                i = static_cast<std::size_t>(index[place]);
            }
        } else if (index.empty()) {
            i = face;
        } else if (face < index.size() && index[face] >= 0) {
            i = static_cast<std::size_t>(index[face]);
        }
        return static_cast<std::uint32_t>(std::min(i, count - 1));
    }
};

/// Converts the indices of X3D's triangle and quad sets to those of an IndexedFaceSet, with -1 between faces.
std::vector<std::int32_t> fan_or_strip(const std::vector<std::int32_t>& index, bool strip) {
    std::vector<std::int32_t> out;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= index.size(); ++i) {
        if (i < index.size() && index[i] >= 0) continue;
        for (std::size_t k = begin; k + 2 < i; ++k) {
            const std::int32_t first = strip ? index[k] : index[begin];
            const bool odd = strip && (k - begin) % 2 == 1;
            out.insert(out.end(), {first, index[odd ? k + 2 : k + 1], index[odd ? k + 1 : k + 2], -1});
        }
        begin = i + 1;
    }
    return out;
}

std::vector<std::int32_t> counted(World& world, NodeRef node, std::string_view field, std::size_t points) {
    std::vector<std::int32_t> out;
    std::int32_t next = 0;
    for (const std::int32_t count : read_ints(world, node, field)) {
        for (std::int32_t i = 0; i < count && static_cast<std::size_t>(next) < points; ++i)
            out.push_back(next++);
        out.push_back(-1);
    }
    return out;
}

std::vector<std::int32_t> in_groups(const std::vector<std::int32_t>& index, std::size_t size) {
    std::vector<std::int32_t> out;
    for (std::size_t i = 0; i + size <= index.size(); i += size) {
        out.insert(out.end(), index.begin() + static_cast<std::ptrdiff_t>(i),
                   index.begin() + static_cast<std::ptrdiff_t>(i + size));
        out.push_back(-1);
    }
    return out;
}

std::vector<std::int32_t> set_indices(World& world, NodeRef node, std::size_t points) {
    const std::string_view type = world.syntax(node).type;
    std::vector<std::int32_t> index = read_ints(world, node, "index");
    if (type == "IndexedTriangleStripSet") return fan_or_strip(index, true);
    if (type == "IndexedTriangleFanSet") return fan_or_strip(index, false);
    if (type == "TriangleStripSet") return fan_or_strip(counted(world, node, "stripCount", points), true);
    if (type == "TriangleFanSet") return fan_or_strip(counted(world, node, "fanCount", points), false);
    if (type == "TriangleSet" || type == "QuadSet") {
        index.resize(points);
        std::iota(index.begin(), index.end(), 0);
    }
    return in_groups(index, type == "QuadSet" || type == "IndexedQuadSet" ? 4 : 3);
}

/// Collects corners into faces; drops invalid indices and faces with too few corners.
class FaceCollector {
  public:
    FaceCollector(Polygons& out, const AttributeIndex& normal, const AttributeIndex& uv,
                  const AttributeIndex& color)
        : out_(&out),
          normal_(&normal),
          uv_(&uv),
          color_(&color),
          lists_normals_(!normal.is_by_point(out.points.size())),
          lists_uvs_(!uv.is_by_point(out.points.size())),
          lists_colors_(!color.is_by_point(out.points.size())) {}

    void corner(std::size_t place, std::int32_t index) {
        ++in_face_;
        if (index < 0 || static_cast<std::size_t>(index) >= out_->points.size()) {
            ++bad_indices;
            return;
        }
        const auto point = static_cast<std::uint32_t>(index);
        const bool repeated =
            out_->point_of_corner.size() > out_->face_begin.back() && out_->point_of_corner.back() == point;
        if (repeated) return;
        out_->point_of_corner.push_back(point);
        if (lists_normals_) out_->normal_of_corner.push_back(normal_->at(place, point, face_));
        if (lists_uvs_) out_->uv_of_corner.push_back(uv_->at(place, point, face_));
        if (lists_colors_) out_->color_of_corner.push_back(color_->at(place, point, face_));
    }

    void end_face() {
        if (in_face_ == 0) return;
        const std::uint32_t begin = out_->face_begin.back();
        auto& points = out_->point_of_corner;
        // Repeating the first point at the end is redundant.
        if (points.size() > begin + 1 && points.back() == points[begin]) shrink(points.size() - 1);
        if (points.size() < begin + 3) {
            ++bad_faces;
            shrink(begin);
        } else {
            out_->face_begin.push_back(static_cast<std::uint32_t>(points.size()));
        }
        ++face_;
        in_face_ = 0;
    }

    std::size_t bad_indices = 0;
    std::size_t bad_faces = 0;

  private:
    void shrink(std::size_t corners) {
        out_->point_of_corner.resize(corners);
        if (lists_normals_) out_->normal_of_corner.resize(corners);
        if (lists_uvs_) out_->uv_of_corner.resize(corners);
        if (lists_colors_) out_->color_of_corner.resize(corners);
    }

    Polygons* out_;
    const AttributeIndex* normal_;
    const AttributeIndex* uv_;
    const AttributeIndex* color_;
    bool lists_normals_;
    bool lists_uvs_;
    bool lists_colors_;
    std::size_t face_ = 0;
    std::size_t in_face_ = 0;
};

std::vector<vec3> read_points(World& world, NodeRef node) {
    const NodeRef coord = world.node(node, "coord");
    return coord.valid() ? read_vec3s(world, coord, "point") : std::vector<vec3>();
}

}  // namespace

Polygons read_face_set(World& world, NodeRef node) {
    Polygons out;
    out.points = read_points(world, node);
    out.keeps_unused_points = true;
    const bool indexed_faces = world.syntax(node).type == "IndexedFaceSet";
    out.counter_clockwise = read_bool(world, node, "ccw", true);
    out.convex = read_bool(world, node, "convex", true);
    // The triangle sets of X3D are smooth unless normalPerVertex is FALSE; they have no crease angle.
    const bool normal_per_vertex = read_bool(world, node, "normalPerVertex", true);
    const float smooth = normal_per_vertex ? 3.14159265F : 0.0F;
    out.crease_angle = indexed_faces ? read_angle(world, node, "creaseAngle", 0.0F) : smooth;
    const NodeRef normal_node = world.node(node, "normal");
    if (normal_node.valid()) out.normals = read_vec3s(world, normal_node, "vector");
    out.uvs = read_texture_coordinates(world, world.node(node, "texCoord"));
    out.colors = read_colors(world, world.node(node, "color"));

    std::array<std::vector<std::int32_t>, 4> lists;  // where the file's own cannot be used
    const AttributeIndex normal{view_ints(world, node, "normalIndex", lists[0]), normal_per_vertex,
                                out.normals.size()};
    const AttributeIndex uv{view_ints(world, node, "texCoordIndex", lists[1]), true, out.uvs.size()};
    const AttributeIndex color{view_ints(world, node, "colorIndex", lists[2]),
                               read_bool(world, node, "colorPerVertex", true), out.colors.size()};
    if (!indexed_faces) lists[3] = set_indices(world, node, out.points.size());
    const std::span<const std::int32_t> index =
        indexed_faces ? view_ints(world, node, "coordIndex", lists[3]) : lists[3];
    FaceCollector faces(out, normal, uv, color);
    out.point_of_corner.reserve(index.size());
    for (std::size_t i = 0; i < index.size(); ++i) {
        if (index[i] == -1) {
            faces.end_face();
        } else {
            faces.corner(i, index[i]);
        }
    }
    faces.end_face();
    if (faces.bad_indices > 0) {
        world.warn(
            node, "vrml-index-out-of-range",
            fmt::format("{} indices of a face set name no point; they are left out", faces.bad_indices));
    }
    if (faces.bad_faces > 0) {
        world.note(node, "vrml-face-degenerate",
                   fmt::format("{} faces have fewer than three points; they are left out", faces.bad_faces));
    }
    return out;
}

Mesh make_lines_or_points(World& world, NodeRef node) {
    Mesh mesh;
    mesh.positions = read_points(world, node);
    const std::vector<vec4> colors = read_colors(world, world.node(node, "color"));
    if (world.syntax(node).type == "PointSet") {
        mesh.topology = Topology::points;
        mesh.indices.resize(mesh.positions.size());
        std::iota(mesh.indices.begin(), mesh.indices.end(), 0U);
        if (colors.size() >= mesh.positions.size())
            mesh.colors.assign(colors.begin(),
                               colors.begin() + static_cast<std::ptrdiff_t>(mesh.positions.size()));
        return mesh;
    }
    const bool indexed = world.syntax(node).type == "IndexedLineSet";
    const std::vector<std::int32_t> index = indexed
                                                ? read_ints(world, node, "coordIndex")
                                                : counted(world, node, "vertexCount", mesh.positions.size());
    const std::vector<std::int32_t> color_index = read_ints(world, node, "colorIndex");
    const AttributeIndex color{color_index, read_bool(world, node, "colorPerVertex", true), colors.size()};
    // A point may have a different colour in every line, so with colours each end is a separate vertex.
    const std::vector<vec3> points = mesh.positions;
    mesh.topology = Topology::lines;
    if (color.count > 0) {
        mesh.positions.clear();
        mesh.source_vertex_count = static_cast<std::uint32_t>(points.size());
    }
    std::uint32_t last = no_index;
    std::size_t line = 0;
    for (std::size_t i = 0; i < index.size(); ++i) {
        if (index[i] < 0 || static_cast<std::size_t>(index[i]) >= points.size()) {
            if (last != no_index) ++line;
            last = no_index;
            continue;
        }
        auto vertex = static_cast<std::uint32_t>(index[i]);
        if (color.count > 0) {
            const std::uint32_t point = vertex;
            vertex = static_cast<std::uint32_t>(mesh.positions.size());
            mesh.positions.push_back(points[point]);
            mesh.source_vertex.push_back(point);
            mesh.colors.push_back(colors[color.at(i, point, line)]);
        }
        if (last != no_index) mesh.indices.insert(mesh.indices.end(), {last, vertex});
        last = vertex;
    }
    return mesh;
}

}  // namespace vitruvian::vrml
