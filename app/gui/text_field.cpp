#include "app/gui/text_field.h"

#include "app/gui/panel.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <utility>

namespace vitruvian {

void request_focus(const PanelContext& c, std::string field) {
    constexpr int max_frames = 8;
    c.gui.focus = {std::move(field), max_frames};
}

bool awaits_focus(const PanelContext& c, const std::string& field) {
    return c.gui.focus.frames_left > 0 && c.gui.focus.field == field;
}

void focus_if_requested(const PanelContext& c, const std::string& field) {
    if (!awaits_focus(c, field)) return;
    // ImGui 1.90.1 gives the keyboard only within the focused window.
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
}

bool follow_focus(const PanelContext& c, const std::string& field) {
    if (!awaits_focus(c, field)) return false;
    if (ImGui::IsItemActive()) c.gui.focus = {};
    return true;
}

bool text_field(const PanelContext& c, const std::string& id, const char* hint, std::string& text,
                int flags) {
    focus_if_requested(c, id);
    const bool result = ImGui::InputTextWithHint(("##" + id).c_str(), hint, &text, flags);
    c.mark(id);
    follow_focus(c, id);
    return result;
}

}  // namespace vitruvian
