#include "model/pose/pose.h"

#include "model/core/check.h"

#include <cmath>

namespace vitruvian {

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
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
        const mat4 local = to_matrix(pose.local[i]);
        const int parent = skeleton.parent[i];
        world[i] = parent < 0 ? local : world[static_cast<std::size_t>(parent)] * local;
    }
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
