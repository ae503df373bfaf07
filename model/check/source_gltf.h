// The data of a glTF file before its reader repairs it: plain lists in the file's order and numbering. For
// checks of errors that the document no longer contains.
#pragma once

#include "model/core/transform.h"
#include "model/document/document.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::check {

/// One accessor (glTF 2.0, 5.1). `values` is set if a skin, an animation or a vertex influence uses it and
/// its bytes can be read; accessors that are null or invalid in the file have 0 components.
struct GltfAccessor {
    int component_type = 0;  // 5120 .. 5126
    unsigned components = 0;
    std::size_t count = 0;
    bool normalized = false;
    std::vector<float> values;  // as stored: integers if quantised; non-finite values are kept

    [[nodiscard]] bool is_float() const { return component_type == 5126; }
    /// Returns value i, with normalized integers converted as in glTF 2.0, 3.11.
    [[nodiscard]] float number(std::size_t i) const;
};

/// Properties are nullopt, and indices -1, if missing or invalid in the file.
struct GltfNode {
    std::string name;
    std::optional<std::array<float, 16>> matrix;
    std::optional<vec3> translation;
    std::optional<vec4> rotation;  // x y z w, of any length
    std::optional<vec3> scale;
    std::vector<int> children;
    int mesh = -1;
    int skin = -1;
    int document_node = -1;  // index into Document::nodes
};

struct GltfSkin {
    std::string name;
    std::vector<int> joints;  // node indices in the file
    int inverse_bind = -1;    // accessor
    int skeleton = -1;        // node
    bool is_readable = true;  // false: the skin has no joints, or invalid ones
};

/// JOINTS_n and WEIGHTS_n.
struct GltfInfluences {
    int set = 0;
    int joints = -1;   // accessor
    int weights = -1;  // accessor
};

struct GltfPrimitive {
    int positions = -1;  // accessor
    int normals = -1;    // accessor
    int indices = -1;    // accessor
    int material = -1;
    int mode = 4;
    bool compressed = false;  // with Draco: its accessors have no data
    std::vector<GltfInfluences> influences;
};

struct GltfMesh {
    std::string name;
    int node = -1;                          // the first node that uses it
    int document_mesh = -1;                 // index into Document::meshes of its first part
    std::vector<GltfPrimitive> primitives;  // invalid ones are included, without accessors
};

struct GltfSampler {
    int input = -1;   // accessor
    int output = -1;  // accessor
    std::string interpolation = "LINEAR";
};

struct GltfChannel {
    int sampler = -1;  // into the animation's samplers; -1: missing
    int node = -1;
    std::string path;
    std::optional<std::string> humanoid_bone;  // if the target is from EXT_skeleton_humanoid
};

struct GltfAnimation {
    std::string name;
    int document_clip = -1;  // index into Document::clips
    std::vector<GltfSampler> samplers;
    std::vector<GltfChannel> channels;
};

/// Unreferenced objects: indices into the file's lists.
struct GltfUnused {
    std::vector<int> accessors, nodes, meshes, skins, materials, textures, images;
};

struct GltfFacts {
    std::vector<GltfAccessor> accessors;
    std::vector<GltfNode> nodes;
    std::vector<GltfSkin> skins;
    std::vector<GltfMesh> meshes;
    std::vector<GltfAnimation> animations;
    std::vector<std::string> materials, images, textures;  // their names; for an unnamed image its URI
    std::vector<int> scene_roots;                          // nodes of all scenes
    GltfUnused unused;

    /// Null for -1 and for unusable accessors.
    [[nodiscard]] const GltfAccessor* accessor(int index) const;
    /// As above, and null if its values were not read.
    [[nodiscard]] const GltfAccessor* with_values(int index) const;
};

/// Reads from the bytes that the document keeps. nullopt if it was not read from glTF, its nodes, meshes,
/// skins or clips were edited since, or the bytes have changed.
[[nodiscard]] std::optional<GltfFacts> read_gltf_facts(const Document& document);

}  // namespace vitruvian::check
