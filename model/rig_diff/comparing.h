// Shared parts of the rig comparison. Private to model/rig_diff.
#pragma once

#include "model/core/at.h"
#include "model/pose/pose.h"
#include "model/rig_diff/clip_deviation.h"
#include "model/rig_diff/pairing.h"
#include "model/rig_diff/rig_diff.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {
class ClipPlayer;
}

namespace vitruvian::rig_diff {

// Angular resolution of float32 quaternions.
constexpr double finest_turn = 1e-3;
// Lengths are compared as if all figures had it, in metres.
constexpr double nominal_height = 1.75;

/// Returns the rotation of a frame, without its scale; for a mirrored one that of its negative.
[[nodiscard]] quat rotation_of(const mat4& frame);

/// Empty for -1.
[[nodiscard]] std::string name_of_node(const Document& document, int node);
/// True for a material created by VRML/X3D readers for a shape without an Appearance.
[[nodiscard]] bool is_made_up_material(const Document& document, std::string_view name);
/// Empty if the file gives none.
[[nodiscard]] std::string name_of_material(const Document& document, const MeshInstance& mesh);

template <class Things>
[[nodiscard]] std::vector<std::string> names_of(const Things& things) {
    std::vector<std::string> out;
    for (const auto& thing : things) out.push_back(thing.name);
    return out;
}

/// Returns which vertices are used by a face, line or point of the mesh; formats differ in whether they keep
/// the others.
[[nodiscard]] std::vector<bool> used_vertices(const Mesh& mesh);

/// Returns the name that joint `name` had before it got an H-Anim name, as stored in the info of VRML/X3D
/// files; if `other` is not an H-Anim figure, also without H-Anim's prefix "x_" for other names.
[[nodiscard]] std::string own_name(const Humanoid& figure, const Humanoid& other, const std::string& name);

/// One of the two documents, at rest.
struct Rig {
    /// `as_bound`: a figure's rest is its skins' bind pose, as in VRML/X3D.
    Rig(const Document& source, bool as_bound);

    const Document& document;
    Skeleton skeleton;
    Pose rest;
    std::vector<mat4> world;
    std::vector<int> carrier;                 // for each node: the nearest joint at or above it; -1: none
    std::vector<std::vector<vec3>> vertices;  // for each mesh at rest, in the world, without displacers
    std::vector<std::vector<bool>> used;      // for each mesh: see used_vertices
    std::vector<char> is_paired;              // for each mesh: the other document has it, too

    [[nodiscard]] const Humanoid& humanoid(int index) const { return at(document.humanoids, index); }
    [[nodiscard]] vec3 position(int node) const { return vec3(at(world, node)[3]); }
    /// Rotation of a node at rest, without scale.
    [[nodiscard]] quat orientation(int node) const;
    /// The file's pose of a node, relative to rest.
    [[nodiscard]] Transform stored(int node) const;
    /// True for the root of a motion file that has no place but in the motion: it rests where that begins.
    [[nodiscard]] bool rests_where_motion_begins(int node) const;
};

/// Joints of motion files have no axes of their own, and few things names.
[[nodiscard]] bool is_motion_file(const Rig& rig);

/// Maps joints of the first figure to those of the second.
struct JointMatch {
    std::vector<int> second_of_first;  // index into the second humanoid's joints; -1: removed
    std::vector<int> first_of_second;  // -1: added
    std::vector<int> first_parents;    // see parents_of_joints
    std::vector<int> second_parents;
};

/// Matches by names that both have equally often; the rest by H-Anim names of other versions, by the same place
/// under the same parent, by bone, then by position and hierarchy under the same parent: the nearest joint at
/// rest, within a fiftieth of the figure's size, else one above the same child, else in their order.
[[nodiscard]] JointMatch match_joints(const Rig& first, const Rig& second, int humanoid);

/// Indices of matching elements of two lists.
using Pairs = std::vector<std::pair<int, int>>;

/// Matches by name and by similarity at rest: the fraction of points that are within `width` of the other's,
/// or half if they have the same topology at different positions; slightly less if their material names or the
/// joints that carry them differ. `second_of_node`: the second rig's node for each of the first's; -1: none.
[[nodiscard]] Pairs match_meshes(const Rig& first, const Rig& second, const std::vector<int>& second_of_node,
                                 float width);

/// A document with all lengths multiplied by a factor, and the single change that this is.
struct ScaledRig {
    Document document;
    RigChange change;
};
[[nodiscard]] ScaledRig scaled_by(const Document& document, double factor);

struct Reach;

class Comparison {
  public:
    Comparison(const Document& first, const Document& second, double tolerance);

    /// Returns the factor that most distances between joints were multiplied by, rounded to 6 digits; nullopt if
    /// there is none, or if it is 1 within the tolerance.
    [[nodiscard]] std::optional<double> uniform_scale() const;
    /// First step: displacers are compared on meshes that both have.
    void pair_meshes();
    void compare_figure(int humanoid);
    void compare_displacers();
    void compare_viewpoints();
    void compare_meshes();
    void compare_clips();
    void compare_materials();
    [[nodiscard]] std::vector<RigChange> take() { return std::move(changes_); }

  private:
    void match_figures();
    void compare_joints(int humanoid, const JointMatch& match);
    void compare_joint(int humanoid, const JointMatch& match, int before, int after);
    void compare_limit_frames(const std::string& name, const Joint& first, const Joint& second);
    void compare_stretch(const std::string& name, int first, int second);
    void compare_standard(const Humanoid& first, const Humanoid& second);
    void compare_segments(int humanoid);
    void compare_sites(int humanoid);
    /// `paired`: indices of the rig's displacers that the other one has.
    void report_unpaired_displacers(const Rig& rig, const std::set<int>& paired, RigChangeKind kind);
    void compare_bones(int humanoid);
    void compare_info(int humanoid);
    [[nodiscard]] mat4 along_to(const Viewpoint& before, const Viewpoint& after, const mat4& stood,
                                const mat4& stands) const;
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
    void compare_wrapping(const Material& before, const Material& after);
    void compare_surface(const Material& before, const Material& after);
    void compare_attributes(int before, int after);
    void report_unlike_attribute(const MeshInstance& before, const MeshInstance& after,
                                 std::string_view field, const std::vector<std::uint32_t>& vertices);
    void compare_offsets(int before, int after);
    void compare_points(int before, int after, const Reach& a, const Reach& b);
    void compare_weights(int before, int after);
    void report_weights(const std::string& mesh,
                        const std::map<std::uint32_t, std::map<int, float>>& reweighted, float finest);
    struct MovedNode {
        int first = -1;
        int second = -1;
        int carrier = -1;         // in the first document: the joint above it in both
        bool is_topmost = false;  // without an ancestor joint
        bool is_rehung = false;   // it, or one of its ancestors, has another parent
    };
    /// How far two clips move one node apart, see take_forms().
    struct NodeDeviation {
        std::array<Widest, 3> turn;
        std::array<Widest, 3> travel;
        std::array<Widest, 3> stretch;
    };
    /// Returns the joints and sites that are in both, and the nodes of rigid meshes.
    [[nodiscard]] std::vector<MovedNode> moved_nodes() const;
    [[nodiscard]] bool has_same_rest(const MovedNode& node) const;
    [[nodiscard]] std::array<double, 3> turns_apart(const std::vector<mat4>& first,
                                                    const std::vector<mat4>& second, double own,
                                                    const MovedNode& node) const;
    void take_place(const std::vector<mat4>& first, const std::vector<mat4>& second, const MovedNode& node,
                    double time, NodeDeviation& out) const;
    [[nodiscard]] double own_turns_apart(const Pose& first, const Pose& second, const MovedNode& node) const;
    struct StillPart {
        MovedNode node;
        ChannelPath path;
    };
    [[nodiscard]] std::vector<StillPart> still_parts(const ClipPlayer& first, const ClipPlayer& second,
                                                     const std::vector<MovedNode>& nodes) const;
    [[nodiscard]] Pairs moved_displacers(const Clip& first, const Clip& second);
    void compare_length(const Clip& before, const Clip& after);
    /// Compares poses at equal times, `slower` times as late in the second clip.
    [[nodiscard]] ClipDeviation deviation(const ClipPlayer& a, const ClipPlayer& b,
                                          const std::vector<MovedNode>& nodes, double slower);
    [[nodiscard]] bool is_told(const ClipDeviation& apart) const;
    void compare_motion(int before, int after, const std::vector<MovedNode>& nodes);
    void compare_channels(int before, int after);

    RigChange& add(RigPart part, std::string name, RigChangeKind kind, std::string field = {});
    /// Adds a change if the values differ by more than the tolerance times `scale`.
    void numbers(RigPart part, const std::string& name, std::string_view field,
                 const std::optional<vec3>& before, const std::optional<vec3>& after, std::string_view unit,
                 double scale = 1.0);
    /// Adds a change if the numbers differ by more than `least`.
    void number(RigPart part, const std::string& name, std::string_view field, double before, double after,
                std::string_view unit, double least);
    void turn(RigPart part, const std::string& name, std::string_view field, const quat& before,
              const quat& after);
    void words(RigPart part, const std::string& name, std::string_view field, const std::string& before,
               const std::string& after);
    /// Takes back those of the changes since `from` that are the addition or removal of what a format alone made up.
    template <class IsMadeUp>
    void forgive(std::size_t from, const IsMadeUp& is_made_up);
    /// Reports elements that only one list has, by name, and returns the indices of those in both.
    [[nodiscard]] Pairs paired(RigPart part, const std::vector<std::string>& before,
                               const std::vector<std::string>& after, const Pairs& pairs);
    void renamed(RigPart part, const std::string& before, const std::string& after);
    /// The item `index` of the list of that part, of the current figure where lists are per figure.
    [[nodiscard]] Item item_of(RigPart part, int index) const;
    /// Says which objects the changes since `from` are of.
    void set_items(std::size_t from, const Item& before, const Item& after);
    /// Tolerance between corresponding points: relative to their magnitude, as skinning is in float32.
    [[nodiscard]] float point_width() const;
    /// True if both formats use the same joint axes, so that frames of parents can be compared.
    [[nodiscard]] bool has_same_axes() const;
    /// True if both formats can store the same data, so that data specific to some formats is compared.
    [[nodiscard]] bool is_one_family() const;
    /// True if a node keeps its position, or its rotation, in the frame of an ancestor: it moved with that.
    [[nodiscard]] bool goes_along(int first, int second, int first_above, int second_above) const;
    [[nodiscard]] bool turns_along(int first, int second, int first_above, int second_above) const;
    /// Returns the joints that carry two nodes; the first figure's root for what is on a figure itself, as H-Anim's
    /// viewpoints are. -1: none.
    [[nodiscard]] std::pair<int, int> carriers_or_roots(int first, int second) const;
    /// True if one of two nodes is a root that rests where its motion begins: their places are the clips' matter.
    [[nodiscard]] bool is_placed_by_motion(int first, int second) const;
    /// Returns the first rig's nodes posed as the second's, with nodes that only the first has following.
    [[nodiscard]] std::vector<mat4> world_along() const;
    /// Returns the rest vertices of a mesh of the first rig; posed as the second's nodes if that gives the
    /// second's vertices.
    [[nodiscard]] std::vector<vec3> vertices_along(int before, int after) const;
    /// Returns the node of the second document that corresponds to a node of the first; -1: unknown.
    [[nodiscard]] int second_node(int node) const { return node < 0 ? -1 : at(second_of_node_, node); }

    Rig first_;
    Rig second_;
    double tolerance_;
    double length_ = 1.0;  // factor for the tolerance of lengths
    int figure_ = 0;
    std::vector<JointMatch> matches_;  // of each figure that both have
    std::vector<int> second_of_node_;
    Pairs mesh_pairs_;
    Pairs material_pairs_;
    std::optional<Pairs> displacer_pairs_;
    std::vector<RigChange> changes_;
};

/// `is_made_up`: told the change and the rig that has the thing.
template <class IsMadeUp>
void Comparison::forgive(std::size_t from, const IsMadeUp& is_made_up) {
    const auto begin = changes_.begin() + static_cast<std::ptrdiff_t>(from);
    changes_.erase(std::remove_if(begin, changes_.end(),
                                  [&](const RigChange& change) {
                                      const bool came = change.kind == RigChangeKind::added;
                                      const bool went = change.kind == RigChangeKind::removed;
                                      return (came || went) && is_made_up(change, came ? second_ : first_);
                                  }),
                   changes_.end());
}

}  // namespace vitruvian::rig_diff
