#include "app/gui/checkbox.h"

#include "app/gui/panel.h"

#include <imgui.h>

namespace vitruvian {

bool checkbox(const PanelContext& c, const char* text, bool* on) {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, c.theme.px(1));
    ImGui::PushStyleColor(ImGuiCol_Border, c.theme.faint);
    const bool changed = ImGui::Checkbox(text, on);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    return changed;
}

}  // namespace vitruvian
