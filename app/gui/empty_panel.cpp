#include "app/gui/empty_panel.h"

#include "app/gui/panel.h"

namespace vitruvian {

void empty_panel(const PanelContext& c, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

}  // namespace vitruvian
