// Geometry, skins and images: immutable once built, shared between documents by shared_ptr<const T>, so that
// copying a Document is cheap and GPU uploads can be keyed by identity.
#pragma once

#include "model/core/transform.h"
#include "model/document/material.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vitruvian {

enum class Topology { triangles, lines, points };

/// Sparse vertex offsets: an H-Anim Displacer or a glTF morph target. Added to the rest shape times a weight.
struct MorphTarget {
    std::string name;
    std::vector<std::uint32_t> vertices;  // indices into Mesh::positions
    std::vector<vec3> positions;  // offsets; empty (a feature without displacements) or one per vertex
    std::vector<vec3> normals;    // offsets; empty or one per vertex
};

/// Vertices with attributes. Every attribute is empty or has positions.size() entries. Influences are stored
/// in compressed sparse rows: those of vertex v are in [influence_begin[v], influence_begin[v+1]), any number
/// of them. A mesh without influences moves rigidly with entry 0 of its instance's Skin.
struct Mesh {
    std::string name;
    Topology topology = Topology::triangles;
    std::vector<vec3> positions;
    std::vector<vec3> normals;  // unit, or empty: the surface is then shaded flat
    std::vector<vec4> tangents;
    std::vector<vec2> uv0;
    std::vector<vec2> uv1;
    std::vector<vec4> colors;  // linear RGBA
    std::vector<std::uint32_t> indices;

    std::vector<std::uint32_t> influence_begin;  // empty, or positions.size() + 1
    std::vector<std::uint32_t> influence_joint;  // index into Skin::nodes
    std::vector<float> influence_weight;  // sum to 1 per vertex; a vertex without influences does not move
    // The reader corrected the weights: those of the file do not sum to 1, are negative or similar.
    bool influence_repaired = false;

    std::vector<MorphTarget> targets;

    /// Set if a reader split vertices (VRML per-corner attributes): the file's vertex index of each vertex,
    /// and the file's vertex count. Empty: the order is that of the file.
    std::vector<std::uint32_t> source_vertex;
    std::uint32_t source_vertex_count = 0;

    [[nodiscard]] bool is_skinned() const { return !influence_begin.empty(); }
    /// Returns how many nodes its skin needs at least: the largest influence_joint + 1, or 0 without any.
    [[nodiscard]] std::size_t nodes_needed() const {
        std::size_t needed = 0;
        for (const std::uint32_t joint : influence_joint)
            needed = joint < needed ? needed : joint + std::size_t{1};
        return needed;
    }
};

/// The nodes that move a mesh, and their bind matrices: skin matrix i = world(nodes[i]) * inverse_bind[i]. A
/// rigid mesh has one entry, whose inverse_bind places the geometry in the node's frame.
struct Skin {
    std::string name;
    std::vector<int> nodes;          // indices into Document::nodes
    std::vector<mat4> inverse_bind;  // node-from-mesh at bind; same size as nodes

    bool operator==(const Skin&) const = default;
};

/// An image in its encoded form. Decoded later, off the critical path (see decode_image in model/io/image.h).
struct ImageSource {
    std::string name;       // file name or URI, for display
    std::string mime_type;  // "image/png", "image/jpeg", "image/ktx2", ... ; empty: unknown
    std::vector<std::byte> encoded;
    // Raw pixels if the file stores them (VRML PixelTexture): `encoded` is then width * height RGBA8.
    int raw_width = 0;
    int raw_height = 0;
};

}  // namespace vitruvian
