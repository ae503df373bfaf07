// The inspector's note where the visible clip animates what a field edits.
#include "app/gui/inspector_body.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

namespace vitruvian {

bool posing_keys_clip(const PanelContext& c, const OpenFigure& figure) {
    return c.session.playback().auto_key && figure.playing_clip() != nullptr && figure.clip_file == 0 &&
           figure.plan() == nullptr;
}

float weight_to_edit(const PanelContext& c, const OpenFigure& figure, int displacer) {
    return posing_keys_clip(c, figure) ? at(figure.pose.weights, displacer)
                                       : at(figure.document().displacers, displacer).weight;
}

void dim_paragraph(const PanelContext& c, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextWrapped("%s", text);
    ImGui::PopStyleColor();
}

void note_held_by_clip(const PanelContext& c, const OpenFigure& figure, const char* text) {
    dim_paragraph(c, text);
    if (text_button(c, "inspector/without_clip", "Show without the clip",
                    "Shows the pose stored in the file"))
        c.push(ChooseClip{figure.id, -1});
}

}  // namespace vitruvian
