#include "app/gui/docked_window.h"

#include "app/gui/panel.h"

namespace vitruvian {

void begin_docked(const char* title, const Rect& area, ImGuiWindowFlags extra) {
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;
    ImGui::SetNextWindowPos(area.min());
    ImGui::SetNextWindowSize(area.size());
    ImGui::Begin(title, nullptr, flags | extra);
}

}  // namespace vitruvian
