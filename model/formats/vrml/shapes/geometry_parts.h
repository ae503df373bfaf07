// Shared by the files that build geometry; not used elsewhere.
#pragma once

#include "model/formats/vrml/shapes/geometry.h"
#include "model/formats/vrml/shapes/polygons.h"

namespace vitruvian::vrml {

// Each returns the mesh of a node by its type name; an empty mesh where the node has another type.
[[nodiscard]] Mesh make_primitive(World& world, NodeRef node);
[[nodiscard]] Mesh make_planar(World& world, NodeRef node);
[[nodiscard]] Mesh make_text(World& world, NodeRef node);
[[nodiscard]] Mesh make_lines_or_points(World& world, NodeRef node);
[[nodiscard]] Polygons read_face_set(World& world, NodeRef node);
[[nodiscard]] Polygons read_elevation_grid(World& world, NodeRef node);
[[nodiscard]] Polygons read_extrusion(World& world, NodeRef node);

/// Reads a Color or ColorRGBA node's colours as linear RGBA.
[[nodiscard]] std::vector<vec4> read_colors(World& world, NodeRef color);
/// Normals are read as given; they are normalized later.
[[nodiscard]] std::vector<vec2> read_texture_coordinates(World& world, NodeRef node);

/// Generates VRML's default texture coordinates: S along the longest side of the bounding box, T along the
/// second (VRML97 6.23), with v downwards as in images.
void add_default_uvs(Polygons& polygons);

}  // namespace vitruvian::vrml
