// Many poses of one skeleton at once, eight side by side: every frame of a clip, or a crowd. In single
// precision; the matrices are those of the one-pose functions (pose.h) to 1e-5 of the figure's size, and the
// same on every machine. It knows no displacer weights.
#pragma once

#include "model/pose/packed_tracks.h"
#include "model/pose/pose.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace vitruvian {

/// World matrices of many poses.
class WorldBatch {
  public:
    static constexpr std::size_t lanes = 8;
    static constexpr std::size_t floats_per_node = 12 * lanes;

    [[nodiscard]] std::size_t poses() const { return poses_; }
    [[nodiscard]] std::size_t nodes() const { return nodes_; }
    [[nodiscard]] mat4 at(std::size_t pose, std::size_t node) const;
    /// All nodes of one pose; `world.size() == nodes()`.
    void copy(std::size_t pose, std::span<mat4> world) const;

  private:
    friend class BatchPlayer;
    std::size_t poses_ = 0;
    std::size_t nodes_ = 0;
    /// For each eight poses, for each node: the columns of its matrix (three numbers each), each number for
    /// the eight poses.
    std::vector<float> numbers_;
};

/// What moves the nodes of a skeleton, made ready to be played at many times. Cheap to copy.
class BatchPlayer {
  public:
    struct Parts {
        Skeleton skeleton;
        Pose base;                         // where nodes are that nothing moves
        std::vector<PackedTracks> packed;  // rotations of nodes without a scale orientation
        std::vector<int> others;           // nodes that `sample_others` writes (whole local transforms)
        std::function<void(double seconds, Pose& pose)> sample_others;  // may be empty
    };
    explicit BatchPlayer(Parts parts);
    /// The node channels of a clip, as `sample` plays them; other nodes are as in `base`.
    BatchPlayer(const Clip& clip, const Skeleton& skeleton, const Pose& base);

    /// The matrices at each of `seconds`, which are clamped to the keys.
    void world_matrices(std::span<const double> seconds, WorldBatch& out) const;

  private:
    std::shared_ptr<const Parts> parts_;
};

}  // namespace vitruvian
