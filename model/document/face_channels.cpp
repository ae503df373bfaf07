#include "model/document/face_channels.h"

#include <algorithm>

namespace vitruvian {

std::map<int, std::string_view> expression_nodes(const Document& document) {
    std::map<int, std::string_view> out;
    for (const Humanoid& humanoid : document.humanoids) {
        for (const Expression& expression : humanoid.expressions) {
            if (expression.node >= 0) out.emplace(expression.node, expression.name);
        }
    }
    return out;
}

bool has_face_channels(const Clip& clip, const Document& document) {
    const std::map<int, std::string_view> expression_at = expression_nodes(document);
    return std::any_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
        return channel.path == ChannelPath::weight || expression_at.contains(channel.node);
    });
}

}  // namespace vitruvian
