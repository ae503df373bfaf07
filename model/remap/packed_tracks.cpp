#include "model/remap/packed_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace vitruvian {
namespace {

constexpr std::size_t block = 8;
constexpr std::size_t rows_per_key = 6;
/// 24 bytes a key and channel: 96 MiB.
constexpr std::size_t most_keys = std::size_t{4} << 20;
/// Closer neighbours are blended as if they were this far apart, which is a straight blend to 1e-7.
constexpr float least_angle = 1e-3F;

bool can_be_packed(const Channel& channel) {
    return channel.path == ChannelPath::rotation && channel.space == ChannelSpace::local &&
           channel.interpolation == Interpolation::linear && channel.node >= 0 && !channel.times.empty();
}

/// Sine on [0, pi/2] to 1e-7: Taylor to the 11th power, so that eight go through without a branch.
inline float sine(float x) {
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
            before[4 * out.stride] = std::max(angle, least_angle);
            before[5 * out.stride] = 1.0F / std::sin(std::max(angle, least_angle));
        }
        last = q;
    }
}

/// Eight channels at once; the loops have a fixed length so that compilers turn them into vector
/// instructions.
struct Block {
    std::array<float, block> x;
    std::array<float, block> y;
    std::array<float, block> z;
    std::array<float, block> w;
};

void blend(const float* a, const float* b, std::size_t stride, float u, Block& out) {
    std::array<float, block> from{};
    std::array<float, block> to{};
    for (std::size_t i = 0; i < block; ++i) {
        const float angle = a[4 * stride + i];
        const float scale = a[5 * stride + i];
        from[i] = sine((1.0F - u) * angle) * scale;
        to[i] = sine(u * angle) * scale;
    }
    for (std::size_t i = 0; i < block; ++i) out.x[i] = a[i] * from[i] + b[i] * to[i];
    for (std::size_t i = 0; i < block; ++i) out.y[i] = a[stride + i] * from[i] + b[stride + i] * to[i];
    for (std::size_t i = 0; i < block; ++i)
        out.z[i] = a[2 * stride + i] * from[i] + b[2 * stride + i] * to[i];
    for (std::size_t i = 0; i < block; ++i)
        out.w[i] = a[3 * stride + i] * from[i] + b[3 * stride + i] * to[i];
}

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
    if (keys > most_keys) return {};
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
    const auto after = std::upper_bound(tracks.times.begin(), tracks.times.end(), seconds,
                                        [](double t, float key) { return t < static_cast<double>(key); });
    const std::size_t last = tracks.times.size() - 1;
    const auto next = std::min(static_cast<std::size_t>(after - tracks.times.begin()), last);
    const std::size_t key = after == tracks.times.end() ? last : (next == 0 ? 0 : next - 1);
    // Held before the first key and after the last: one key alone has no angle, so it is blended with itself.
    const bool held = after == tracks.times.begin() || key == last;
    const double span =
        held ? 1.0 : static_cast<double>(tracks.times[next]) - static_cast<double>(tracks.times[key]);
    const auto u =
        held ? 0.0F : static_cast<float>((seconds - static_cast<double>(tracks.times[key])) / span);
    const std::size_t size = rows_per_key * tracks.stride;
    const float* a = tracks.rows.data() + key * size;
    const float* b = tracks.rows.data() + next * size;
    for (std::size_t c = 0; c < tracks.nodes.size(); c += block) {
        Block q{};
        if (held) {
            for (std::size_t i = 0; i < block; ++i) {
                q.x[i] = a[c + i];
                q.y[i] = a[tracks.stride + c + i];
                q.z[i] = a[2 * tracks.stride + c + i];
                q.w[i] = a[3 * tracks.stride + c + i];
            }
        } else {
            blend(a + c, b + c, tracks.stride, u, q);
        }
        const std::size_t count = std::min(block, tracks.nodes.size() - c);
        for (std::size_t i = 0; i < count; ++i) {
            pose.local[static_cast<std::size_t>(tracks.nodes[c + i])].rotation =
                quat(q.w[i], q.x[i], q.y[i], q.z[i]);
        }
    }
}

}  // namespace vitruvian
