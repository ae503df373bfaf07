// State shared by the steps of writing one glTF file from scratch. Only included in this folder.
// The steps run in the order of declaration.
//
// Node i of the file is node i of the document. They are followed by nodes that glTF needs and the document
// does not have ("carriers"): for a rigid mesh with a transform relative to its node (the Segments of H-Anim:
// one node each, named after the segment), for skinned meshes whose own node is not where the world is (at the top
// level: a node's transform has no effect on its skin, but F3D and assimp apply it), for cameras and lights. A local transform with a shear, which a glTF node cannot have,
// becomes two nodes: T R SR S for the parent, SR^-1 for the child, whose product is the same matrix.
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

/// The node that turns a figure to face the front.
inline constexpr const char* front_node_name = "front";

/// A node of the file, before it is converted to JSON.
struct NodeOut {
    std::string name;
    int parent = -1;
    Transform local;  // without a scale orientation
    int mesh = -1;
    int skin = -1;
    int camera = -1;
    int light = -1;
    std::vector<float> weights;   // per morph target of the mesh
    std::vector<int> displacers;  // per morph target: index into Document::displacers
    OrderedJson constraint;       // VRMC_node_constraint
};

/// A primitive in the file, and the document mesh that it stores.
struct PrimitiveOut {
    int node = -1;             // of the file
    std::size_t instance = 0;  // into Document::meshes
};

/// A skin in the file.
struct SkinOut {
    std::vector<int> asked;   // nodes of the document
    std::vector<int> joints;  // nodes of the file
    std::vector<mat4> inverse_bind;
};

/// The parts of the document that belong to one humanoid.
struct HumanoidParts {
    std::vector<std::pair<std::size_t, std::size_t>> primitives;  // [begin, end) per mesh node
    std::vector<std::size_t> displacers;
    std::vector<std::size_t> nodes;  // the humanoid's node and all its descendants
};

struct Writing {
    const Document& document;
    const SaveOptions& options;
    Diagnostics& notes;
    OrderedJson root = OrderedJson::object();
    BinWriter bin = {};
    std::set<std::string> extensions = {};

    std::vector<Transform> local = {};  // per document node, in the pose that the file stores
    std::vector<NodeOut> nodes = {};
    std::vector<int> file_node = {};   // per document node
    std::vector<int> posed_node = {};  // per document node: the file's node that holds its T, R and S
    std::vector<int> carriers = {};    // nodes that the document does not have
    std::vector<int> image = {};       // per document image, or -1
    std::vector<PrimitiveOut> primitives = {};
    std::vector<SkinOut> skins = {};
    std::vector<int> animation = {};   // per document clip, or -1
    std::set<int> skinned_nodes = {};  // the joints of the first `skins_seen` of `skins`
    std::size_t skins_seen = 0;
    std::vector<HumanoidParts> parts = {};  // per humanoid, once one of them is written
    quat turn = identity_quat;              // of everything in the file
    std::set<std::string> names = {};       // names of nodes that are taken
    // For figures written as EXT_skeleton_humanoid requires (see Conformed); empty where there is none.
    std::vector<bool> conforms = {};                 // per humanoid
    std::vector<std::optional<mat4>> bind = {};      // per document node
    std::vector<std::vector<int>> also_joints = {};  // per humanoid

    int add(const char* list, OrderedJson element);
    int add_node(NodeOut node);
    int add_carrier(NodeOut node);
    void note(const std::string& code, const std::string& message);
};

/// Returns the world matrix of a node of the document in the pose of the file.
[[nodiscard]] mat4 world_from_node(const Writing& writing, int node);
/// Writes the nodes of the document, and those that a shear needs.
void write_nodes(Writing& writing);
/// Writes cameras for viewpoints and lights (KHR_lights_punctual), and notes a background.
void write_cameras_and_lights(Writing& writing);
void write_images(Writing& writing);
void write_materials(Writing& writing);
/// Returns the factor of KHR_materials_emissive_strength that a material is written with, 1 without the extension.
[[nodiscard]] float emissive_strength(const Material& material);
/// Adds a textureInfo under `key`, where there is a texture.
void add_texture(Writing& writing, OrderedJson& owner, const char* key, const TextureUse& use,
                 const char* factor_name = nullptr, float factor = 1.0F);
/// Clamps to 0 .. 1, as the schema requires of factors.
[[nodiscard]] inline float share(float value) {
    return std::clamp(value, 0.0F, 1.0F);
}
/// Adds KHR_materials_* and VRMC_materials_mtoon of a material.
void add_layers(Writing& writing, const Material& material, OrderedJson& json);
/// Adds KHR_materials_variants of a primitive.
void add_variant_materials(Writing& writing, const MeshInstance& instance, OrderedJson& primitive);
/// Writes the names of KHR_materials_variants.
void write_variants(Writing& writing);
/// Writes meshes with their skins; each displacer as a morph target of every mesh that it moves.
void write_meshes(Writing& writing);
/// Writes one primitive's geometry, without a material. `still` is the skin's joint for vertices without
/// influences.
[[nodiscard]] OrderedJson write_primitive(Writing& writing, const MeshInstance& instance, int still);
/// Adds JOINTS_n and WEIGHTS_n of a skinned mesh; `still` as in write_primitive.
void add_influences(Writing& writing, const Mesh& mesh, int still, OrderedJson& attributes);
/// Writes a morph target's offsets of positions or normals as an accessor.
[[nodiscard]] int add_offsets(Writing& writing, const Mesh& mesh, const MorphTarget& target,
                              const std::vector<vec3>& offsets);
/// Returns a morph target as JSON.
[[nodiscard]] OrderedJson target_json(Writing& writing, const Mesh& mesh, const MorphTarget& target,
                                      bool with_normals);
/// Returns the index in the file of a skin with these joints (nodes of the document).
[[nodiscard]] int write_skin(Writing& writing, const std::string& name, const std::vector<int>& joints,
                             const std::vector<mat4>& inverse_bind);
void write_animations(Writing& writing);
/// Writes the humanoid extensions that `options` ask for. Error where the figure does not meet their
/// requirements.
[[nodiscard]] Result<void> write_humanoids(Writing& writing);

// Parts of write_humanoids, for a file that is changed in place.

/// Whether a figure has data that only VITRUVIAN_hanim can store.
[[nodiscard]] bool has_joint_data(const Humanoid& humanoid);
/// Writes a skin of all joints, bound in the rest pose, unless other skins have them all: so that every bone
/// is a joint, as EXT_skeleton_humanoid requires, and programs find the figure. No mesh uses it.
void write_skeleton_skin(Writing& writing, const Humanoid& humanoid);
/// Returns an element of humanoidSkeletons. `is_first`: with VITRUVIAN_hanim's members that describe the
/// whole file.
[[nodiscard]] OrderedJson ext_skeleton(Writing& writing, int humanoid, bool is_first);
/// Returns the first figure as VRMC_vrm or as KHR_character.
[[nodiscard]] Result<void> write_vrm_or_character(Writing& writing, HumanoidExtension wanted);
/// Whether VRMC_vrm has an expression of this name as "preset" or as "custom".
[[nodiscard]] const char* expression_group(const std::string& name);
/// Returns the clip's animation, or -1 where nothing of it can be written.
[[nodiscard]] int write_animation(Writing& writing, const Clip& clip);

/// Converts the nodes and the scene to JSON, after all nodes have been added.
void finish_nodes(Writing& writing);

}  // namespace vitruvian::gltf
