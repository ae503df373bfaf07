// What the steps of writing one glTF file from scratch share. Only the files of this folder see it.
// The steps run in the order in which they are declared here.
//
// Node i of the file is node i of the document. Behind them come nodes that glTF needs and the document does
// not have ("carriers"): for a rigid mesh that stands away from its node (the Segments of H-Anim: one node
// each, named after the segment), for skinned meshes (at the top, where their own transform cannot matter),
// for cameras and lights. A local transform with a shear, which a glTF node cannot have, becomes two nodes:
// T R SR S above, SR^-1 below, which multiply out to the same matrix.
#pragma once

#include "model/document/document.h"
#include "model/formats/gltf/write/write_bin.h"
#include "model/io/save_options.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

/// The node that turns a figure to the front.
inline constexpr const char* front_node_name = "front";

/// A node of the file, before it is JSON.
struct NodeOut {
    std::string name;
    int parent = -1;
    Transform local;  // without a scale orientation
    int mesh = -1;
    int skin = -1;
    int camera = -1;
    int light = -1;
    std::vector<float> weights;   // of the mesh's morph targets
    std::vector<int> displacers;  // what they are, of Document::displacers
    OrderedJson constraint;       // VRMC_node_constraint
};

/// A primitive that stands in the file, and which document mesh it is.
struct PrimitiveOut {
    int node = -1;             // of the file
    std::size_t instance = 0;  // into Document::meshes
};

/// A skin that stands in the file.
struct SkinOut {
    std::vector<int> asked;   // nodes of the document
    std::vector<int> joints;  // nodes of the file
    std::vector<mat4> inverse_bind;
};

/// What of the document belongs to one humanoid.
struct HumanoidParts {
    std::vector<std::pair<std::size_t, std::size_t>> primitives;  // [begin, end) of each of its mesh nodes
    std::vector<std::size_t> displacers;
    std::vector<std::size_t> nodes;  // the humanoid's own and all below it
};

struct Writing {
    const Document& document;
    const SaveOptions& options;
    Diagnostics& notes;
    OrderedJson root = OrderedJson::object();
    BinWriter bin = {};
    std::set<std::string> extensions = {};

    std::vector<Transform> local = {};  // of each document node, in the pose that the file stores
    std::vector<NodeOut> nodes = {};
    std::vector<int> file_node = {};   // of each document node
    std::vector<int> posed_node = {};  // of each document node: the file's node that holds its T, R and S
    std::vector<int> carriers = {};    // nodes that the document does not have
    std::vector<int> image = {};       // of each document image, or -1
    std::vector<PrimitiveOut> primitives = {};
    std::vector<SkinOut> skins = {};
    std::vector<int> animation = {};   // of each document clip, or -1
    std::set<int> skinned_nodes = {};  // the joints of the first `skins_seen` of `skins`
    std::size_t skins_seen = 0;
    std::vector<HumanoidParts> parts = {};  // of each humanoid, once one of them is written
    quat turn = identity_quat;              // of all that is in the file
    std::set<std::string> names = {};       // that nodes have
    // Of figures that are written as EXT_skeleton_humanoid wants them (see Conformed); empty where none is.
    std::vector<bool> conforms = {};                 // of each humanoid
    std::vector<std::optional<mat4>> bind = {};      // of each document node
    std::vector<std::vector<int>> also_joints = {};  // of each humanoid

    int add(const char* list, OrderedJson element);
    int add_node(NodeOut node);
    int add_carrier(NodeOut node);
    void note(const std::string& code, const std::string& message);
};

/// Nodes as they are, and those that a shear needs.
void write_nodes(Writing& writing);
/// Cameras for viewpoints, lights (KHR_lights_punctual), and a word on the background.
void write_cameras_and_lights(Writing& writing);
void write_images(Writing& writing);
void write_materials(Writing& writing);
/// A textureInfo under `key`, where there is a texture.
void add_texture(Writing& writing, OrderedJson& owner, const char* key, const TextureUse& use,
                 const char* factor_name = nullptr, float factor = 1.0F);
/// Within 0 .. 1, as the schema wants factors.
[[nodiscard]] inline float share(float value) {
    return std::clamp(value, 0.0F, 1.0F);
}
/// KHR_materials_* and VRMC_materials_mtoon of a material.
void add_layers(Writing& writing, const Material& material, OrderedJson& json);
/// KHR_materials_variants of a primitive.
void add_variant_materials(Writing& writing, const MeshInstance& instance, OrderedJson& primitive);
/// The names of KHR_materials_variants.
void write_variants(Writing& writing);
/// Meshes with their skins; each displacer as a morph target of every mesh that it moves.
void write_meshes(Writing& writing);
/// One primitive's geometry, without a material. `still` is the skin's joint for vertices without influences.
[[nodiscard]] OrderedJson write_primitive(Writing& writing, const MeshInstance& instance, int still);
/// JOINTS_n and WEIGHTS_n of a skinned mesh, its `still` as there.
void add_influences(Writing& writing, const Mesh& mesh, int still, OrderedJson& attributes);
/// A morph target's offsets of positions or normals as an accessor.
[[nodiscard]] int add_offsets(Writing& writing, const Mesh& mesh, const MorphTarget& target,
                              const std::vector<vec3>& offsets);
/// A morph target as JSON.
[[nodiscard]] OrderedJson target_json(Writing& writing, const Mesh& mesh, const MorphTarget& target,
                                      bool with_normals);
/// The index of a skin of these joints (nodes of the document) in the file.
[[nodiscard]] int write_skin(Writing& writing, const std::string& name, const std::vector<int>& joints,
                             const std::vector<mat4>& inverse_bind);
void write_animations(Writing& writing);
/// The humanoid extensions that `options` ask for. An Error where the figure cannot be one.
[[nodiscard]] Result<void> write_humanoids(Writing& writing);

// The parts of that, for a file that is changed in place.

/// Whether a figure has what only VITRUVIAN_hanim can carry.
[[nodiscard]] bool has_joint_data(const Humanoid& humanoid);
/// A skin of all joints, bound where they stand at rest, unless skins have them all: so that every bone is a
/// joint, as EXT_skeleton_humanoid wants, and programs find the figure. No mesh uses it.
void write_skeleton_skin(Writing& writing, const Humanoid& humanoid);
/// An element of humanoidSkeletons. `is_first`: with what VITRUVIAN_hanim says of the whole file.
[[nodiscard]] OrderedJson ext_skeleton(Writing& writing, int humanoid, bool is_first);
/// The first figure as VRMC_vrm or as KHR_character.
[[nodiscard]] Result<void> write_vrm_or_character(Writing& writing, HumanoidExtension wanted);
/// Where VRMC_vrm has an expression of this name: "preset" or "custom".
[[nodiscard]] const char* expression_group(const std::string& name);
/// The clip's animation, or -1 where nothing of it can be written.
[[nodiscard]] int write_animation(Writing& writing, const Clip& clip);

/// The nodes and the scene as JSON, once nobody adds to them any more.
void finish_nodes(Writing& writing);

}  // namespace vitruvian::gltf
