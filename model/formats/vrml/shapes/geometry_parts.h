// What the files that build geometry share. Not for others.
#pragma once

#include "model/formats/vrml/shapes/geometry.h"
#include "model/formats/vrml/shapes/polygons.h"

namespace vitruvian::vrml {

// Each gives the mesh of one kind of node, by its type name; an empty mesh where the node is none of them.
[[nodiscard]] Mesh make_primitive(World& world, NodeRef node);
[[nodiscard]] Mesh make_planar(World& world, NodeRef node);
[[nodiscard]] Mesh make_text(World& world, NodeRef node);
[[nodiscard]] Mesh make_lines_or_points(World& world, NodeRef node);
[[nodiscard]] Polygons read_face_set(World& world, NodeRef node);
[[nodiscard]] Polygons read_elevation_grid(World& world, NodeRef node);
[[nodiscard]] Polygons read_extrusion(World& world, NodeRef node);

/// A Color or ColorRGBA node's colours, linear.
[[nodiscard]] std::vector<vec4> read_colors(World& world, NodeRef color);
/// Normals that represent "as many as there are": unit length is made later.
[[nodiscard]] std::vector<vec2> read_texture_coordinates(World& world, NodeRef node);

/// VRML's default texture coordinates: S along the longest side of the bounding box, T along the second
/// (VRML97 6.23), as images have them: v downwards.
void add_default_uvs(Polygons& polygons);

}  // namespace vitruvian::vrml
