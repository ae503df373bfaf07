// The differences between a document and the file it was read from, as edits of the file's JSON.
#pragma once

#include "model/document/differences.h"
#include "model/formats/gltf/patch/accessor_places.h"
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

/// Returns VRM 0.x's name of a bone (see vrm1_name in definitions.cpp).
[[nodiscard]] std::string vrm0_name(Bone bone);

class SourceEdits {
  public:
    /// `now` differs from `was` (as read); `traced` is `was` read again with its places in the file.
    SourceEdits(const Document& now, const Document& was, const TracedDocument& traced,
                const Container& container, const SaveOptions& options, Diagnostics& notes);

    /// Skins whose joints were renumbered, so that the weights of all their meshes have to be checked.
    void repair_weights_of(std::set<int> skins) { shrunk_skins_ = std::move(skins); }
    /// An embedded buffer of the file, whose bytes go into the first buffer where that is a file of its own.
    void absorb(int buffer) { absorbed_buffer_ = buffer; }
    /// Fills json() and added_bytes(). Errors as patch_source.
    [[nodiscard]] Result<void> find();
    [[nodiscard]] const JsonEdits& json() const { return json_; }
    /// The edits that the file can store, and those that it cannot.
    [[nodiscard]] const std::vector<Difference>& changes() const { return changes_; }
    [[nodiscard]] const std::vector<Difference>& lost() const { return lost_; }
    /// Whether the options asked for an extension that the file did not have; the pose may then differ.
    [[nodiscard]] bool added_extension() const { return added_extension_; }
    /// The bytes to append to the GLB's binary chunk; empty where they went into a separate buffer.
    [[nodiscard]] std::span<const std::byte> added_bytes() const { return added_; }
    /// In the GLB's binary chunk.
    [[nodiscard]] const std::vector<Overwritten>& overwritten() const { return overwritten_; }
    /// The new bytes of the first buffer, with those added, if it is in a file beside this one; empty:
    /// unchanged.
    [[nodiscard]] const std::vector<std::byte>& changed_buffer() const { return changed_buffer_; }
    /// The document's clips in the order of the saved file: those of the file's own animations first.
    [[nodiscard]] const std::vector<int>& clips_in_file() const { return clips_in_file_; }
    /// How many of them are in animations that the file had, and which of these were edited.
    [[nodiscard]] int kept_clips() const { return kept_clips_; }
    [[nodiscard]] const std::set<int>& edited_clips() const { return edited_clips_; }

  private:
    /// Where an accessor of four values per vertex is in the first buffer; `wide`: bytes per value.
    struct Rows {
        std::size_t begin = 0;
        std::size_t stride = 0;
        std::size_t wide = 0;
        float scale = 0.0F;  // of normalized integers: the one that means 1; 0: these are floats, or indices
    };
    using InfoTags = std::vector<std::pair<std::string, std::string>>;
    [[nodiscard]] const Json& file_node(int node) const;
    [[nodiscard]] int source_of(int node) const;
    [[nodiscard]] std::size_t list_size(const char* list) const;

    [[nodiscard]] Result<void> sort_changes();
    [[nodiscard]] bool edit(const Difference& difference);
    [[nodiscard]] bool edit_material(const Difference& difference);
    void edit_material_name(std::size_t material, const std::string& name);
    void edit_base_color(std::size_t material, const vec4& color);
    void edit_emissive(std::size_t material, const vec3& color);
    [[nodiscard]] bool edit_viewpoint(const Difference& difference);
    [[nodiscard]] bool edit_light(const Difference& difference);
    [[nodiscard]] bool edit_mesh(const Difference& difference);
    [[nodiscard]] bool has_same_vertices(std::size_t mesh) const;
    [[nodiscard]] const Json& primitive_of(std::size_t mesh) const;
    [[nodiscard]] bool edit_segment(const Difference& difference);
    [[nodiscard]] bool edit_figure(const Difference& difference);
    void edit_info(const std::string& pointer, const InfoTags& was, const InfoTags& now);
    [[nodiscard]] bool edit_vrm_info(const Difference& difference);
    void note_missing_author();
    [[nodiscard]] bool edit_bone(const Difference& difference);
    void edit_mapped_bone(const std::string& map, Bone bone, OrderedJson value);
    void edit_vrm0_bone(Bone bone, int source);
    [[nodiscard]] bool edit_expression(const Difference& difference);
    void set_or_remove(const std::string& pointer, bool is_given, OrderedJson value);

    void edit_transform(int file_node, const Transform& from, const Transform& to);
    void edit_nodes();
    void edit_placed_things();
    void edit_skins();
    [[nodiscard]] std::vector<mat4> bind_of_meshes(std::size_t skin) const;
    [[nodiscard]] std::vector<mat4> bind_at_rest(std::size_t skin, const std::vector<mat4>& was,
                                                 const std::vector<mat4>& now) const;
    void edit_weights();
    void replace_weights(const std::vector<std::size_t>& indices);
    [[nodiscard]] bool redefine_accessors(const Json& was, const OrderedJson& attributes, std::size_t users);
    void edit_geometry();
    void scale_lengths();
    void edit_targets(std::size_t index, const std::string& pointer);
    void write_floats(const std::string& pointer, int accessor, std::span<const float> values,
                      std::size_t wide, ViewTarget target);
    void restate_bounds(int accessor, std::span<const float> values, std::size_t wide);
    void overwrite(const std::vector<Overwritten>& made);
    [[nodiscard]] std::optional<Rows> rows_of(const Json& attributes, const std::string& name) const;
    [[nodiscard]] bool overwrite_weights(std::size_t index, int mesh);
    void restate_bounds_of_weights(const Json& attributes, std::size_t sets,
                                   std::span<const std::pair<float, std::uint32_t>> lanes, float scale);
    [[nodiscard]] float weight_at(const Rows& rows, std::size_t vertex, std::size_t lane) const;
    [[nodiscard]] std::uint32_t bits_at(const Rows& rows, std::size_t vertex, std::size_t lane) const;
    [[nodiscard]] Result<void> find_foreign_weights();
    /// True for a file that is written in another format or with another extension: it has to be valid.
    [[nodiscard]] bool is_converted() const;
    void find_repaired_weights();
    void drop_idle_strides();
    void edit_joints();
    void edit_joint(std::size_t humanoid, std::size_t joint);
    [[nodiscard]] std::set<std::size_t> idle_entries(std::size_t humanoid) const;
    void drop_idle_entries(std::size_t humanoid);
    void edit_frame(const std::string& place, int node);
    void edit_names();
    void edit_humanoid_name(std::size_t humanoid);
    void edit_displacers();
    void edit_displacer_name(std::size_t displacer);
    [[nodiscard]] bool has_weights_of_mesh(int node) const;
    void edit_displacer_weight(std::size_t displacer);
    void edit_clips();
    [[nodiscard]] bool edit_animation(std::size_t animation, const Clip& was, const Clip& now);
    void drop_idle_samplers(std::size_t animation, const std::vector<std::size_t>& gone);
    [[nodiscard]] bool rewrite_channels(std::size_t animation, const Clip& was, const Clip& part);
    void rewrite_sampler(const std::string& pointer, const Json& sampler, const OrderedJson& made,
                         const std::vector<float>* times);
    [[nodiscard]] bool has_other_base(const Channel& channel) const;
    [[nodiscard]] std::vector<std::string> targets_of(const Channel& channel) const;
    void split_matrix(int node);
    [[nodiscard]] bool moves_shear(const Difference& difference) const;
    [[nodiscard]] std::string clip_list() const;
    void rename_listed_clip(std::size_t animation, const std::string& name);
    void list_clips(const OrderedJson& listed);
    [[nodiscard]] Result<void> add_extensions();
    [[nodiscard]] int add_front(const quat& turn, const OrderedJson& roots);
    void turn_scenes(const quat& turn);
    void add_definitions();
    void add_hanim_object(std::size_t humanoid);
    [[nodiscard]] std::string definition_of(std::size_t humanoid) const;
    void finish();
    /// The first buffer's copy with what was overwritten, which is then done.
    [[nodiscard]] std::vector<std::byte> take_changed_copy();
    void embed_overwritten();
    void change_buffer_beside();
    void absorb_buffer();

    const Document& now_;
    const Document& was_;
    const TracedDocument& traced_;
    const Container& container_;
    const SaveOptions& options_;
    JsonEdits json_;
    Writing writing_;
    FirstBuffer first_buffer_;
    int absorbed_buffer_ = -1;           // of the file, which goes into the first one
    std::span<const std::byte> buffer_;  // its bytes; empty if they cannot be changed
    AccessorPlaces places_;
    std::vector<std::byte> added_;
    std::vector<std::byte> changed_buffer_;
    std::size_t new_nodes_ = 0;
    std::vector<Difference> changes_;
    std::vector<Difference> lost_;
    std::vector<Overwritten> overwritten_;
    std::set<std::size_t> weighted_;  // meshes whose influences were edited
    std::set<std::size_t> remade_;    // of these, meshes whose weights are wrong in the file
    std::set<std::size_t> reshaped_;  // meshes with edited points, normals or morph target offsets
    std::map<int, std::pair<std::vector<float>, int>> replaced_;  // per accessor: new values, and where
    std::set<int> shrunk_skins_;
    std::vector<int> clips_in_file_;
    int kept_clips_ = 0;
    std::set<int> edited_clips_;
    bool added_extension_ = false;
    bool no_author_ = false;                 // the last author of a VRM file was deleted
    std::set<std::size_t> want_definition_;  // humanoids whose bones no extension of the file maps
    std::vector<std::size_t> want_object_;   // humanoids with joint data but without VITRUVIAN_hanim
};

}  // namespace vitruvian::gltf
