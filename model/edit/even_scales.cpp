#include "model/edit/even_scales.h"

#include "model/core/at.h"
#include "model/edit/frames.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {

float unevenness(const vec3& scale) {
    const vec3 size = glm::abs(scale);
    const float largest = std::max({size.x, size.y, size.z});
    const float spread = std::max({scale.x, scale.y, scale.z}) - std::min({scale.x, scale.y, scale.z});
    return largest > 0.0F ? spread / largest : 0.0F;
}

Result<void> even_scales(Document& document) {
    for (const Node& node : document.nodes) {
        for (const Transform* part : {&node.rest, &node.delta}) {
            if (unevenness(part->scale) <= rounded_scale) continue;
            return fail("edit-uneven-scale",
                        fmt::format("{} is scaled differently along its axes, so frames cannot be turned: "
                                    "pose it without first.",
                                    node.name));
        }
    }
    even_scales(document, [](int) { return true; });
    return {};
}

namespace {

/// Returns the nodes whose scales became uniform.
std::vector<bool> make_uniform(Document& document, const std::function<bool(int node)>& is_meant) {
    std::vector<bool> out(document.nodes.size(), false);
    for (std::size_t n = 0; n < out.size(); ++n) {
        if (!is_meant(static_cast<int>(n))) continue;
        for (Transform* part : {&document.nodes[n].rest, &document.nodes[n].delta}) {
            const float uneven = unevenness(part->scale);
            if (uneven == 0.0F || uneven > rounded_scale) continue;
            part->scale = vec3((part->scale.x + part->scale.y + part->scale.z) / 3.0F);
            part->scale_orientation = identity_quat;
            out[n] = true;
        }
    }
    return out;
}

/// Puts all nodes back where they were at rest. Returns for each the old frame in the new one, which its
/// children's translations are multiplied by.
std::vector<mat4> restore_places(Document& document, const std::vector<mat4>& before) {
    std::vector<mat4> moved;
    std::vector<mat4> after;
    for (Node& node : document.nodes) {
        const bool is_joint = node.kind == NodeKind::joint;
        const auto local = [&] { return is_joint ? node.rest : compose(node.rest, node.delta); };
        if (node.parent >= 0) {
            const vec3 place = local().translation;
            node.rest.translation += vec3(at(moved, node.parent) * vec4(place, 1.0F)) - place;
        }
        const mat4 matrix = to_matrix(local());
        after.push_back(node.parent < 0 ? matrix : at(after, node.parent) * matrix);
        moved.push_back(affine_inverse(after.back()) * before[after.size() - 1]);
    }
    return moved;
}

/// The same for clips, except for those that scale the evened nodes themselves, as they were.
void restore_keys(Document& document, const std::vector<bool>& evened, const std::vector<mat4>& moved) {
    const auto scales = [&](const Channel& channel) {
        return channel.path == ChannelPath::scale && channel.node >= 0 && at(evened, channel.node);
    };
    const std::vector<Node>& nodes = document.nodes;
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        if (std::any_of(clip->channels.begin(), clip->channels.end(), scales)) continue;
        auto copy = std::make_shared<Clip>(*clip);
        for (Channel& channel : copy->channels) {
            const bool is_place = channel.path == ChannelPath::translation && channel.node >= 0 &&
                                  channel.space == ChannelSpace::local;
            if (!is_place || at(nodes, channel.node).parent < 0) continue;
            const mat4& parent_moved = at(moved, at(nodes, channel.node).parent);
            const bool cubic = channel.interpolation == Interpolation::cubic;
            for (std::size_t i = 0; i + 2 < channel.values.size(); i += 3) {
                const bool is_tangent = cubic && i / 3 % 3 != 1;
                const vec4 value(channel.values[i], channel.values[i + 1], channel.values[i + 2],
                                 is_tangent ? 0.0F : 1.0F);
                const vec3 placed(parent_moved * value);
                std::copy_n(&placed.x, 3, channel.values.data() + i);
            }
        }
        clip = std::move(copy);
    }
}

}  // namespace

void even_scales(Document& document, const std::function<bool(int node)>& is_meant) {
    const std::vector<mat4> before = worlds_at_rest(document);
    const std::vector<bool> evened = make_uniform(document, is_meant);
    if (std::find(evened.begin(), evened.end(), true) == evened.end()) return;
    const std::vector<mat4> moved = restore_places(document, before);
    restore_keys(document, evened, moved);
    change_skins(document, [&](Skin& skin) {
        for (std::size_t i = 0; i < skin.nodes.size(); ++i)
            skin.inverse_bind[i] = at(moved, skin.nodes[i]) * skin.inverse_bind[i];
        return true;
    });
}

}  // namespace vitruvian
