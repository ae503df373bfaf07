// The bind pose of a humanoid's skins, if it differs from the nodes' rest.
#pragma once

#include "model/document/document.h"

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vitruvian {

struct BindPose {
    /// World matrices of the skins' nodes and their ancestors; empty: the bind pose is the nodes' rest.
    std::unordered_map<int, glm::dmat4> world;
    std::unordered_set<int> skinned;  // nodes that move a skin
    bool exact = true;                // false: the skins of one humanoid are bound in different poses
};

/// Finds the bind pose from the skins of `meshes` (indices; those of one humanoid). For a joint in several
/// skins the first one decides. `rest`: the nodes' world matrices at rest.
[[nodiscard]] BindPose find_bind_pose(const Document& document, std::span<const mat4> rest,
                                      std::span<const std::size_t> meshes);

/// Marks the entries of a skin whose bind matrix says nothing: the identity, which exporters write for joints that move
/// no vertex. One char an entry.
[[nodiscard]] std::vector<char> silent_entries(const Document& document, const Skin& skin);

/// True if the matrices map points up to `size` from the origin to the same positions, within 1e-5 of `size`.
[[nodiscard]] bool nearly_equal(const glm::dmat4& a, const glm::dmat4& b, double size);

}  // namespace vitruvian
