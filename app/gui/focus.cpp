#include "app/gui/focus.h"

#include "app/gui/panel.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

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

bool take_escape(const PanelContext& c) {
    const ImGuiWindow* window = ImGui::GetCurrentWindow()->RootWindow;
    c.gui.closable.drawn.push_back(window->ID);
    if (!has_key(c.gui.keys, Key::escape)) return false;
    const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;  // the topmost last
    for (int i = windows.Size - 1; i >= 0 && windows[i] != window; --i) {
        if (std::ranges::count(c.gui.closable.in_last_frame, windows[i]->ID) > 0) return false;
    }
    return c.take_key(Key::escape);
}

void end_closable_windows(const PanelContext& c) {
    c.gui.closable.in_last_frame = std::exchange(c.gui.closable.drawn, {});
}

bool has_keyboard() {
    return ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
}

void keep_tooltip_on_screen() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const ImGuiWindow* last =
        ImGui::FindWindowByName(fmt::format("##Tooltip_{:02}", g.TooltipOverrideCount).c_str());
    const bool is_placed = (g.NextWindowData.Flags & ImGuiNextWindowDataFlags_HasPos) != 0;
    if (last == nullptr || !last->WasActive || is_placed) return;
    const ImVec2 display = g.IO.DisplaySize;
    const ImVec2 mouse = g.IO.MousePos;
    // What ImGui keeps free around the pointer.
    constexpr float left = 16.0F;
    constexpr float above = 8.0F;
    const float below = 24.0F * g.Style.MouseCursorScale;
    const bool beside = std::max(mouse.x - left, display.x - mouse.x - below) >= last->Size.x;
    const bool over_or_under = std::max(mouse.y - above, display.y - mouse.y - below) >= last->Size.y;
    if (beside || over_or_under) return;
    ImGui::SetNextWindowPos(ImVec2(std::max(std::min(mouse.x, display.x - last->Size.x), 0.0F),
                                   std::max(std::min(mouse.y, display.y - last->Size.y), 0.0F)));
}

}  // namespace vitruvian
