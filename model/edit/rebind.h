// Rebinding of skins to a changed rest pose.
#pragma once

#include "model/core/at.h"
#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Returns for each mesh its world matrix at rest, using the first joint of its skin.
[[nodiscard]] std::vector<mat4> world_from_meshes(const Document& document, std::span<const mat4> world);

/// Rebinds one mesh; one that is bound there already, up to rounding, is left as it is.
void rebind_mesh(MeshInstance& instance, std::span<const mat4> world, const mat4& world_from_mesh);

/// Gives the meshes selected by `is_bound` new vertices: their positions at `world`, in a frame placed by
/// `world_from_mesh` (one invertible matrix per mesh); and binds them there. Vertices without influences are
/// unchanged.
template <class IsBound>
void rebind(Document& document, std::span<const mat4> world, std::span<const mat4> world_from_mesh,
            const IsBound& is_bound) {
    struct Made {
        std::shared_ptr<const Mesh> old_mesh, mesh;
        std::shared_ptr<const Skin> old_skin, skin;
    };
    std::vector<Made> made;
    for (std::size_t i = 0; i < document.meshes.size(); ++i) {
        MeshInstance& instance = document.meshes[i];
        if (!is_bound(instance)) continue;
        const Made* known = nullptr;
        for (const Made& one : made) {
            if (one.old_mesh == instance.mesh && one.old_skin == instance.skin) known = &one;
        }
        if (known == nullptr) {
            Made one{instance.mesh, nullptr, instance.skin, nullptr};
            MeshInstance copy = instance;
            rebind_mesh(copy, world, world_from_mesh[i]);
            one.mesh = copy.mesh;
            one.skin = copy.skin;
            known = &made.emplace_back(std::move(one));
        }
        instance.mesh = known->mesh;
        instance.skin = known->skin;
    }
}

/// Vertices that could not keep their position: the new bind collapses them, since the joints that move them
/// are rotated against each other by half a turn.
struct Folded {
    std::size_t vertices = 0;
    double farthest = 0.0;  // largest displacement of a vertex
};

/// Rebinds a skinned mesh: changes its vertices, normals, tangents and displacers so that they keep their
/// world placement when entry i of the skin changes from `from[i]` to `to[i]` with `skin`, which begins with
/// the same nodes. Vertices without influences are unchanged.
void rebind_mesh(MeshInstance& instance, std::span<const glm::dmat4> from, std::span<const glm::dmat4> to,
                 std::shared_ptr<const Skin> skin, Folded& folded);

/// Returns double-precision world matrices of nodes whose local transforms are `local(i)`.
template <class Local>
[[nodiscard]] std::vector<glm::dmat4> exact_worlds(const Document& document, const Local& local) {
    std::vector<glm::dmat4> out;
    out.reserve(document.nodes.size());
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        const glm::dmat4 matrix(to_matrix(local(i)));
        const int parent = document.nodes[i].parent;
        out.push_back(parent < 0 ? matrix : at(out, parent) * matrix);
    }
    return out;
}

}  // namespace vitruvian
