// What the maths works on: Skeleton (constant while a document stands) and Pose (changes every frame).
// Free functions, one forward loop each, since parents come before children.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// The tree of a Document's nodes, without names.
struct Skeleton {
    std::vector<int> parent;  // smaller than the own index, or -1
    std::vector<Transform> rest;
    std::vector<Transform> delta;  // as the file stores it
    std::vector<float> weights;    // default displacer weights
    [[nodiscard]] std::size_t size() const { return parent.size(); }
};

/// Where every node stands in its parent, and how far every displacer is applied.
/// `local` is rest * delta already multiplied out (exactly, see compose): neutral is local == rest.
struct Pose {
    std::vector<Transform> local;
    std::vector<float> weights;  // indexed like Document::displacers
};

[[nodiscard]] Skeleton make_skeleton(const Document& document);

/// As the file stores it: rest * delta for every node.
[[nodiscard]] Pose file_pose(const Skeleton& skeleton);
/// Neutral: every delta the identity, every weight as stored.
[[nodiscard]] Pose rest_pose(const Skeleton& skeleton);

/// world[i] = world[parent] * local. `world.size() == skeleton.size()`.
void local_to_world(const Skeleton& skeleton, const Pose& pose, std::span<mat4> world);
[[nodiscard]] std::vector<mat4> world_matrices(const Skeleton& skeleton, const Pose& pose);

/// Writes the clip's node and displacer channels at `seconds` into `pose` (bone channels are for remapping).
/// `seconds` is clamped to the keys; wrapping is the caller's (see wrap_time).
void sample(const Clip& clip, double seconds, const Skeleton& skeleton, Pose& pose);

/// `seconds` brought into [0, duration] by looping or clamping. 0 for an empty clip.
[[nodiscard]] double wrap_time(double seconds, double duration, bool loop);

/// One channel's value at `seconds`: components(path) floats in out[0..3]. Rotations are unit (x y z w).
[[nodiscard]] vec4 sample_channel(const Channel& channel, double seconds);

/// Skin matrices world-from-mesh, one per Skin entry: world(node) * inverse_bind. `out.size() ==
/// skin.nodes.size()`.
void skin_matrices(const Skin& skin, std::span<const mat4> world, std::span<mat4> out);

/// Displaced and skinned positions of one instance in world space, in Mesh::positions' order.
/// Vertices without influences stay where they are (H-Anim: a point of weight 0 keeps its rest position).
[[nodiscard]] std::vector<vec3> skinned_positions(const MeshInstance& instance, std::span<const mat4> world,
                                                  std::span<const float> weights);
/// The same, in the file's vertex order (Mesh::source_vertex undone).
[[nodiscard]] std::vector<vec3> skinned_source_positions(const MeshInstance& instance,
                                                         std::span<const mat4> world,
                                                         std::span<const float> weights);

/// World bounds of the meshes of `humanoid` (-1: of all) in this pose.
[[nodiscard]] Bounds posed_bounds(const Document& document, std::span<const mat4> world,
                                  std::span<const float> weights, int humanoid = -1);

}  // namespace vitruvian
