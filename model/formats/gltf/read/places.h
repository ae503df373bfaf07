// Where the parts of a document are in its glTF file: what a writer needs to change the file in place.
// Indices are those of the file's lists; all vectors are parallel to the document's.
#pragma once

#include "model/core/transform.h"
#include "model/document/document.h"
#include "model/formats/gltf/read/library_json.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

inline constexpr std::size_t not_listed = static_cast<std::size_t>(-1);

/// For a figure that VITRUVIAN_hanim describes: the indices of its parts in the object's lists.
struct HanimPlaces {
    std::string pointer;              // to the object; empty: there is none
    std::vector<std::size_t> joints;  // `not_listed` where the object does not describe it
    std::vector<std::size_t> segments;
    std::vector<std::size_t> sites;
};

struct Places {
    std::vector<int> clip_of_animation;  // per animation; -1: it animates nothing
    std::vector<int> mesh_node;          // per MeshInstance: the node with its mesh
    std::vector<int> camera_node;        // per Viewpoint
    std::vector<int> light_node;         // per Light
    std::vector<std::vector<std::pair<int, int>>>
        targets;  // per Displacer: the nodes that carry it, and the morph target's index
    std::vector<std::pair<std::string, std::size_t>> listed;  // per Displacer: the VITRUVIAN_hanim object
                                                              // and its index there; an empty pointer: none
    std::vector<std::vector<mat4>> inverse_bind;              // per glTF skin, as read; empty: it is broken
    std::vector<HanimPlaces> hanim;                           // per Humanoid
};

/// A document read again from its source bytes, with its places and the checked JSON.
struct TracedDocument {
    Document document;
    Places places;
    Json root;
};
[[nodiscard]] Result<TracedDocument> trace_gltf(std::span<const std::byte> bytes, const std::string& name,
                                                const std::filesystem::path& folder);

}  // namespace vitruvian::gltf
