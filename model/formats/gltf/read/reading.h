// What the steps of reading one glTF file share. Only the files of this folder see it.
// The steps run in the order they are declared here; each leaves the document valid as far as it goes.
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

/// A skin whose joints are document nodes; null `skin`: broken, meshes with it stay rigid.
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

    std::vector<int> document_node;                      // of each glTF node
    std::vector<bool> is_shown;                          // of each glTF node: its meshes are to be seen
    std::vector<SkinRead> skins;                         // of each glTF skin
    std::map<int, std::vector<int>> displacers_of_node;  // document node to displacers, one per morph target
    std::map<const Skin*, int> skin_index;
    Places places;  // but for what read_meshes and read_animations need, filled once the figures are found

    /// An element of a list of the checked JSON, or a null value.
    [[nodiscard]] const JsonValue& element(const char* list, std::size_t index) const;
    void warn(const std::string& code, const std::string& message, const std::string& pointer);
    [[nodiscard]] bool is_cancelled() const { return options.cancel != nullptr && options.cancel->load(); }
    void progress(float share) const {
        if (options.progress != nullptr) options.progress->store(share);
    }
};

/// All nodes of the file, those of the default scene first, parents before children. An Error for cycles and
/// for trees deeper than the limit; a node with two parents stays with the first. Says also which are shown.
[[nodiscard]] Result<void> read_nodes(Reading& reading);
void read_cameras(Reading& reading);
/// Lamps of KHR_lights_punctual; an intensity of 1 lights a white surface to white, as in worlds (light_units.h).
void read_lights(Reading& reading);

/// Images as encoded bytes, and materials.
void read_images(Reading& reading);
void read_materials(Reading& reading);
/// The texture of a textureInfo under `key` of an extension's object at `pointer`; none where it is not usable.
[[nodiscard]] TextureUse read_texture(Reading& reading, const JsonValue& owner, const char* key,
                                      const std::string& pointer);
/// The use of a texture by its index, in the first set of coordinates.
[[nodiscard]] TextureUse texture_at(Reading& reading, int texture, const std::string& pointer);
/// An element of a list of numbers, or `otherwise` where it is not there or not finite.
[[nodiscard]] float element_or(const JsonValue* list, std::size_t index, float otherwise);
/// The first three elements.
[[nodiscard]] vec3 vector_or(const JsonValue* list, const vec3& otherwise);
/// What KHR_materials_* say of material `index`; a warning for each extension of materials that is not shown.
void apply_layers(Reading& reading, std::size_t index, Material& material);
/// What VRM says of material `index` beyond glTF: toon surfaces.
void apply_toon(Reading& reading, std::size_t index, Material& material);
/// Numbers VRM 0.x's render queues as VRM 1.0 does (renderQueueOffsetNumber), once all materials are read:
/// those that write depth from 0 upwards, the others up to 0.
void apply_render_queues(Reading& reading);
/// The names of KHR_materials_variants.
void read_variants(Reading& reading);
/// The materials of a primitive in each variant; empty where it has its own in all.
[[nodiscard]] std::vector<int> variant_materials(const Reading& reading, const JsonValue& primitive);

void read_skins(Reading& reading);
/// Meshes, an instance for every primitive of every node with a mesh, and displacers.
[[nodiscard]] Result<void> read_meshes(Reading& reading);
/// What a morph target is called that has no name: "morph 3".
[[nodiscard]] std::string unnamed_target(std::size_t target);
/// One primitive's geometry, or null where it cannot be drawn. Influences are read where `joint_count` > 0.
[[nodiscard]] std::shared_ptr<Mesh> read_primitive(Reading& reading, std::size_t mesh, std::size_t primitive,
                                                   std::size_t joint_count);
/// All JOINTS_n and WEIGHTS_n of a primitive as rows of `mesh`; weights are made to sum to 1.
void read_influences(Reading& reading, const JsonValue& attributes, const std::string& pointer,
                     std::size_t joint_count, Mesh& mesh);

[[nodiscard]] Result<void> read_animations(Reading& reading);

/// Humanoids from skins and extensions; fills MeshInstance::humanoid, Displacer::humanoid and Node::kind.
void read_humanoids(Reading& reading);
/// Where meshes, cameras, lights and displacers stand in the file.
void note_places(Reading& reading);
/// H-Anim figures become again what VITRUVIAN_hanim says of them (hanim_extension.h).
void read_hanim(Reading& reading);

}  // namespace vitruvian::gltf
