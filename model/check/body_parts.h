// Vertices and bones of a figure, made ready to be followed through a clip: which vertices hang on a hand or foot, and
// how thick the flesh is around each bone.
#pragma once

#include "model/check/subject.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vitruvian::check {

/// Points that move with nodes: vertices by their influences, or the joints themselves where a figure has no mesh.
class BodyPart {
  public:
    /// The vertices that are weighted to the node of `bone` or to nodes below it. The bone must be mapped.
    BodyPart(const Subject& subject, const Figure& figure, Bone bone);

    [[nodiscard]] bool empty() const { return begin_.size() < 2; }
    [[nodiscard]] int size() const { return static_cast<int>(begin_.size()) - 1; }
    /// Height of a point over the figure's ground where its nodes are at `world`.
    [[nodiscard]] float height(int point, std::span<const mat4> world) const;
    [[nodiscard]] vec3 position(int point, std::span<const mat4> world) const;
    [[nodiscard]] int lowest(std::span<const mat4> world) const;
    /// No point is lower; costs next to nothing.
    [[nodiscard]] float height_bound(std::span<const mat4> world) const;

  private:
    struct Influence {
        int node;
        vec4 place;  // in the node's frame, all of it times the weight
    };
    struct Reach {
        int node;
        Bounds box;  // of all points that it has an influence on, in its frame
    };
    void add_vertices(const MeshInstance& instance, const std::vector<char>& is_below);
    void add_joints(const Figure& figure, const std::vector<char>& is_below);
    void add_influence(int node, const vec3& place, float weight);

    std::vector<std::uint32_t> begin_{0};
    std::vector<Influence> influences_;
    std::vector<Reach> reaches_;
};

/// The flesh around a bone as a capsule.
struct Capsule {
    Bone bone = Bone::hips;
    int from = -1;  // nodes
    int to = -1;
    float radius = 0.0F;
    int limb = 0;  // 0: the trunk; arms and legs have numbers of their own
};

/// Of trunk, arms and legs; bones without vertices of their own have none. Fingers and faces are left out.
[[nodiscard]] std::vector<Capsule> capsules_of(const Subject& subject, const Figure& figure);

/// How many mapped bones lie between two on the way from one to the other.
[[nodiscard]] int bones_between(const BoneMap& bones, Bone a, Bone b);

/// The least distance between two straight pieces.
[[nodiscard]] float distance_between(const vec3& a0, const vec3& a1, const vec3& b0, const vec3& b1);

}  // namespace vitruvian::check
