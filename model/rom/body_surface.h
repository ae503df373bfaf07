// All the skin of one figure as one surface, whatever meshes and materials it is split into: what is measured when it
// bends. Vertices that are split along seams of a texture are one again.
#pragma once

#include "model/pose/pose.h"

#include <array>
#include <cstdint>
#include <vector>

namespace vitruvian {

using Corners = std::array<std::uint32_t, 3>;

struct BodySurface {
    /// A mesh of the document, and where its vertices begin.
    struct Part {
        int mesh = -1;  // index into Document::meshes
        std::uint32_t first = 0;
    };
    std::vector<Part> parts;
    std::vector<vec3> rest;  // each vertex's place in the world at rest
    /// The vertex that represents it: the first at the same place at rest that the same nodes move.
    std::vector<std::uint32_t> same;
    std::vector<Corners> triangles;  // of vertices that represent themselves, three different ones
    /// Vertex v is moved by weight_node[i] with weight[i], i in [weight_begin[v], weight_begin[v + 1]).
    std::vector<std::uint32_t> weight_begin;
    std::vector<int> weight_node;
    std::vector<float> weight;
    float size = 0.0F;  // the diagonal of its box at rest
};

/// The triangle meshes of a humanoid (index into Document::humanoids) in the pose `rest`. Empty where it has none.
[[nodiscard]] BodySurface make_body_surface(const Document& document, int humanoid, const Skeleton& skeleton,
                                            const Pose& rest);

/// Where the vertices are in a pose, in the world. On one thread.
[[nodiscard]] std::vector<vec3> posed_surface(const Document& document, const BodySurface& surface,
                                              const Skeleton& skeleton, const Pose& pose);

/// The vertex's weight on nodes that `is_counted` (one entry per node) marks.
[[nodiscard]] float weight_on(const BodySurface& surface, std::uint32_t vertex,
                              const std::vector<char>& is_counted);

}  // namespace vitruvian
