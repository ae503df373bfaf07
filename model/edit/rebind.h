// Binding skins anew in the rest that joints now have.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// For each mesh where its vertices lie in the world at rest, going by the joint of its skin that comes first.
[[nodiscard]] std::vector<mat4> world_from_meshes(const Document& document, std::span<const mat4> world);

/// One mesh of those below.
void rebind_mesh(MeshInstance& instance, std::span<const mat4> world, const mat4& world_from_mesh);

/// Gives the meshes for which `is_bound` answers true new vertices: where they stand at `world`, in a frame that is
/// placed by `world_from_mesh` (one of each mesh, regular); and binds them there. Vertices that nothing moves stay.
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

}  // namespace vitruvian
