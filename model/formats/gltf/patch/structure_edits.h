// Nodes, skin joints, morph targets and materials that were added, removed or reparented since the file was
// read, and the extensions that refer to them, as edits of the file's JSON. New nodes are appended, so that
// only removed nodes renumber others. SourceEdits handles the contents of nodes, skins and targets that stay.
#pragma once

#include "model/document/list_match.h"
#include "model/formats/gltf/patch/json_edits.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/places.h"
#include "model/formats/gltf/write/writing.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vitruvian::gltf {

/// Whether the two documents differ in any of these.
[[nodiscard]] bool changes_structure(const Document& was, const Document& now, const Places& places);

class StructureEdits {
  public:
    /// `now` has as many meshes, cameras, lights and humanoids as `was`, the document as read; `traced` is
    /// `was` with its places in the file. Nodes with the same `source_index` are the same node.
    StructureEdits(const Document& now, const Document& was, const TracedDocument& traced,
                   const Container& container, const SaveOptions& options, Diagnostics& notes);

    /// Finds all edits. Errors: "save-structure" where only rewriting the file can store the change.
    [[nodiscard]] Result<void> find();
    [[nodiscard]] const JsonEdits& json() const { return json_; }
    /// The bytes to append to the GLB's binary chunk.
    [[nodiscard]] std::span<const std::byte> added_bytes() const { return added_; }
    /// Per node of the document: its index in the file.
    [[nodiscard]] const std::vector<int>& node_numbers() const { return numbers_; }

    /// Skins whose joints were renumbered, so that the weights of all their meshes have to be checked.
    [[nodiscard]] const std::set<int>& shrunk_skins() const { return shrunk_skins_; }

    /// A node that is only in the file: it was removed from the document but still carries a mesh, camera or
    /// light; or it was added for the mesh, camera or light of a joint that was moved without it (see
    /// move_centre.h).
    struct Carrier {
        int number = -1;  // in the saved file
        int before = -1;  // carried the mesh, camera or light in the file as read
        int parent = -1;  // of the document; -1: the world
        mat4 local{1.0F};
    };
    [[nodiscard]] const std::vector<Carrier>& carriers() const { return carriers_; }
    /// Returns the file's node that carries the document's mesh, camera or light after saving.
    [[nodiscard]] int node_of_mesh(std::size_t mesh) const;
    [[nodiscard]] int node_of_camera(std::size_t camera) const;
    [[nodiscard]] int node_of_light(std::size_t light) const;

  private:
    using Id = int;  // a node's index in the file as read; new nodes are numbered after these

    [[nodiscard]] bool is_as_written() const;
    [[nodiscard]] tl::unexpected<Error> refuse(const std::string& what) const;
    [[nodiscard]] const Json& list(const char* key) const;
    [[nodiscard]] Id id_of(int node) const;      // of the document
    [[nodiscard]] Id id_before(int node) const;  // of the document as read
    [[nodiscard]] int number_of(Id id) const;    // in the saved file
    [[nodiscard]] bool is_gone(Id id) const;
    [[nodiscard]] Id successor_of(Id id) const;
    void set_number(const std::string& pointer, Id id);
    [[nodiscard]] Id load_of(Id id, bool of_camera) const;  // the node that carries its load after saving

    // structure_edits.cpp: nodes
    void number_nodes();
    [[nodiscard]] Result<void> find_parents();
    void find_loads();
    void edit_children();
    void edit_scenes();
    void add_nodes();
    void add_loads();

    // structure_edits_references.cpp
    [[nodiscard]] Result<void> edit_references();
    void edit_pointers_of_channels();
    void remove_still_animations();

    // structure_edits_skins.cpp
    [[nodiscard]] Result<void> edit_skins();
    [[nodiscard]] Result<void> edit_skin(std::size_t skin, std::size_t mesh);
    [[nodiscard]] Result<void> edit_unused_skin(std::size_t skin);
    void write_bind(std::size_t skin, const std::vector<mat4>& bind);

    // structure_edits_targets.cpp
    /// The morph targets of one mesh of the file that are removed and added.
    struct TargetChange {
        std::vector<int> gone;   // ascending
        std::vector<int> fresh;  // displacers that are added
        std::vector<int> nodes;  // that have the mesh
        int count = 0;           // of targets before
        bool operator==(const TargetChange& other) const {
            return gone == other.gone && fresh == other.fresh;
        }
    };
    [[nodiscard]] Result<void> edit_displacers();
    [[nodiscard]] Result<void> find_target_changes();
    void edit_list(const std::string& pointer, const Json* list, const TargetChange& change,
                   const std::vector<OrderedJson>& fresh);
    void edit_mesh_targets(int mesh, const TargetChange& change);
    void edit_weight_channels(int mesh, const TargetChange& change);
    [[nodiscard]] std::vector<float> weights_of(const Clip& clip, const TargetChange& change, int node,
                                                std::size_t keys, std::size_t parts) const;
    [[nodiscard]] Result<void> edit_target_references();

    // structure_edits_materials.cpp
    [[nodiscard]] Result<void> edit_materials();
    void renumber_materials(const std::vector<int>& number, const std::vector<int>& kept);

    // structure_edits_hanim.cpp
    [[nodiscard]] Result<void> edit_hanim();
    void edit_hanim_joints(std::size_t humanoid);
    [[nodiscard]] Result<void> edit_hanim_segments(std::size_t humanoid);
    void edit_hanim_sites(std::size_t humanoid);
    void edit_hanim_displacers(std::size_t humanoid);
    [[nodiscard]] OrderedJson listed_vertices(int node, int displacer) const;
    void set_segment(const std::string& pointer, const Json& element, int segment);
    [[nodiscard]] OrderedJson frame_json(int node) const;

    const Document& now_;
    const Document& was_;
    const TracedDocument& traced_;
    const Container& container_;
    JsonEdits json_;
    Writing writing_;
    std::vector<std::byte> added_;
    std::vector<int> numbers_;
    std::vector<Carrier> carriers_;

    std::size_t count_ = 0;       // number of nodes in the file
    std::vector<int> node_;       // per file node: the document's node as read; -1: folded away
    std::vector<int> kept_;       // per file node: the document's node; -1: removed, or folded away
    std::vector<int> number_;     // per file node: its new index; -1: removed
    std::vector<int> new_nodes_;  // of the document, in the order of their indices
    struct Load {
        Id from = -1;
        Transform local;
        bool camera_alone = false;
    };
    std::vector<Load> loads_;     // that get nodes of their own, after the document's new nodes
    std::vector<Id> old_parent_;  // per file node
    std::vector<Id> parent_;      // per Id
    bool renumbers_ = false;
    std::set<int> shrunk_skins_;
    std::set<std::string> gone_;  // animation channels that are removed
    ListMatch displacers_;
    std::map<int, TargetChange> targets_;  // per mesh whose targets change
    std::vector<int> joint_place_;  // per joint of the current humanoid: its new index in VITRUVIAN_hanim
    std::vector<int> segment_place_;
};

}  // namespace vitruvian::gltf
