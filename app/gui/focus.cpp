#include "app/gui/focus.h"

#include "app/gui/panel.h"

#include <imgui_internal.h>

#include <algorithm>

namespace vitruvian {

bool has_key(const std::vector<KeyPress>& keys, Key key) {
    return std::any_of(keys.begin(), keys.end(), [key](const KeyPress& press) { return press.is(key); });
}

bool close_innermost_popup() {
    const int open = ImGui::GetCurrentContext()->OpenPopupStack.Size;
    if (open == 0) return false;
    // A submenu would open again under a pointer resting on its row: both are closed.
    const auto& stack = ImGui::GetCurrentContext()->OpenPopupStack;
    int level = open - 1;
    while (level > 0 && stack[level].Window != nullptr &&
           (stack[level].Window->Flags & ImGuiWindowFlags_ChildWindow) != 0)
        --level;
    ImGui::ClosePopupToLevel(level, true);
    return true;
}

std::string_view text_being_typed() {
    const ImGuiInputTextState* state = ImGui::GetInputTextState(ImGui::GetActiveID());
    if (state == nullptr || state->TextA.empty()) return {};
    return std::string_view(state->TextA.Data, static_cast<std::size_t>(state->CurLenA));
}

void leave_text_field() {
    ImGui::ClearActiveID();
}

bool leave_by_tab(const PanelContext& c) {
    const bool leaves = ImGui::IsItemActive() && c.take_key(Key::tab);
    if (leaves) leave_text_field();
    return leaves;
}

void close_dialogs_by_key(const PanelContext& c) {
    for (bool* open : {&c.gui.about_open, &c.gui.help_open, &c.gui.messages_open}) {
        if (*open && c.take_key(Key::escape)) *open = false;
    }
}

}  // namespace vitruvian
