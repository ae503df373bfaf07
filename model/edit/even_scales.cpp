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

void even_scales(Document& document, const std::function<bool(int node)>& is_meant) {
    const std::vector<mat4> before = worlds_at_rest(document);
    bool is_evened = false;
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        if (!is_meant(static_cast<int>(n))) continue;
        for (Transform* part : {&document.nodes[n].rest, &document.nodes[n].delta}) {
            const float uneven = unevenness(part->scale);
            if (uneven == 0.0F || uneven > rounded_scale) continue;
            part->scale = vec3((part->scale.x + part->scale.y + part->scale.z) / 3.0F);
            part->scale_orientation = identity_quat;
            is_evened = true;
        }
    }
    if (!is_evened) return;
    const std::vector<mat4> after = worlds_at_rest(document);
    change_skins(document, [&](Skin& skin) {
        for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
            const int node = skin.nodes[i];
            skin.inverse_bind[i] = affine_inverse(at(after, node)) * at(before, node) * skin.inverse_bind[i];
        }
        return true;
    });
}

}  // namespace vitruvian
