// Linear rotation channels with common key times, in a layout for sampling eight at a time (SIMD).
#pragma once

#include "model/pose/pose.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Channels with the same times. For each key, rows of `stride` floats: x, y, z and w of every channel, the
/// angle to its next key and one over that angle's sine. Successive keys are in the same hemisphere.
struct PackedTracks {
    std::vector<float> times;
    std::vector<int> nodes;  // of each channel
    std::size_t stride = 0;  // channels, rounded up to the block size
    std::vector<float> rows;
};

/// Removes the channels that can be packed from `channels` and returns them packed. Packing is for playback:
/// if it would need too much memory, nothing is packed.
[[nodiscard]] std::vector<PackedTracks> pack_rotations(std::vector<Channel>& channels);

/// Writes the rotations at `seconds`, clamped to the keys: equal to `sample` within 1e-6.
void sample_packed(const PackedTracks& tracks, double seconds, Pose& pose);

/// As above, with strided output: x, y, z and w of node n at out[n * node_stride + (0..3) * part_stride].
void sample_packed(const PackedTracks& tracks, double seconds, float* out, std::size_t node_stride,
                   std::size_t part_stride);

}  // namespace vitruvian
