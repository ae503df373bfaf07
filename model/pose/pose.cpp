#include "model/pose/pose.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/core/vector_units.h"

#include <cmath>
#include <memory>

namespace vitruvian {
namespace {

/// An affine matrix in double precision, with columns padded for vector registers. In single precision the
/// errors of a chain of 200 joints grow to 5e-6 of its size; in double only the final rounding remains.
/// last rounding.
struct DoubleAffine {
    double column[4][4];
};

VT_INLINE DoubleAffine to_affine(const quat& q) {
    const auto w = static_cast<double>(q.w);
    const auto x = static_cast<double>(q.x);
    const auto y = static_cast<double>(q.y);
    const auto z = static_cast<double>(q.z);
    return {{{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y), 0.0},
             {2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x), 0.0},
             {2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y), 0.0},
             {0.0, 0.0, 0.0, 1.0}}};
}

VT_INLINE void scale_columns(DoubleAffine& m, const vec3& scale) {
    for (int c = 0; c < 3; ++c) {
        const auto s = static_cast<double>(scale[c]);
        for (double& value : m.column[c]) value *= s;
    }
}

/// a * b, both affine.
VT_INLINE DoubleAffine multiply(const DoubleAffine& a, const DoubleAffine& b) {
    DoubleAffine out;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) {
            out.column[c][r] = a.column[0][r] * b.column[c][0] + a.column[1][r] * b.column[c][1] +
                               a.column[2][r] * b.column[c][2];
        }
    }
    for (int r = 0; r < 4; ++r) out.column[3][r] += a.column[3][r];
    return out;
}

VT_INLINE DoubleAffine to_affine(const Transform& t) {
    DoubleAffine out = to_affine(t.rotation);
    if (t.scale_orientation == identity_quat) {
        scale_columns(out, t.scale);
    } else {
        out = multiply(out, to_affine(t.scale_orientation));
        scale_columns(out, t.scale);
        out = multiply(out, to_affine(glm::conjugate(t.scale_orientation)));
    }
    for (int r = 0; r < 3; ++r) out.column[3][r] = static_cast<double>(t.translation[r]);
    return out;
}

VT_INLINE mat4 to_single(const DoubleAffine& m) {
    mat4 out;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) out[c][r] = static_cast<float>(m.column[c][r]);
    }
    return out;
}

VT_INLINE void to_world(const Skeleton& skeleton, const Pose& pose, DoubleAffine* exact, mat4* world) {
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
        const DoubleAffine local = to_affine(pose.local[i]);
        const int parent = skeleton.parent[i];
        exact[i] = parent < 0 ? local : multiply(exact[static_cast<std::size_t>(parent)], local);
        world[i] = to_single(exact[i]);
    }
}

#if VT_HAS_WIDE_VECTORS
VT_WIDE void to_world_wide(const Skeleton& skeleton, const Pose& pose, DoubleAffine* exact, mat4* world) {
    to_world(skeleton, pose, exact, world);
}
#endif

}  // namespace

Skeleton make_skeleton(const Document& document) {
    Skeleton out;
    out.parent.reserve(document.nodes.size());
    out.rest.reserve(document.nodes.size());
    out.delta.reserve(document.nodes.size());
    out.weights.reserve(document.displacers.size());
    for (const Node& node : document.nodes) {
        out.parent.push_back(node.parent);
        out.rest.push_back(node.rest);
        out.delta.push_back(node.delta);
    }
    for (const Displacer& displacer : document.displacers) out.weights.push_back(displacer.weight);
    return out;
}

Pose file_pose(const Skeleton& skeleton) {
    static const Transform neutral;
    Pose out{skeleton.rest, skeleton.weights};
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
        if (skeleton.delta[i] != neutral) out.local[i] = compose(skeleton.rest[i], skeleton.delta[i]);
    }
    return out;
}

Pose rest_pose(const Skeleton& skeleton) {
    return {skeleton.rest, skeleton.weights};
}

void local_to_world(const Skeleton& skeleton, const Pose& pose, std::span<mat4> world) {
    VT_CHECK(pose.local.size() == skeleton.size());
    VT_CHECK(world.size() == skeleton.size());
    const auto exact = std::make_unique_for_overwrite<DoubleAffine[]>(skeleton.size());
#if VT_HAS_WIDE_VECTORS
    if (has_wide_vectors()) return to_world_wide(skeleton, pose, exact.get(), world.data());
#endif
    to_world(skeleton, pose, exact.get(), world.data());
}

std::vector<mat4> world_matrices(const Skeleton& skeleton, const Pose& pose) {
    std::vector<mat4> out(skeleton.size());
    local_to_world(skeleton, pose, out);
    return out;
}

double wrap_time(double seconds, double duration, bool loop) {
    if (!(duration > 0.0) || !std::isfinite(duration) || std::isnan(seconds)) return 0.0;
    if (!loop) return std::fmin(std::fmax(seconds, 0.0), duration);
    if (!std::isfinite(seconds)) return 0.0;
    if (seconds >= 0.0 && seconds <= duration) return seconds;
    const double wrapped = std::fmod(seconds, duration);
    return wrapped < 0.0 ? wrapped + duration : wrapped;
}

}  // namespace vitruvian
