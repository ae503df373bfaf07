// What a glTF file itself says, before its reader repairs it: plain lists in the file's own order and numbering, as
// written. For checks that must name faults which the document no longer has.
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

/// One accessor (glTF 2.0, 5.1). `values` is there where a skin, an animation or a vertex influence uses it and its
/// bytes can be read; all accessors that are null in the file or make no sense have 0 components.
struct GltfAccessor {
    int component_type = 0;  // 5120 .. 5126
    unsigned components = 0;
    std::size_t count = 0;
    bool normalized = false;
    std::vector<float> values;  // as stored: whole numbers where quantised; what is not finite stays so

    [[nodiscard]] bool is_float() const { return component_type == 5126; }
    /// Value i as glTF 2.0, 3.11 converts normalized integers.
    [[nodiscard]] float number(std::size_t i) const;
};

/// Properties are nullopt, and indices -1, where the file gives none or one that cannot be.
struct GltfNode {
    std::string name;
    std::optional<std::array<float, 16>> matrix;
    std::optional<vec3> translation;
    std::optional<vec4> rotation;  // x y z w, of whatever length
    std::optional<vec3> scale;
    std::vector<int> children;
    int mesh = -1;
    int skin = -1;
    int document_node = -1;  // index into Document::nodes
};

struct GltfSkin {
    std::string name;
    std::vector<int> joints;  // nodes of the file
    int inverse_bind = -1;    // accessor
    int skeleton = -1;        // node
    bool is_readable = true;  // false: the skin has no joints, or some that are not nodes
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
    bool compressed = false;  // by Draco: its accessors hold nothing
    std::vector<GltfInfluences> influences;
};

struct GltfMesh {
    std::string name;
    int node = -1;                          // the first that shows it
    int document_mesh = -1;                 // index into Document::meshes, of the first of its parts there
    std::vector<GltfPrimitive> primitives;  // broken ones are there, without accessors
};

struct GltfSampler {
    int input = -1;   // accessor
    int output = -1;  // accessor
    std::string interpolation = "LINEAR";
};

struct GltfChannel {
    int sampler = -1;  // into the animation's; -1: there is no such
    int node = -1;
    std::string path;
    std::optional<std::string> humanoid_bone;  // where the target is EXT_skeleton_humanoid's
};

struct GltfAnimation {
    std::string name;
    int document_clip = -1;  // index into Document::clips
    std::vector<GltfSampler> samplers;
    std::vector<GltfChannel> channels;
};

/// What nothing in the file uses: indices into the file's lists.
struct GltfUnused {
    std::vector<int> accessors, nodes, meshes, skins, materials, textures, images;
};

struct GltfFacts {
    std::vector<GltfAccessor> accessors;
    std::vector<GltfNode> nodes;
    std::vector<GltfSkin> skins;
    std::vector<GltfMesh> meshes;
    std::vector<GltfAnimation> animations;
    std::vector<std::string> materials, images, textures;  // their names; an image without one has its URI
    std::vector<int> scene_roots;                          // nodes of all scenes
    GltfUnused unused;

    /// Null for -1 and for accessors that cannot be used.
    [[nodiscard]] const GltfAccessor* accessor(int index) const;
    /// The same where its values were read.
    [[nodiscard]] const GltfAccessor* with_values(int index) const;
};

/// Of the bytes that the document keeps. nullopt where it was not read from glTF, its nodes, meshes, skins or clips were
/// edited since, or the bytes are no longer what was read.
[[nodiscard]] std::optional<GltfFacts> read_gltf_facts(const Document& document);

}  // namespace vitruvian::check
