// The skin of one figure as a single surface, regardless of its division into meshes and materials, for
// measuring its deformation. Vertices split along texture seams are merged.
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
    std::vector<vec3> rest;  // each vertex's rest position in the world
    /// The representative of the vertex: the first with the same rest position and the same nodes.
    std::vector<std::uint32_t> same;
    std::vector<Corners> triangles;  // of vertices that represent themselves, three different ones
    /// Vertex v is moved by weight_node[i] with weight[i], i in [weight_begin[v], weight_begin[v + 1]): by joints,
    /// and by other nodes where no joint carries these.
    std::vector<std::uint32_t> weight_begin;
    std::vector<int> weight_node;
    std::vector<float> weight;
    float size = 0.0F;  // the diagonal of its box at rest
};

/// Makes the surface from the triangle meshes of a humanoid (index into Document::humanoids) in the pose
/// `rest`. Empty if it has none.
[[nodiscard]] BodySurface make_body_surface(const Document& document, int humanoid, const Skeleton& skeleton,
                                            const Pose& rest);

/// Computes the vertex positions of a pose, in the world. Single-threaded.
[[nodiscard]] std::vector<vec3> posed_surface(const Document& document, const BodySurface& surface,
                                              const Skeleton& skeleton, const Pose& pose);

/// Returns the vertex's weight on the nodes marked in `is_counted` (one entry per node).
[[nodiscard]] float weight_on(const BodySurface& surface, std::uint32_t vertex,
                              const std::vector<char>& is_counted);

}  // namespace vitruvian
