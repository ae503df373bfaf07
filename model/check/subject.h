// The input of checks: a document, its figures at rest, and derived data shared by several checks, each
// computed once. Independent of profiles, files and rendering.
#pragma once

#include "model/check/finding.h"
#include "model/core/at.h"
#include "model/pose/pose.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::check {

/// The pose in which a figure's geometry is checked: H-Anim figures always at rest (all joints at the
/// identity), glTF figures in the nodes' rest pose or in the skins' bind pose.
enum class RestPose { nodes, bind };

/// A humanoid at rest. H-Anim: in the humanoid node's own space; glTF: in scene space.
struct Figure {
    int index = -1;  // into Document::humanoids
    const Humanoid* humanoid = nullptr;
    bool hanim = false;
    std::vector<mat4> world;  // of every node of the document, in the figure's space
    mat4 scene_from_figure{1.0F};
    std::vector<float> weights;  // of the displacers, at rest

    // The figure's axes for angles: up is +Y, left the horizontal part of right to left upper leg (without
    // these, of another pair of limbs; without any, +X), forward left x up.
    bool has_sides = false;  // has both upper legs
    vec3 up{0.0F, 1.0F, 0.0F};
    vec3 left{1.0F, 0.0F, 0.0F};
    vec3 forward{0.0F, 0.0F, 1.0F};

    std::vector<int> meshes;               // indices into Document::meshes of its meshes
    std::vector<std::vector<vec3>> posed;  // their vertices at rest, in the figure's space
    bool has_mesh = false;
    float top = 0.0F;     // highest vertex (without a mesh: the head joint), along y
    float sole = 0.0F;    // lowest vertex (without a mesh: the lowest foot, toe or joint of all)
    float height = 0.0F;  // top - sole; at least a small positive number, for divisions

    [[nodiscard]] bool has(Bone bone) const { return humanoid->bones[bone] >= 0; }
    /// Returns the position of a node or bone. The bone must be mapped.
    [[nodiscard]] vec3 position(int node) const { return vec3(at(world, node)[3]); }
    [[nodiscard]] vec3 position(Bone bone) const { return position(humanoid->bones[bone]); }
    /// Moves marks from the figure's space to that of the scene.
    void put_in_scene(Marks& marks) const;
    /// Moves matrices from the scene's space to the figure's.
    void put_in_figure(std::span<mat4> matrices) const;
};

/// Source data that the document no longer contains since its reader repaired it. Created on first use.
struct WorldFacts;  // source_world.h
struct GltfFacts;   // source_gltf.h
struct ClipPoses;   // clip_poses.h

/// A figure's joints in some pose, in the figure's space.
struct PosedBones {
    Pose pose;
    std::vector<mat4> world;       // per node
    std::vector<vec3> directions;  // per joint; see model/figure/joint_bones.h
};

class Subject {
  public:
    /// `document` must outlive it.
    explicit Subject(const Document& document, RestPose rest = RestPose::nodes);
    ~Subject();
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;

    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] const Skeleton& skeleton() const { return skeleton_; }
    [[nodiscard]] RestPose rest() const { return rest_; }
    [[nodiscard]] const std::vector<Figure>& figures() const { return figures_; }
    /// True if any humanoid is H-Anim, or if there is none and the file is VRML/X3D.
    [[nodiscard]] bool is_hanim() const { return is_hanim_; }
    /// Per joint of the figure; see model/figure/joint_bones.h. In the figure's space, at rest.
    [[nodiscard]] const std::vector<vec3>& bone_directions(const Figure& figure) const;
    [[nodiscard]] PosedBones posed_bones(const Figure& figure, Pose pose) const;
    /// In the file's pose.
    [[nodiscard]] const PosedBones& stored_bones(const Figure& figure) const;
    /// World matrices in base_pose, in scene space.
    [[nodiscard]] const std::vector<mat4>& scene_world() const { return scene_world_; }

    /// The source data, regardless of later edits; null if the document was not read from such a file, or its
    /// nodes have changed.
    [[nodiscard]] const WorldFacts* world_facts() const;
    [[nodiscard]] const GltfFacts* gltf_facts() const;
    /// The sampled clips; see set_clips.
    [[nodiscard]] const ClipPoses& clips() const;
    /// Selects the clips to check: indices into Document::clips. All of them if it is not called.
    void set_clips(std::vector<int> clips) { chosen_clips_ = std::move(clips); }
    [[nodiscard]] const std::vector<int>& chosen_clips() const { return chosen_clips_; }

    // Objects for findings.
    [[nodiscard]] Object object(const Item& item) const;
    [[nodiscard]] Object joint(const Figure& figure, int joint) const;
    [[nodiscard]] Object bone(const Figure& figure, Bone bone) const;
    [[nodiscard]] Object humanoid(const Figure& figure) const;
    [[nodiscard]] Object node(int node) const;
    /// Returns the joint, site or humanoid at a node; of kind none for other nodes.
    [[nodiscard]] Item item_at(int node) const;
    [[nodiscard]] Object mesh(int mesh) const;
    [[nodiscard]] Object clip(int clip) const;
    /// For things that are not Items: an image, a channel.
    [[nodiscard]] static Object named(std::string kind, std::string name);
    /// The file, by its name without the folder: what is ignored in it stays so wherever it lies.
    [[nodiscard]] Object whole_file() const;
    /// Returns a node's location in the file, as far as known: a VRML/X3D line, a glTF JSON pointer, else the
    /// file.
    [[nodiscard]] Location where(int node) const;
    /// As above, for a joint, segment, site, displacer, humanoid or any other item with a node.
    [[nodiscard]] Location where(const Item& item) const;

  private:
    void add_figure(int humanoid);

    const Document& document_;
    RestPose rest_;
    Skeleton skeleton_;
    std::vector<mat4> scene_world_;
    std::vector<Figure> figures_;
    bool is_hanim_ = false;
    std::vector<int> chosen_clips_;
    struct Lazy;
    std::unique_ptr<Lazy> lazy_;
};

/// Returns the mapped child that defines a bone's length and direction: the next mapped bone up to the neck
/// and head for the spine, the middle (else index) finger for hands, else the next bone of the limb. nullopt:
/// none is mapped.
[[nodiscard]] std::optional<Bone> next_bone(const BoneMap& bones, Bone bone);

[[nodiscard]] inline int joint_count(const Figure& figure) {
    return static_cast<int>(figure.humanoid->joints.size());
}

/// Returns the joint at this node, else the node itself.
[[nodiscard]] Object joint_or_node(const Subject& subject, int node);
[[nodiscard]] const std::string& joint_name(const Subject& subject, const Figure& figure, int joint);

/// Names of the axes 0, 1 and 2.
inline constexpr std::array<char, 3> axis_letters{'X', 'Y', 'Z'};

/// 1 for left bones, -1 for right ones, 0 in the middle; and the other side's bone (itself in the middle).
[[nodiscard]] int sign_of_side(Bone bone);
[[nodiscard]] Bone mirrored(Bone bone);

}  // namespace vitruvian::check
