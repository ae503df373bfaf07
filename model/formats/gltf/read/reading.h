// State shared by the steps of reading one glTF file. Only included in this folder.
// The steps run in the order of declaration; each leaves the parts of the document that exist so far valid.
#pragma once

#include "model/document/document.h"
#include "model/formats/gltf/read/data.h"
#include "model/formats/gltf/read/json_tree.h"
#include "model/formats/gltf/read/places.h"
#include "model/formats/gltf/read/tiny.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vitruvian::gltf {

/// A skin whose joints are document nodes; null `skin`: broken, its meshes stay rigid.
struct SkinRead {
    std::shared_ptr<const Skin> skin;
    int skeleton = -1;  // document node, -1 where not given
};

struct Reading {
    const std::string& file;
    const std::filesystem::path& folder;
    const LoadOptions& options;
    Diagnostics& diagnostics;
    const JsonValue& root;  // checked, see check_json
    tiny::Model scene;      // nodes, scenes, skins, materials, textures, samplers, cameras
    Data data;
    Document document;

    std::vector<int> document_node;                      // per glTF node
    std::vector<bool> is_shown;                          // per glTF node: whether its meshes are visible
    std::vector<SkinRead> skins;                         // per glTF skin
    std::map<int, std::vector<int>> displacers_of_node;  // document node to displacers, one per morph target
    std::map<const Skin*, int> skin_index;
    Places places;  // filled once the figures are found, except for meshes and animations

    /// Returns an element of a list of the checked JSON, or a null value.
    [[nodiscard]] const JsonValue& element(const char* list, std::size_t index) const;
    void warn(const std::string& code, const std::string& message, const std::string& pointer);
    [[nodiscard]] bool is_cancelled() const { return options.cancel != nullptr && options.cancel->load(); }
    void progress(float share) const {
        if (options.progress != nullptr) options.progress->store(share);
    }
};

/// Reads all nodes of the file, those of the default scene first, parents before children. Returns an Error
/// for cycles and for trees deeper than the limit; a node with two parents stays with the first. Also sets
/// which nodes are shown.
[[nodiscard]] Result<void> read_nodes(Reading& reading);
void read_cameras(Reading& reading);
/// Reads lights of KHR_lights_punctual; an intensity of 1 lights a white surface to white, as in VRML
/// (light_units.h).
void read_lights(Reading& reading);

/// Reads images as encoded bytes, and materials.
void read_images(Reading& reading);
void read_materials(Reading& reading);
/// Returns an emission, in linear light, times the strength that the material's extensions give it.
[[nodiscard]] vec3 with_strength(const JsonValue& material, const vec3& emission);
/// Reads the textureInfo under `key` of an extension's object at `pointer`; none where it is not usable.
[[nodiscard]] TextureUse read_texture(Reading& reading, const JsonValue& owner, const char* key,
                                      const std::string& pointer);
/// Returns the use of a texture by its index, with the first set of texture coordinates.
[[nodiscard]] TextureUse texture_at(Reading& reading, int texture, const std::string& pointer);
/// Returns an element of a list of numbers, or `otherwise` where it is missing or not finite.
[[nodiscard]] float element_or(const JsonValue* list, std::size_t index, float otherwise);
/// The first three elements.
[[nodiscard]] vec3 vector_or(const JsonValue* list, const vec3& otherwise);
/// Applies KHR_materials_* to material `index`; warns of each material extension that is not shown.
void apply_layers(Reading& reading, std::size_t index, Material& material);
/// Applies VRM's toon shading to material `index`.
void apply_toon(Reading& reading, std::size_t index, Material& material);
/// Converts VRM 0.x's render queues to those of VRM 1.0 (renderQueueOffsetNumber), after all materials are
/// read: materials that write depth are numbered from 0 upwards, the others up to 0.
void apply_render_queues(Reading& reading);
/// Reads the names of KHR_materials_variants.
void read_variants(Reading& reading);
/// The materials of a primitive per variant; empty where it has its own in all of them.
[[nodiscard]] std::vector<int> variant_materials(const Reading& reading, const JsonValue& primitive);

void read_skins(Reading& reading);
/// Reads meshes, an instance for every primitive of every node with a mesh, and displacers.
[[nodiscard]] Result<void> read_meshes(Reading& reading);
/// Returns the name of a morph target without a name: "morph 3".
[[nodiscard]] std::string unnamed_target(std::size_t target);
/// Reads one primitive's geometry; null where it cannot be drawn. Influences are read where `joint_count` >
/// 0.
[[nodiscard]] std::shared_ptr<Mesh> read_primitive(Reading& reading, std::size_t mesh, std::size_t primitive,
                                                   std::size_t joint_count);
/// Reads all JOINTS_n and WEIGHTS_n of a primitive as rows of `mesh`; weights are normalized to sum to 1.
void read_influences(Reading& reading, const JsonValue& attributes, const std::string& pointer,
                     std::size_t joint_count, Mesh& mesh);

[[nodiscard]] Result<void> read_animations(Reading& reading);

/// Reads humanoids from skins and extensions; sets MeshInstance::humanoid, Displacer::humanoid and
/// Node::kind.
void read_humanoids(Reading& reading);
/// Records where meshes, cameras, lights and displacers are in the file.
void note_places(Reading& reading);
/// Restores H-Anim figures from VITRUVIAN_hanim (hanim_extension.h).
void read_hanim(Reading& reading);

}  // namespace vitruvian::gltf
