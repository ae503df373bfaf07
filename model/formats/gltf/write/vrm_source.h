// A VRM file as the document was read from it, and what its numbers are in the file that is written.
#pragma once

#include "model/formats/gltf/read/library_json.h"
#include "model/formats/gltf/write/writing.h"

#include <optional>

namespace vitruvian::gltf {

struct VrmSource {
    Json root;
    Json vrm;                                 // extensions.VRM or VRMC_vrm
    std::map<int, int> file_node;             // of a node of the source
    std::map<int, std::set<int>> mesh_nodes;  // of a mesh of the source: the nodes that carry it

    /// The object under `key`, or an empty one.
    [[nodiscard]] static const Json& object(const Json& owner, const char* key);
    /// The node of the written file, or -1.
    [[nodiscard]] int node(int of_source) const;
    /// The written nodes that show the mesh of a node.
    [[nodiscard]] const std::set<int>& nodes_of_mesh_at(int of_source) const;
    /// The written image that a texture of the source shows, or -1.
    [[nodiscard]] int image(const Writing& writing, int texture) const;
};

/// nullopt where the document was not read from a VRM file of that version: HumanoidKind::vrm0 or vrm1.
[[nodiscard]] std::optional<VrmSource> open_vrm(const Writing& writing, HumanoidKind version);

/// {x, y, z} of VRM 0.x, whose Z is that of Unity, in glTF's axes.
[[nodiscard]] vec3 vrm0_vector(const Json& owner, const char* key);

/// VRMC_vrm's expressions: what blendShapeMaster says of materials and of which faces are all or nothing. Colours go
/// from sRGB to linear light, places of textures from Unity's lower left corner to glTF's upper left one.
void carry_expressions(Writing& writing, const VrmSource& source, const Humanoid& humanoid, OrderedJson& vrm);

/// VRMC_springBone of secondaryAnimation: chains of joints in place of whole branches (VRMC_springBone 1.0).
void carry_springs(Writing& writing, const VrmSource& source);

}  // namespace vitruvian::gltf
