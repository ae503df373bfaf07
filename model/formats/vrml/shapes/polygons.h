// Polygons with attributes per corner, as VRML's face sets have them, to a mesh with attributes per vertex.
// Knows no files.
#pragma once

#include "model/document/mesh.h"

#include <cstdint>
#include <vector>

namespace vitruvian::vrml {

/// Of no corner, point or vertex.
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
    bool keeps_unused_points = false;  // the file numbers them: skins and displacers may name them
    float crease_angle = 0.0F;         // radians; 0: flat
    [[nodiscard]] std::size_t face_count() const { return face_begin.size() - 1; }
};

/// Triangles with equal corners welded. The vertices are the points, in order; where corners at a point
/// differ in their attributes it has several, and Mesh::source_vertex tells the point of each. Without
/// normals, and with a crease angle, normals are made (VRML97 4.6.3.5); with a crease angle of 0 the mesh has
/// none and is shaded flat.
/// `normal_of_vertex`, where asked for: the index into `normals` of each vertex; empty without given normals.
[[nodiscard]] Mesh make_mesh(Polygons polygons, std::vector<std::uint32_t>* normal_of_vertex = nullptr);

/// Appends triangles of one face to `out` as corner numbers; `corners` are its points in order.
void triangulate_face(const std::vector<vec3>& corners, bool convex, std::vector<std::uint32_t>& out);

}  // namespace vitruvian::vrml
