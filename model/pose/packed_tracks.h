// Linear rotation channels that share their key times, laid out so that eight are sampled side by side.
#pragma once

#include "model/pose/pose.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Channels with the same times. For each key, rows of `stride` floats: x, y, z and w of every channel, the
/// angle to its next key and one over that angle's sine. Neighbouring keys are on the same side of the
/// sphere.
struct PackedTracks {
    std::vector<float> times;
    std::vector<int> nodes;  // of each channel
    std::size_t stride = 0;  // channels, rounded up to whole blocks
    std::vector<float> rows;
};

/// Takes the channels that can be packed out of `channels`; the others stay. Packing is for playing: where it
/// would take too much memory, nothing is packed.
[[nodiscard]] std::vector<PackedTracks> pack_rotations(std::vector<Channel>& channels);

/// Writes the rotations at `seconds`, clamped to the keys: as `sample` does, to 1e-6.
void sample_packed(const PackedTracks& tracks, double seconds, Pose& pose);

/// The same to numbers that lie apart: x, y, z and w of node n at out[n * node_stride + (0..3) *
/// part_stride].
void sample_packed(const PackedTracks& tracks, double seconds, float* out, std::size_t node_stride,
                   std::size_t part_stride);

}  // namespace vitruvian
