// Batch evaluation of many poses of one skeleton, eight at a time (SIMD): every frame of a clip, or a crowd.
// In single precision; the matrices equal those of the single-pose functions (pose.h) to 1e-5 of the figure's
// size, and are identical on every machine. Displacer weights are not supported.
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
    /// Copies the matrices of all nodes of one pose; `world.size() == nodes()`.
    void copy(std::size_t pose, std::span<mat4> world) const;

  private:
    friend class BatchPlayer;
    std::size_t poses_ = 0;
    std::size_t nodes_ = 0;
    /// For each block of eight poses, for each node: the columns of its matrix (three numbers each), each
    /// number for the eight poses.
    std::vector<float> numbers_;
};

/// The animation of a skeleton's nodes, prepared for evaluation at many times. Cheap to copy.
class BatchPlayer {
  public:
    struct Parts {
        Skeleton skeleton;
        Pose base;                         // transforms of nodes that are not animated
        std::vector<PackedTracks> packed;  // rotations of nodes without a scale orientation
        std::vector<int> others;           // nodes written by `sample_others` (whole local transforms)
        std::function<void(double seconds, Pose& pose)> sample_others;  // may be empty
    };
    explicit BatchPlayer(Parts parts);
    /// Plays the node channels of a clip like `sample`; other nodes are as in `base`.
    BatchPlayer(const Clip& clip, const Skeleton& skeleton, const Pose& base);

    /// Computes the matrices at each of `seconds`, which are clamped to the keys.
    void world_matrices(std::span<const double> seconds, WorldBatch& out) const;

  private:
    std::shared_ptr<const Parts> parts_;
};

}  // namespace vitruvian
