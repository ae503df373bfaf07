#include "model/formats/bvh/bvh_root.h"

#include "model/pose/pose.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vitruvian {
namespace {

/// The figure's extent along one axis.
struct Depth {
    float root = 0.0F;    // median over the motion
    float lowest = 0.0F;  // in 90 % of the motion
    float size = 0.0F;    // greatest distance of a joint from the root
};

Depth depth_along(const Document& document, int axis) {
    const Skeleton skeleton = make_skeleton(document);
    const Clip& clip = *document.clips.front();
    constexpr int looks = 48;
    std::vector<float> heights;
    std::vector<float> roots;
    Depth out;
    for (int look = 0; look < looks; ++look) {
        Pose pose = rest_pose(skeleton);
        sample(clip, clip.duration * look / (looks - 1), skeleton, pose);
        const std::vector<mat4> world = world_matrices(skeleton, pose);
        float lowest = world[0][3][axis];
        for (const mat4& node : world) {
            lowest = std::min(lowest, node[3][axis]);
            out.size = std::max(out.size, glm::distance(vec3(node[3]), vec3(world[0][3])));
        }
        heights.push_back(lowest);
        roots.push_back(world[0][3][axis]);
    }
    std::nth_element(roots.begin(), roots.begin() + looks / 2, roots.end());
    out.root = roots[looks / 2];
    const auto low = heights.begin() + looks / 10;
    std::nth_element(heights.begin(), low, heights.end());
    out.lowest = *low;
    return out;
}

}  // namespace

bool root_adds_to_offset(const Document& document) {
    if (document.clips.empty()) return false;
    const bool travels =
        std::any_of(document.clips.front()->channels.begin(), document.clips.front()->channels.end(),
                    [](const Channel& c) { return c.node == 0 && c.path == ChannelPath::translation; });
    if (!travels) return false;
    const vec3& offset = document.nodes.front().rest.translation;
    constexpr float half = 0.5F;
    constexpr float near = 0.1F;
    constexpr float far = 0.25F;
    for (const int axis : {1, 2}) {
        if (!(offset[axis] > 0.0F)) continue;
        const Depth depth = depth_along(document, axis);
        const bool on_ground = std::abs(depth.lowest + offset[axis]) < near * depth.size;
        const bool is_displacement = std::abs(depth.root) < half * offset[axis];
        if (on_ground && is_displacement && depth.lowest < -far * depth.size) return true;
    }
    return false;
}

}  // namespace vitruvian
