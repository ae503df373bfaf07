// What the parts of the comparison of rigs share. Only the files of this folder see it.
#pragma once

#include "model/core/at.h"
#include "model/pose/pose.h"
#include "model/rig_diff/pairing.h"
#include "model/rig_diff/rig_diff.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {
class ClipPlayer;
}

namespace vitruvian::rig_diff {

// float32 quaternions tell angles apart no better than this.
constexpr double finest_turn = 1e-3;

/// Of a frame, without its scale; of a mirrored one that of its opposite.
[[nodiscard]] quat rotation_of(const mat4& frame);

/// Empty for -1.
[[nodiscard]] std::string name_of_node(const Document& document, int node);
/// What readers of worlds give to a shape without an Appearance.
[[nodiscard]] bool is_made_up_material(const Document& document, std::string_view name);
/// Empty where the file gives none.
[[nodiscard]] std::string name_of_material(const Document& document, const MeshInstance& mesh);

template <class Things>
[[nodiscard]] std::vector<std::string> names_of(const Things& things) {
    std::vector<std::string> out;
    for (const auto& thing : things) out.push_back(thing.name);
    return out;
}

/// Which vertices some face, line or point of the mesh uses; formats differ in whether they keep the others.
[[nodiscard]] std::vector<bool> used_vertices(const Mesh& mesh);

/// What a joint called `name` was called before it got one of H-Anim's names, which a world's info keeps; where `other` is
/// no H-Anim figure, also without the "x_" that H-Anim has before other names.
[[nodiscard]] std::string own_name(const Humanoid& figure, const Humanoid& other, const std::string& name);

/// One of the two documents, at rest.
struct Rig {
    /// `as_bound`: a figure's rest is the pose that its skins are bound in, as in a world.
    Rig(const Document& source, bool as_bound);

    const Document& document;
    Skeleton skeleton;
    Pose rest;
    std::vector<mat4> world;
    std::vector<int> carrier;                 // of each node: the nearest joint at or above it; -1: none
    std::vector<std::vector<vec3>> vertices;  // of each mesh at rest, in the world, without displacers
    std::vector<char> is_paired;              // of each mesh: the other document has it, too

    [[nodiscard]] const Humanoid& humanoid(int index) const { return at(document.humanoids, index); }
    [[nodiscard]] vec3 position(int node) const { return vec3(at(world, node)[3]); }
    /// Of a node at rest, without scale.
    [[nodiscard]] quat orientation(int node) const;
    /// What the file's pose adds to a node at rest.
    [[nodiscard]] Transform stored(int node) const;
};

/// Which joint of the second figure each of the first is.
struct JointMatch {
    std::vector<int> second_of_first;  // index into the second humanoid's joints; -1: removed
    std::vector<int> first_of_second;  // -1: added
    std::vector<int> first_parents;    // see parents_of_joints
    std::vector<int> second_parents;
};

/// By name first; what is left by H-Anim's names of other versions, by the bone that both are, then by place and hierarchy
/// under the same parent: the nearest joint at rest, within a fiftieth of the figure's size, else one above the same child.
[[nodiscard]] JointMatch match_joints(const Rig& first, const Rig& second, int humanoid);

/// Indices of what is the same in two lists.
using Pairs = std::vector<std::pair<int, int>>;

/// By name and by how alike they are at rest: the share of their points that are within `width` of the other's, or half
/// where they are of one make in different places; a little less where their materials have other names.
[[nodiscard]] Pairs match_meshes(const Rig& first, const Rig& second, float width);

class Comparison {
  public:
    Comparison(const Document& first, const Document& second, double tolerance);

    /// Before all else: what displacers move is compared on meshes that both have.
    void pair_meshes();
    void compare_figure(int humanoid);
    void compare_meshes();
    void compare_clips();
    void compare_materials();
    [[nodiscard]] std::vector<RigChange> take() { return std::move(changes_); }

  private:
    void compare_joints(int humanoid, const JointMatch& match);
    void compare_joint(int humanoid, const JointMatch& match, int before, int after);
    void compare_limit_frames(const std::string& name, const Joint& first, const Joint& second);
    void compare_stretch(const std::string& name, int first, int second);
    void compare_standard(const Humanoid& first, const Humanoid& second);
    void compare_segments(int humanoid);
    void compare_sites(int humanoid);
    void compare_displacers();
    void compare_bones(int humanoid);
    void compare_info(int humanoid);
    void compare_viewpoints();
    void compare_mesh(int before, int after);
    void compare_material_names(const MeshInstance& before, const MeshInstance& after);
    [[nodiscard]] Pairs match_materials() const;
    [[nodiscard]] const Pairs& displacer_pairs();
    [[nodiscard]] Pairs match_segments(int humanoid) const;
    [[nodiscard]] Pairs match_sites(int humanoid) const;
    [[nodiscard]] std::vector<std::string> names_of_sites(bool is_first, int humanoid) const;
    [[nodiscard]] Pairs match_clips() const;
    void compare_material(int before, int after);
    void compare_pictures(const Material& before, const Material& after);
    void compare_surface(const Material& before, const Material& after);
    void compare_attributes(int before, int after);
    void tell_unlike_attribute(const MeshInstance& before, const MeshInstance& after, std::string_view field,
                               const std::vector<std::uint32_t>& vertices);
    void compare_offsets(int before, int after);
    void compare_points(int before, int after);
    void compare_weights(int before, int after);
    void tell_weights(const std::string& mesh,
                      const std::map<std::uint32_t, std::map<int, float>>& reweighted, float finest);
    struct MovedNode {
        int first = -1;
        int second = -1;
        bool is_topmost = false;  // a joint that has no joint above it
        bool is_rehung = false;   // it, or what is above it, has another parent
    };
    [[nodiscard]] std::vector<MovedNode> moved_nodes() const;
    [[nodiscard]] bool has_same_rest(const MovedNode& node) const;
    [[nodiscard]] std::array<double, 3> turns_apart(const std::vector<mat4>& first,
                                                    const std::vector<mat4>& second, double own,
                                                    const MovedNode& node) const;
    [[nodiscard]] double own_turns_apart(const Pose& first, const Pose& second, const MovedNode& node) const;
    [[nodiscard]] std::vector<MovedNode> still_nodes(const ClipPlayer& first, const ClipPlayer& second,
                                                     std::vector<MovedNode> all) const;
    [[nodiscard]] Pairs moved_displacers(const Clip& first, const Clip& second);
    void compare_length(const Clip& before, const Clip& after);
    void compare_motion(int before, int after, const std::vector<MovedNode>& nodes);
    void compare_channels(int before, int after);

    RigChange& add(RigPart part, std::string name, RigChangeKind kind, std::string field = {});
    /// Adds a change where the two differ by more than the tolerance times `scale`.
    void numbers(RigPart part, const std::string& name, std::string_view field,
                 const std::optional<vec3>& before, const std::optional<vec3>& after, std::string_view unit,
                 double scale = 1.0);
    /// Tells of numbers that are farther apart than `least`.
    void number(RigPart part, const std::string& name, std::string_view field, double before, double after,
                std::string_view unit, double least);
    void turn(RigPart part, const std::string& name, std::string_view field, const quat& before,
              const quat& after);
    void words(RigPart part, const std::string& name, std::string_view field, const std::string& before,
               const std::string& after);
    /// Tells what only one of the lists has, by its names, and gives the indices of what is in both.
    [[nodiscard]] Pairs paired(RigPart part, const std::vector<std::string>& before,
                               const std::vector<std::string>& after, const Pairs& pairs);
    void renamed(RigPart part, const std::string& before, const std::string& after);
    /// How far a point may be from itself in the other file: of their size, as skinning in float32 is exact.
    [[nodiscard]] float point_width() const;
    /// Both are of the kind of formats whose joints lie in the same axes: then the parents can be compared.
    [[nodiscard]] bool has_same_axes() const;
    /// Both are of formats that say the same things: what only some formats can say is compared.
    [[nodiscard]] bool is_one_family() const;
    /// Whether a node keeps its place, or its turn, in the frame of a node above it: it went along with that.
    [[nodiscard]] bool goes_along(int first, int second, int first_above, int second_above) const;
    [[nodiscard]] bool turns_along(int first, int second, int first_above, int second_above) const;
    /// The first's nodes as the second's stand, those that only it has where that takes them.
    [[nodiscard]] std::vector<mat4> world_along() const;
    /// The vertices of a mesh of the first at rest; where those of the second are there if its nodes stand as the second's
    /// do, so.
    [[nodiscard]] std::vector<vec3> vertices_along(int before, int after) const;
    /// The node of the second document that a node of the first became; -1: none known.
    [[nodiscard]] int second_node(int node) const { return node < 0 ? -1 : at(second_of_node_, node); }

    Rig first_;
    Rig second_;
    double tolerance_;
    double length_ = 1.0;  // what the tolerance of lengths is multiplied by
    int figure_ = 0;
    std::vector<int> second_of_node_;
    Pairs mesh_pairs_;
    Pairs material_pairs_;
    std::optional<Pairs> displacer_pairs_;
    std::vector<RigChange> changes_;
};

}  // namespace vitruvian::rig_diff
