// The differences between a document and the world it was read from, as edits of the world's text. A
// difference without a field in the file's nodes is an Error, and the file has to be rewritten.
#pragma once

#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/formats/vrml/patch/field_patch.h"
#include "model/formats/vrml/read/opened_world.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace vitruvian::vrml {

/// Returns axis and angle of a unit quaternion (VRML97 5.8), computed in double precision; `unit`: radians
/// per angle unit of the file.
[[nodiscard]] FieldValue rotation_value(const quat& q, double unit);

/// Returns the HAnimMotion or HAnimPose that a clip without a TimeSensor was made from; not valid where the
/// clip's name does not identify it.
[[nodiscard]] NodeRef motion_of_clip(OpenedWorld& opened, const Clip& clip);

class WorldEdits {
  public:
    /// `opened` is the world as in the file, `document` the edited document.
    WorldEdits(OpenedWorld& opened, Encoding encoding, const Document& document, SharedText shared,
               Diagnostics& notes);

    /// Errors: "save-structure" where only rewriting the file can store the change, and those of
    /// FieldPatcher.
    [[nodiscard]] Result<void> make(const Difference& difference);
    [[nodiscard]] Result<TextEdits> finish() { return fields_.finish(); }

  private:
    [[nodiscard]] const Humanoid& humanoid(const Difference& d) const {
        return at(to_->humanoids, d.humanoid);
    }
    [[nodiscard]] const Joint& joint(const Difference& d) const { return at(humanoid(d).joints, d.index); }
    [[nodiscard]] NodeRef node_of(int node) const;
    [[nodiscard]] bool is_transform(NodeRef node) const {
        return opened_->world.kind(node) == WorldNode::transform;
    }
    [[nodiscard]] tl::unexpected<Error> anew(const Difference& difference) const;
    [[nodiscard]] tl::unexpected<Error> no_joint(NodeRef node) const;
    [[nodiscard]] double angle_unit() const { return opened_->root->file->tree.angle_unit; }
    [[nodiscard]] std::optional<vec3> in_file_units(const std::optional<vec3>& limit) const;
    [[nodiscard]] float in_file_units(float angle) const;

    // world_edits.cpp: figures
    [[nodiscard]] std::vector<std::string> edited_info(NodeRef node, const Humanoid& figure);
    [[nodiscard]] Result<void> edit_humanoid(const Difference& difference);
    [[nodiscard]] Result<void> edit_joint(const Difference& difference);
    [[nodiscard]] Result<void> edit_segment(const Difference& difference);
    [[nodiscard]] Result<void> edit_displacer(const Difference& difference);
    [[nodiscard]] Result<void> edit_frame(int node);
    [[nodiscard]] Result<void> set_name(NodeRef node, const std::string& name);
    [[nodiscard]] Result<void> rename_joint(const Difference& difference);
    [[nodiscard]] Result<void> set_limits(const Joint& joint, const Joint& before);
    [[nodiscard]] Result<bool> set_robot_limits(const Joint& joint);
    [[nodiscard]] Result<void> set_box(NodeRef node, const std::optional<Bounds>& box);
    [[nodiscard]] Result<void> set_list(NodeRef node, std::string_view field,
                                        const std::optional<vec3>& value);
    [[nodiscard]] Result<void> set_vector(NodeRef node, std::string_view field, const vec3& value,
                                          std::string_view type = "SFVec3f");
    [[nodiscard]] Result<void> set_rotation(NodeRef node, std::string_view field, const quat& value);
    [[nodiscard]] Result<void> set_number(NodeRef node, std::string_view field, float value);

    // world_edits_meshes.cpp
    [[nodiscard]] Result<void> edit_mesh(const Difference& difference);
    [[nodiscard]] Result<void> set_points(NodeRef coord);
    [[nodiscard]] Result<void> set_normals(const BuiltShape& shape);
    [[nodiscard]] Result<void> set_offsets(int displacer);
    [[nodiscard]] Result<void> set_displacements(NodeRef node,
                                                 const std::function<void(std::uint32_t, vec3&)>& change);
    [[nodiscard]] std::size_t skin_points(int humanoid) const;
    [[nodiscard]] Result<void> set_weights(int humanoid);

    // world_edits_clips.cpp
    struct TrackNumbers {
        std::vector<float> keys;
        std::vector<float> values;
        bool operator==(const TrackNumbers&) const = default;
    };
    [[nodiscard]] Result<void> edit_clip(const Difference& difference);
    /// Returns the keys of an interpolator; nullopt where it cannot store them.
    [[nodiscard]] std::optional<TrackNumbers> track_numbers(const BuiltTrack& track, const Channel& before,
                                                            double seconds_before, const Channel& after,
                                                            double seconds);

    // world_edits_scene.cpp: viewpoints, lights and background
    [[nodiscard]] Result<void> edit_viewpoint(const Difference& difference);
    [[nodiscard]] Result<void> edit_light(const Difference& difference);
    [[nodiscard]] Result<void> edit_light_place(const Difference& difference);
    [[nodiscard]] Result<void> edit_material(const Difference& difference);
    [[nodiscard]] Result<void> edit_sky(const Difference& difference);
    [[nodiscard]] Result<void> set_colors(std::string_view field, const std::vector<vec3>& linear);
    [[nodiscard]] Result<void> set_angles(std::string_view field, const std::vector<float>& angles);
    [[nodiscard]] glm::dmat4 here_from_node(const BuiltPlace& place, int node) const;

    OpenedWorld* opened_;
    FieldPatcher fields_;
    const Document* from_;
    const Document* to_;
    Diagnostics* notes_;
    std::set<int> frames_done_;
    std::set<int> clips_done_;
    std::set<std::uint64_t> geometry_done_;  // points and normals, by NodeRef::key
    std::set<int> displacers_done_;
    std::set<int> skins_done_;                                     // by humanoid
    std::map<std::uint64_t, std::optional<TrackNumbers>> tracks_;  // by the interpolator's NodeRef::key
    bool centre_moved_ = false;
};

}  // namespace vitruvian::vrml
