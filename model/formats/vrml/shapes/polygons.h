// Converts polygons with attributes per corner, as in VRML's face sets, to a mesh with attributes per vertex.
// Knows nothing of files.
#pragma once

#include "model/document/mesh.h"

#include <cstdint>
#include <vector>

namespace vitruvian::vrml {

/// No corner, point or vertex.
inline constexpr std::uint32_t no_index = 0xFFFFFFFFU;

/// Faces over shared points. An attribute has no values, one per point, or an index per corner in
/// `_of_corner`.
struct Polygons {
    std::vector<vec3> points;
    std::vector<std::uint32_t> point_of_corner;
    std::vector<std::uint32_t> face_begin{0};  // face f has corners [face_begin[f], face_begin[f + 1])
    std::vector<vec3> normals;
    std::vector<std::uint32_t> normal_of_corner;
    std::vector<vec2> uvs;
    std::vector<std::uint32_t> uv_of_corner;
    std::vector<vec4> colors;
    std::vector<std::uint32_t> color_of_corner;
    bool counter_clockwise = true;
    bool convex = true;
    bool keeps_unused_points = false;  // the file refers to points by index: in skins and displacers
    float crease_angle = 0.0F;         // radians; 0: flat
    [[nodiscard]] std::size_t face_count() const { return face_begin.size() - 1; }
};

/// Returns triangles with equal corners welded. The vertices are the points, in order; where corners at a
/// point differ in their attributes it has several vertices, and Mesh::source_vertex gives the point of each.
/// Without normals and with a crease angle, normals are generated (VRML97 4.6.3.5); with a crease angle of 0
/// the mesh has none and is flat shaded.
/// `normal_of_vertex`, if not null, receives the index into `normals` of each vertex; empty without given
/// normals.
[[nodiscard]] Mesh make_mesh(Polygons polygons, std::vector<std::uint32_t>* normal_of_vertex = nullptr);

/// Appends triangles of one face to `out` as corner indices; `corners` are its points in order.
void triangulate_face(const std::vector<vec3>& corners, bool convex, std::vector<std::uint32_t>& out);

}  // namespace vitruvian::vrml
