// Vertices and bones of a figure, prepared for sampling along a clip: the vertices of a hand or foot, and the
// thickness of the flesh around each bone.
#pragma once

#include "model/check/subject.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vitruvian::check {

/// Points that move with nodes: skinned vertices, or the joints themselves if a figure has no mesh.
class BodyPart {
  public:
    /// Collects the vertices weighted to the node of `bone` or its descendants. The bone must be mapped.
    BodyPart(const Subject& subject, const Figure& figure, Bone bone);

    [[nodiscard]] bool empty() const { return begin_.size() < 2; }
    [[nodiscard]] int size() const { return static_cast<int>(begin_.size()) - 1; }
    /// Returns the height of a point above the figure's ground, with its nodes at `world`.
    [[nodiscard]] float height(int point, std::span<const mat4> world) const;
    [[nodiscard]] vec3 position(int point, std::span<const mat4> world) const;
    [[nodiscard]] int lowest(std::span<const mat4> world) const;
    /// Lower bound of the heights of all points; cheap.
    [[nodiscard]] float height_bound(std::span<const mat4> world) const;

  private:
    /// Four numbers in a register (an extension of GCC and clang).
    using Four [[gnu::vector_size(16)]] = float;
    struct Row {
        Four numbers;
    };
    struct Reach {
        int node;
        Bounds box;  // of all points that the node influences, in its frame
    };
    void add_vertices(const MeshInstance& instance, const std::vector<char>& is_below);
    void add_joints(const Figure& figure, const std::vector<char>& is_below);
    void add_influence(int node, const vec3& place, float weight);
    /// The nodes' matrices by reach: the rows that give heights.
    [[nodiscard]] std::vector<Row> height_rows(std::span<const mat4> world) const;
    [[nodiscard]] float height_by(std::span<const Row> rows, std::size_t point) const;

    std::vector<std::uint32_t> begin_{0};
    // Of each influence; apart, since all are read for each sample:
    std::vector<Row> places_;              // in the node's frame, premultiplied by the weight
    std::vector<std::uint32_t> reach_of_;  // that of its node
    std::vector<Reach> reaches_;
};

/// The flesh around a bone as a capsule.
struct Capsule {
    Bone bone = Bone::hips;
    int from = -1;  // nodes
    int to = -1;
    float radius = 0.0F;
    int limb = 0;  // 0: the trunk; one number per arm and leg
};

/// Returns the capsules of trunk, arms and legs; bones without vertices have none. Fingers and faces are
/// excluded.
[[nodiscard]] std::vector<Capsule> capsules_of(const Subject& subject, const Figure& figure);

/// Returns the number of mapped bones on the path between two bones.
[[nodiscard]] int bones_between(const BoneMap& bones, Bone a, Bone b);

/// Returns the smallest distance between two line segments.
[[nodiscard]] float distance_between(const vec3& a0, const vec3& a1, const vec3& b0, const vec3& b1);

}  // namespace vitruvian::check
