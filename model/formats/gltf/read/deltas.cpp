#include "model/formats/gltf/read/deltas.h"

namespace vitruvian::gltf {

Transform delta_of(const Transform& rest, const Transform& local) {
    Transform out;
    const quat back = glm::conjugate(rest.rotation);
    const vec3 moved = back * (local.translation - rest.translation);
    for (int i = 0; i < 3; ++i) {
        const bool is_flat = rest.scale[i] == 0.0F;
        out.translation[i] = is_flat ? 0.0F : moved[i] / rest.scale[i];
        out.scale[i] = is_flat ? 1.0F : local.scale[i] / rest.scale[i];
    }
    out.rotation = normalized_or_identity(back * local.rotation);
    out.scale_orientation = local.scale_orientation;
    return is_finite(out) ? out : Transform{};
}

void make_delta(Channel& channel, const Transform& rest) {
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const auto wide = static_cast<std::size_t>(components(channel.path));
    const quat back = glm::conjugate(rest.rotation);
    for (std::size_t i = 0; i < channel.values.size(); i += wide) {
        float* v = channel.values.data() + i;
        const bool is_value = !cubic || i / wide % 3 == 1;
        if (channel.path == ChannelPath::rotation) {
            const quat q = back * quat(v[3], v[0], v[1], v[2]);
            v[0] = q.x;
            v[1] = q.y;
            v[2] = q.z;
            v[3] = q.w;
            continue;
        }
        vec3 moved(v[0], v[1], v[2]);
        if (channel.path == ChannelPath::translation) {
            if (is_value) moved -= rest.translation;
            moved = back * moved;
        }
        moved /= rest.scale;
        v[0] = moved.x;
        v[1] = moved.y;
        v[2] = moved.z;
    }
    channel.space = ChannelSpace::delta;
}

}  // namespace vitruvian::gltf
