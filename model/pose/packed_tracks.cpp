#include "model/pose/packed_tracks.h"

#include "model/core/vector_units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace vitruvian {
namespace {

constexpr std::size_t block = 8;
constexpr std::size_t rows_per_key = 6;
/// 24 bytes per key and channel: 96 MiB.
constexpr std::size_t max_keys = std::size_t{4} << 20;
/// Closer neighbours are blended as if they were this far apart, which is linear to 1e-7.
constexpr float min_angle = 1e-3F;

bool can_be_packed(const Channel& channel) {
    return channel.path == ChannelPath::rotation && channel.space == ChannelSpace::local &&
           channel.interpolation == Interpolation::linear && channel.node >= 0 && !channel.times.empty();
}

/// Sine on [0, pi/2] to 1e-7: Taylor series to the 11th power, without branches, so that eight are computed
/// at once.
VT_INLINE float sine(float x) {
    const float s = x * x;
    const float tail = s * (1.0F / 362880.0F - s * (1.0F / 39916800.0F));
    return x * (1.0F + s * (-1.0F / 6.0F + s * (1.0F / 120.0F + s * (-1.0F / 5040.0F + tail))));
}

void write_channel(const Channel& channel, std::size_t column, PackedTracks& out) {
    std::array<float, 4> last{0.0F, 0.0F, 0.0F, 1.0F};
    for (std::size_t k = 0; k < channel.times.size(); ++k) {
        std::array<float, 4> q{};
        std::copy_n(channel.values.begin() + static_cast<std::ptrdiff_t>(4 * k), 4, q.begin());
        double cosine = 0.0;
        for (std::size_t i = 0; i < 4; ++i)
            cosine += static_cast<double>(q[i]) * static_cast<double>(last[i]);
        if (k > 0 && cosine < 0.0) {
            for (float& v : q) v = -v;
            cosine = -cosine;
        }
        float* row = out.rows.data() + k * rows_per_key * out.stride + column;
        for (std::size_t i = 0; i < 4; ++i) row[i * out.stride] = q[i];
        if (k > 0) {
            float* before = row - rows_per_key * out.stride;
            const auto angle = static_cast<float>(std::acos(std::min(cosine, 1.0)));
            before[4 * out.stride] = std::max(angle, min_angle);
            before[5 * out.stride] = 1.0F / std::sin(std::max(angle, min_angle));
        }
        last = q;
    }
}

/// Eight channels at once: x, y, z and w. The loops have a fixed length so that compilers turn them into
/// vector instructions.
struct Block {
    alignas(32) float part[4][block];
};

VT_INLINE void blend(const float* a, const float* b, std::size_t stride, float u, Block& out) {
    float from[block];
    float to[block];
    for (std::size_t i = 0; i < block; ++i) {
        const float angle = a[4 * stride + i];
        const float scale = a[5 * stride + i];
        from[i] = sine((1.0F - u) * angle) * scale;
        to[i] = sine(u * angle) * scale;
    }
    for (std::size_t part = 0; part < 4; ++part) {
        const float* first = a + part * stride;
        const float* second = b + part * stride;
        for (std::size_t i = 0; i < block; ++i) out.part[part][i] = first[i] * from[i] + second[i] * to[i];
    }
}

/// The position of a time between two keys.
struct Place {
    const float* a = nullptr;
    const float* b = nullptr;
    float u = 0.0F;
    bool held = false;  // before the first key or after the last
};

Place find_place(const PackedTracks& tracks, double seconds) {
    const auto after = std::upper_bound(tracks.times.begin(), tracks.times.end(), seconds,
                                        [](double t, float key) { return t < static_cast<double>(key); });
    const std::size_t last = tracks.times.size() - 1;
    const auto next = std::min(static_cast<std::size_t>(after - tracks.times.begin()), last);
    const std::size_t key = after == tracks.times.end() ? last : (next == 0 ? 0 : next - 1);
    const std::size_t size = rows_per_key * tracks.stride;
    Place out{tracks.rows.data() + key * size, tracks.rows.data() + next * size, 0.0F,
              after == tracks.times.begin() || key == last};
    if (out.held) return out;
    const auto t0 = static_cast<double>(tracks.times[key]);
    out.u = static_cast<float>((seconds - t0) / (static_cast<double>(tracks.times[next]) - t0));
    return out;
}

/// Calls `sink(node, x, y, z, w)` for every channel.
template <class Sink>
VT_INLINE void sample_all(const PackedTracks& tracks, const Place& at, Sink sink) {
    const std::size_t stride = tracks.stride;
    for (std::size_t c = 0; c < tracks.nodes.size(); c += block) {
        Block q;
        if (at.held) {
            for (std::size_t part = 0; part < 4; ++part) {
                for (std::size_t i = 0; i < block; ++i) q.part[part][i] = at.a[part * stride + c + i];
            }
        } else {
            blend(at.a + c, at.b + c, stride, at.u, q);
        }
        const std::size_t count = std::min(block, tracks.nodes.size() - c);
        for (std::size_t i = 0; i < count; ++i)
            sink(static_cast<std::size_t>(tracks.nodes[c + i]), q.part[0][i], q.part[1][i], q.part[2][i],
                 q.part[3][i]);
    }
}

VT_INLINE void scatter(const PackedTracks& tracks, const Place& at, float* out, std::size_t node_stride,
                       std::size_t part_stride) {
    sample_all(tracks, at, [&](std::size_t node, float x, float y, float z, float w) {
        float* number = out + node * node_stride;
        number[0] = x;
        number[part_stride] = y;
        number[2 * part_stride] = z;
        number[3 * part_stride] = w;
    });
}

#if VT_HAS_WIDE_VECTORS
VT_WIDE void scatter_wide(const PackedTracks& tracks, const Place& at, float* out, std::size_t node_stride,
                          std::size_t part_stride) {
    scatter(tracks, at, out, node_stride, part_stride);
}
#endif

}  // namespace

std::vector<PackedTracks> pack_rotations(std::vector<Channel>& channels) {
    std::vector<std::vector<const Channel*>> groups;
    std::size_t keys = 0;
    for (const Channel& channel : channels) {
        if (!can_be_packed(channel)) continue;
        keys += channel.times.size();
        const auto same = [&channel](const auto& group) { return group.front()->times == channel.times; };
        const auto found = std::find_if(groups.begin(), groups.end(), same);
        if (found != groups.end()) {
            found->push_back(&channel);
        } else {
            groups.push_back({&channel});
        }
    }
    if (keys > max_keys) return {};
    std::vector<PackedTracks> out;
    for (const auto& group : groups) {
        PackedTracks tracks;
        tracks.times = group.front()->times;
        tracks.stride = (group.size() + block - 1) / block * block;
        tracks.rows.assign(tracks.times.size() * rows_per_key * tracks.stride, 0.0F);
        for (const Channel* channel : group) {
            write_channel(*channel, tracks.nodes.size(), tracks);
            tracks.nodes.push_back(channel->node);
        }
        out.push_back(std::move(tracks));
    }
    std::erase_if(channels, can_be_packed);
    return out;
}

void sample_packed(const PackedTracks& tracks, double seconds, Pose& pose) {
    sample_all(tracks, find_place(tracks, seconds),
               [&pose](std::size_t node, float x, float y, float z, float w) {
                   pose.local[node].rotation = quat(w, x, y, z);
               });
}

void sample_packed(const PackedTracks& tracks, double seconds, float* out, std::size_t node_stride,
                   std::size_t part_stride) {
    const Place at = find_place(tracks, seconds);
#if VT_HAS_WIDE_VECTORS
    if (has_wide_vectors()) return scatter_wide(tracks, at, out, node_stride, part_stride);
#endif
    scatter(tracks, at, out, node_stride, part_stride);
}

}  // namespace vitruvian
