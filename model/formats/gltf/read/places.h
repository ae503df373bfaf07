// Where in a glTF file the parts of a document stand: what a writer needs to change the file in place.
// Numbers are those of the file's lists; all vectors run along the document's.
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

/// Of a figure that VITRUVIAN_hanim describes: where in the object's lists its parts are.
struct HanimPlaces {
    std::string pointer;              // of the object; empty: there is none
    std::vector<std::size_t> joints;  // `not_listed` where the object does not describe one
    std::vector<std::size_t> segments;
    std::vector<std::size_t> sites;
};

struct Places {
    std::vector<int> clip_of_animation;  // of each animation; -1: it moves nothing
    std::vector<int> mesh_node;          // of each MeshInstance: the node with its mesh
    std::vector<int> camera_node;        // of each Viewpoint
    std::vector<int> light_node;         // of each Light
    std::vector<std::vector<std::pair<int, int>>>
        targets;  // of each Displacer: nodes, and the target's number
    std::vector<std::pair<std::string, std::size_t>> listed;  // of each Displacer: the VITRUVIAN_hanim object
                                                              // and its place there; an empty pointer: none
    std::vector<std::vector<mat4>> inverse_bind;  // of each glTF skin, as read; empty: it is broken
    std::vector<HanimPlaces> hanim;               // of each Humanoid
};

/// A document read again from the bytes that it was read from, with its places and the checked JSON.
struct TracedDocument {
    Document document;
    Places places;
    Json root;
};
[[nodiscard]] Result<TracedDocument> trace_gltf(std::span<const std::byte> bytes, const std::string& name,
                                                const std::filesystem::path& folder);

}  // namespace vitruvian::gltf
