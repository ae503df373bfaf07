// Answers about a session's parts: names, places, and which clip to show first.
#include "app/session/session.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vitruvian {
namespace {

bool moves_something(const Clip& clip) {
    return std::any_of(clip.channels.begin(), clip.channels.end(), [](const Channel& channel) {
        const bool has_target = channel.node >= 0 || channel.displacer >= 0 || channel.bone.has_value();
        return has_target && channel.times.size() > 1;
    });
}

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

}  // namespace

int default_clip(const Document& document) {
    constexpr std::array wanted = {"walk", "run", "dance", "idle"};
    int first = -1;
    for (const char* word : wanted) {
        for (std::size_t i = 0; i < document.clips.size(); ++i) {
            const Clip& clip = *document.clips[i];
            if (!moves_something(clip)) continue;
            if (first < 0) first = static_cast<int>(i);
            if (lower_case(clip.name).find(word) != std::string::npos) return static_cast<int>(i);
        }
    }
    return first;
}

bool holds_only_clips(const Document& document) {
    const bool may_hold_clips = document.format == FileFormat::bvh || document.format == FileFormat::gltf ||
                                document.format == FileFormat::glb || document.format == FileFormat::vrm;
    return may_hold_clips && document.meshes.empty() && !document.clips.empty();
}

bool has_bones(const Document& document) {
    return std::any_of(document.humanoids.begin(), document.humanoids.end(), [](const Humanoid& humanoid) {
        return std::any_of(humanoid.bones.node.begin(), humanoid.bones.node.end(),
                           [](int node) { return node >= 0; });
    });
}

std::string name_of(const Session& session, const Selection& selection) {
    const OpenFigure* figure = session.figure(selection.figure);
    return figure == nullptr ? std::string() : name_of(figure->document(), selection.item);
}

std::string_view kind_name(ItemKind kind) {
    return kind == ItemKind::none ? "file" : to_string(kind);
}

}  // namespace vitruvian
