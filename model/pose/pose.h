// Data for pose computations: Skeleton (constant while the document is unchanged) and Pose (changes every
// frame). Free functions with one forward loop each, since parents come before children.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// The tree of a Document's nodes, without names.
struct Skeleton {
    std::vector<int> parent;  // smaller than the own index, or -1
    std::vector<Transform> rest;
    std::vector<Transform> delta;  // as in the file
    std::vector<float> weights;    // default displacer weights
    [[nodiscard]] std::size_t size() const { return parent.size(); }
};

/// Local transform of every node, and weight of every displacer. `local` is the product rest * delta
/// (exactly, see compose): neutral is local == rest.
struct Pose {
    std::vector<Transform> local;
    std::vector<float> weights;  // indexed like Document::displacers
};

[[nodiscard]] Skeleton make_skeleton(const Document& document);

/// Returns the pose stored in the file: rest * delta for every node.
[[nodiscard]] Pose file_pose(const Skeleton& skeleton);
/// Returns the neutral pose: every delta the identity, every weight as stored.
[[nodiscard]] Pose rest_pose(const Skeleton& skeleton);

/// Computes world[i] = world[parent] * local. `world.size() == skeleton.size()`.
void local_to_world(const Skeleton& skeleton, const Pose& pose, std::span<mat4> world);
[[nodiscard]] std::vector<mat4> world_matrices(const Skeleton& skeleton, const Pose& pose);

/// Writes the clip's node and displacer channels at `seconds` into `pose` (bone channels need retargeting).
/// `seconds` is clamped to the keys; the caller does the wrapping (see wrap_time).
void sample(const Clip& clip, double seconds, const Skeleton& skeleton, Pose& pose);

/// Returns `seconds` looped or clamped to [0, duration]. 0 for an empty clip.
[[nodiscard]] double wrap_time(double seconds, double duration, bool loop);

/// Returns one channel's value at `seconds`: components(path) floats in out[0..3]. Rotations are unit (x y z
/// w).
[[nodiscard]] vec4 sample_channel(const Channel& channel, double seconds);

/// Computes skin matrices world-from-mesh, one per Skin entry: world(node) * inverse_bind. `out.size() ==
/// skin.nodes.size()`.
void skin_matrices(const Skin& skin, std::span<const mat4> world, std::span<mat4> out);

/// Returns displaced and skinned positions of one instance in world space, in Mesh::positions' order.
/// Vertices without influences keep their rest position (as H-Anim's points of weight 0).
[[nodiscard]] std::vector<vec3> skinned_positions(const MeshInstance& instance, std::span<const mat4> world,
                                                  std::span<const float> weights);
/// As above, in the file's vertex order (reverting Mesh::source_vertex).
[[nodiscard]] std::vector<vec3> skinned_source_positions(const MeshInstance& instance,
                                                         std::span<const mat4> world,
                                                         std::span<const float> weights);

/// Returns the world bounds of the meshes of `humanoid` (-1: of all) in this pose.
[[nodiscard]] Bounds posed_bounds(const Document& document, std::span<const mat4> world,
                                  std::span<const float> weights, int humanoid = -1);

}  // namespace vitruvian
