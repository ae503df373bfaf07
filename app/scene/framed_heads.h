// Heads of figures, and the parts that may hide them from the eye.
#pragma once

#include "app/scene/figure.h"
#include "renderer/camera.h"

#include <span>
#include <vector>

namespace vitruvian {

/// A mesh instance and its vertices in the scene.
struct PosedMesh {
    const MeshInstance* instance = nullptr;
    std::vector<vec3> positions;
};

/// Returns the node that moves a vertex most.
[[nodiscard]] int leading_node(const MeshInstance& instance, std::size_t vertex);

/// Returns for each node the bone's node that it is or hangs on, or -1. `bones` are nodes; those < 0 are
/// ignored.
[[nodiscard]] std::vector<int> branches_of(const Document& document, std::span<const int> bones);

/// Adds the humanoid's head, if its skin shows one, and the triangles of its other parts about as high as it.
/// `up` is the figure's, and `face` the direction in which the head looks, both in the scene.
void add_head(const Document& document, const Humanoid& humanoid, std::span<const PosedMesh> meshes,
              const vec3& up, const vec3& face, FramedPoints& out);

}  // namespace vitruvian
