#include "model/pose/pose_batch.h"

#include "model/core/check.h"
#include "model/core/vector_units.h"

#include <algorithm>
#include <map>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t lanes = WorldBatch::lanes;
constexpr std::size_t floats_per_node = WorldBatch::floats_per_node;

/// The layout of a node's local transform in its 12 rows of eight.
enum class Layout : unsigned char {
    rigid,   // translation, rotation
    scaled,  // translation, rotation, scale
    matrix,  // the columns of its matrix: for a scale with an orientation
};
constexpr std::size_t rotation_row = 3;
constexpr std::size_t scale_row = 7;

// Rows of eight numbers, one per pose. The loops over them have a fixed length and no branches, so that
// compilers vectorise them; nothing is fused or reordered, so that the results are the same for any vector
// width.
// numbers in any width.

VT_INLINE void matrix_of(const float* local, Layout layout, float* out) {
    if (layout == Layout::matrix) {
        for (std::size_t i = 0; i < floats_per_node; ++i) out[i] = local[i];
        return;
    }
    const float* x = local + rotation_row * lanes;
    const float* y = x + lanes;
    const float* z = y + lanes;
    const float* w = z + lanes;
    for (std::size_t l = 0; l < lanes; ++l) {
        const float x2 = x[l] + x[l];
        const float y2 = y[l] + y[l];
        const float z2 = z[l] + z[l];
        const float xx = x[l] * x2;
        const float xy = x[l] * y2;
        const float xz = x[l] * z2;
        const float yy = y[l] * y2;
        const float yz = y[l] * z2;
        const float zz = z[l] * z2;
        const float wx = w[l] * x2;
        const float wy = w[l] * y2;
        const float wz = w[l] * z2;
        out[l] = 1.0F - (yy + zz);
        out[lanes + l] = xy + wz;
        out[2 * lanes + l] = xz - wy;
        out[3 * lanes + l] = xy - wz;
        out[4 * lanes + l] = 1.0F - (xx + zz);
        out[5 * lanes + l] = yz + wx;
        out[6 * lanes + l] = xz + wy;
        out[7 * lanes + l] = yz - wx;
        out[8 * lanes + l] = 1.0F - (xx + yy);
    }
    for (std::size_t i = 0; i < 3 * lanes; ++i) out[9 * lanes + i] = local[i];
    if (layout == Layout::rigid) return;
    for (std::size_t column = 0; column < 3; ++column) {
        const float* scale = local + (scale_row + column) * lanes;
        for (std::size_t row = 0; row < 3; ++row) {
            float* number = out + (3 * column + row) * lanes;
            for (std::size_t l = 0; l < lanes; ++l) number[l] *= scale[l];
        }
    }
}

/// out = above * local, all affine.
VT_INLINE void multiply(const float* __restrict above, const float* __restrict local, float* __restrict out) {
    for (std::size_t column = 0; column < 4; ++column) {
        const float* b = local + 3 * column * lanes;
        for (std::size_t row = 0; row < 3; ++row) {
            const float* a = above + row * lanes;
            float* number = out + (3 * column + row) * lanes;
            for (std::size_t l = 0; l < lanes; ++l) {
                number[l] =
                    a[l] * b[l] + a[3 * lanes + l] * b[lanes + l] + a[6 * lanes + l] * b[2 * lanes + l];
            }
            if (column < 3) continue;
            for (std::size_t l = 0; l < lanes; ++l) number[l] += a[9 * lanes + l];
        }
    }
}

VT_INLINE void to_world(const int* parent, std::size_t nodes, const Layout* layout, const float* local,
                        float* world) {
    for (std::size_t n = 0; n < nodes; ++n) {
        float* out = world + n * floats_per_node;
        const float* in = local + n * floats_per_node;
        if (parent[n] < 0) {
            matrix_of(in, layout[n], out);
            continue;
        }
        alignas(32) float own[floats_per_node];
        matrix_of(in, layout[n], own);
        multiply(world + static_cast<std::size_t>(parent[n]) * floats_per_node, own, out);
    }
}

#if VT_HAS_WIDE_VECTORS
VT_WIDE void to_world_wide(const int* parent, std::size_t nodes, const Layout* layout, const float* local,
                           float* world) {
    to_world(parent, nodes, layout, local, world);
}
#endif

void to_world_best(const int* parent, std::size_t nodes, const Layout* layout, const float* local,
                   float* world) {
#if VT_HAS_WIDE_VECTORS
    if (has_wide_vectors()) return to_world_wide(parent, nodes, layout, local, world);
#endif
    to_world(parent, nodes, layout, local, world);
}

/// The local transforms of eight poses.
class LocalBlock {
  public:
    explicit LocalBlock(const Pose& base)
        : numbers_(base.local.size() * floats_per_node), layout_(base.local.size(), Layout::rigid) {
        for (std::size_t n = 0; n < base.local.size(); ++n) {
            if (base.local[n].scale != vec3(1.0F)) layout_[n] = Layout::scaled;
            if (base.local[n].scale_orientation != identity_quat) layout_[n] = Layout::matrix;
        }
        for (std::size_t n = 0; n < base.local.size(); ++n) {
            for (std::size_t lane = 0; lane < lanes; ++lane) set(n, lane, base.local[n]);
        }
    }

    /// `transforms`: those of the node in each of the eight poses.
    void set_node(std::size_t node, std::span<const Transform> transforms) {
        Layout layout = Layout::rigid;
        for (const Transform& t : transforms) {
            if (t.scale != vec3(1.0F) && layout == Layout::rigid) layout = Layout::scaled;
            if (t.scale_orientation != identity_quat) layout = Layout::matrix;
        }
        layout_[node] = layout;
        for (std::size_t lane = 0; lane < lanes; ++lane) set(node, lane, transforms[lane]);
    }

    [[nodiscard]] float* rotations(std::size_t lane) { return numbers_.data() + rotation_row * lanes + lane; }
    [[nodiscard]] const float* numbers() const { return numbers_.data(); }
    [[nodiscard]] const Layout* layout() const { return layout_.data(); }

  private:
    void set(std::size_t node, std::size_t lane, const Transform& t) {
        float* row = numbers_.data() + node * floats_per_node + lane;
        if (layout_[node] == Layout::matrix) {
            const mat4 m = to_matrix(t);
            for (int i = 0; i < 12; ++i) row[static_cast<std::size_t>(i) * lanes] = m[i / 3][i % 3];
            return;
        }
        for (int i = 0; i < 3; ++i) row[static_cast<std::size_t>(i) * lanes] = t.translation[i];
        const float rotation[4] = {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
        for (std::size_t i = 0; i < 4; ++i) row[(rotation_row + i) * lanes] = rotation[i];
        for (int i = 0; i < 3; ++i) row[(scale_row + static_cast<std::size_t>(i)) * lanes] = t.scale[i];
    }

    std::vector<float> numbers_;
    std::vector<Layout> layout_;
};

}  // namespace

mat4 WorldBatch::at(std::size_t pose, std::size_t node) const {
    VT_CHECK(pose < poses_ && node < nodes_);
    const float* number = numbers_.data() + (pose / lanes * nodes_ + node) * floats_per_node + pose % lanes;
    mat4 out(1.0F);
    for (int i = 0; i < 12; ++i) out[i / 3][i % 3] = number[static_cast<std::size_t>(i) * lanes];
    return out;
}

void WorldBatch::copy(std::size_t pose, std::span<mat4> world) const {
    VT_CHECK(world.size() == nodes_);
    for (std::size_t n = 0; n < nodes_; ++n) world[n] = at(pose, n);
}

BatchPlayer::BatchPlayer(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {
    VT_CHECK(parts_->base.local.size() == parts_->skeleton.size());
}

BatchPlayer::BatchPlayer(const Clip& clip, const Skeleton& skeleton, const Pose& base) {
    VT_CHECK(base.local.size() == skeleton.size());
    // Rotations are packed if they alone determine their node's rotation.
    std::map<int, int> deciding;
    for (const Channel& channel : clip.channels) {
        if (channel.path != ChannelPath::translation && channel.path != ChannelPath::weight)
            ++deciding[channel.node];
    }
    std::vector<Channel> rotations;
    auto others = std::make_shared<Clip>();
    Parts parts{skeleton, base, {}, {}, {}};
    for (const Channel& channel : clip.channels) {
        if (channel.node < 0 || channel.times.empty()) continue;
        const auto node = static_cast<std::size_t>(channel.node);
        const bool alone = channel.path == ChannelPath::rotation && deciding[channel.node] == 1 &&
                           channel.interpolation == Interpolation::linear &&
                           base.local[node].scale_orientation == identity_quat &&
                           skeleton.rest[node].scale_orientation == identity_quat;
        if (!alone) {
            others->channels.push_back(channel);
            continue;
        }
        Channel& local = rotations.emplace_back(channel);
        if (std::exchange(local.space, ChannelSpace::local) == ChannelSpace::local) continue;
        for (std::size_t k = 0; k + 3 < local.values.size(); k += 4) {
            float* v = local.values.data() + k;
            const quat q = skeleton.rest[node].rotation * quat(v[3], v[0], v[1], v[2]);
            v[0] = q.x;
            v[1] = q.y;
            v[2] = q.z;
            v[3] = q.w;
        }
    }
    parts.packed = pack_rotations(rotations);
    others->channels.insert(others->channels.end(), rotations.begin(), rotations.end());
    for (const Channel& channel : others->channels) parts.others.push_back(channel.node);
    std::sort(parts.others.begin(), parts.others.end());
    parts.others.erase(std::unique(parts.others.begin(), parts.others.end()), parts.others.end());
    if (!others->channels.empty()) {
        parts.sample_others = [others, skeleton](double seconds, Pose& pose) {
            sample(*others, seconds, skeleton, pose);
        };
    }
    parts_ = std::make_shared<const Parts>(std::move(parts));
}

void BatchPlayer::world_matrices(std::span<const double> seconds, WorldBatch& out) const {
    const Parts& parts = *parts_;
    const std::size_t nodes = parts.skeleton.size();
    const std::size_t blocks = (seconds.size() + lanes - 1) / lanes;
    out.poses_ = seconds.size();
    out.nodes_ = nodes;
    out.numbers_.resize(blocks * nodes * floats_per_node);
    LocalBlock local(parts.base);
    std::vector<Pose> poses(parts.sample_others ? lanes : 0, parts.base);
    std::vector<Transform> transforms(lanes);
    for (std::size_t block = 0; block < blocks; ++block) {
        // The last block repeats the last time.
        const auto time = [&](std::size_t lane) {
            return seconds[std::min(block * lanes + lane, seconds.size() - 1)];
        };
        if (parts.sample_others) {
            for (std::size_t lane = 0; lane < lanes; ++lane) parts.sample_others(time(lane), poses[lane]);
            for (const int node : parts.others) {
                const auto n = static_cast<std::size_t>(node);
                for (std::size_t lane = 0; lane < lanes; ++lane) transforms[lane] = poses[lane].local[n];
                local.set_node(n, transforms);
            }
        }
        for (const PackedTracks& tracks : parts.packed) {
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sample_packed(tracks, time(lane), local.rotations(lane), floats_per_node, lanes);
        }
        to_world_best(parts.skeleton.parent.data(), nodes, local.layout(), local.numbers(),
                      out.numbers_.data() + block * nodes * floats_per_node);
    }
}

}  // namespace vitruvian
