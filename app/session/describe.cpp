// Queries about a session's parts: names and positions.
#include "app/session/session.h"
#include "model/document/file_format.h"

#include <algorithm>

namespace vitruvian {
bool holds_only_clips(const Document& document) {
    const bool may_hold_clips = document.format == FileFormat::bvh || is_gltf(document.format);
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

std::string label_of(const Session& session, const Selection& selection) {
    const OpenFigure* figure = session.figure(selection.figure);
    return figure == nullptr ? std::string() : label_of(figure->document(), selection.item);
}

std::string_view kind_name(ItemKind kind) {
    return kind == ItemKind::none ? "file" : to_string(kind);
}

}  // namespace vitruvian
