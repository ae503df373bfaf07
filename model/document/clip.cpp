#include "model/document/clip.h"

#include <algorithm>

namespace vitruvian {

int components(ChannelPath path) {
    switch (path) {
        case ChannelPath::translation:
        case ChannelPath::scale:
            return 3;
        case ChannelPath::rotation:
        case ChannelPath::scale_orientation:
            return 4;
        case ChannelPath::weight:
            return 1;
    }
    return 1;
}

std::vector<float> key_values(const Transform& transform, ChannelPath path) {
    const auto of_vector = [](const vec3& v) { return std::vector<float>{v.x, v.y, v.z}; };
    const auto of_rotation = [](const quat& q) { return std::vector<float>{q.x, q.y, q.z, q.w}; };
    switch (path) {
        case ChannelPath::translation:
            return of_vector(transform.translation);
        case ChannelPath::rotation:
            return of_rotation(transform.rotation);
        case ChannelPath::scale:
            return of_vector(transform.scale);
        case ChannelPath::scale_orientation:
            return of_rotation(transform.scale_orientation);
        case ChannelPath::weight:
            break;
    }
    return {};
}

Channel held_channel(int node, ChannelPath path, std::vector<float> values) {
    Channel out;
    out.node = node;
    out.path = path;
    out.times = {0.0F};
    out.values = std::move(values);
    return out;
}

bool Clip::targets_bones() const {
    return std::any_of(channels.begin(), channels.end(), [](const Channel& c) { return c.bone.has_value(); });
}

bool moves_the_same(const Channel& a, const Channel& b) {
    return a.node == b.node && a.bone == b.bone && a.displacer == b.displacer && a.path == b.path;
}

bool is_same_motion(const Clip& a, const Clip& b) {
    return a.duration == b.duration && a.loop == b.loop && a.reference_pose == b.reference_pose &&
           (&a == &b || a.channels == b.channels);
}

}  // namespace vitruvian
