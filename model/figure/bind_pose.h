// The pose in which a humanoid's skins are bound, where that is not the nodes' rest.
#pragma once

#include "model/document/document.h"

#include <span>
#include <unordered_map>
#include <unordered_set>

namespace vitruvian {

struct BindPose {
    /// World matrices of the nodes that the skins bind, and of all above; empty: the skins fit the nodes' rest.
    std::unordered_map<int, glm::dmat4> world;
    std::unordered_set<int> skinned;  // nodes that move a skin
    bool exact = true;                // false: the skins of one humanoid are bound in different poses
};

/// Of the skins that `meshes` (indices; those of one humanoid) wear. The first skin to name a joint decides for it.
/// `rest`: the nodes' world matrices at rest.
[[nodiscard]] BindPose find_bind_pose(const Document& document, std::span<const mat4> rest,
                                      std::span<const std::size_t> meshes);

/// True where two matrices do the same to points up to `size` from the origin, to 1e-5 of it.
[[nodiscard]] bool nearly_equal(const glm::dmat4& a, const glm::dmat4& b, double size);

}  // namespace vitruvian
