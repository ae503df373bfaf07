// The VRM file that the document was read from, and its indices in the file that is written.
#pragma once

#include "model/formats/gltf/read/library_json.h"
#include "model/formats/gltf/write/writing.h"

#include <optional>

namespace vitruvian::gltf {

struct VrmSource {
    Json root;
    Json vrm;                                 // extensions.VRM or VRMC_vrm; an empty object if missing
    std::map<int, int> file_node;             // per node of the source
    std::map<int, std::set<int>> mesh_nodes;  // per mesh of the source: the nodes that carry it

    /// Returns the object under `key`, or an empty one.
    [[nodiscard]] static const Json& object(const Json& owner, const char* key);
    /// Returns the node's index in the written file, or -1.
    [[nodiscard]] int node(int of_source) const;
    /// Returns the written nodes that have the mesh of a node of the source.
    [[nodiscard]] const std::set<int>& nodes_of_mesh_at(int of_source) const;
    /// Returns the written image that a texture of the source uses, or -1.
    [[nodiscard]] int image(const Writing& writing, int texture) const;
};

/// nullopt where the document was not read from a VRM file of that version: HumanoidKind::vrm0 or vrm1.
[[nodiscard]] std::optional<VrmSource> open_vrm(const Writing& writing, HumanoidKind version);

/// Converts {x, y, z} of VRM 0.x, whose Z is Unity's, to glTF's axes.
[[nodiscard]] vec3 vrm0_vector(const Json& owner, const char* key);

/// Converts secondaryAnimation to VRMC_springBone: chains of joints instead of whole subtrees
/// (VRMC_springBone 1.0).
void carry_springs(Writing& writing, const VrmSource& source);

}  // namespace vitruvian::gltf
