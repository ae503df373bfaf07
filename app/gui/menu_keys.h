// Menus by keyboard: Alt or F10 goes to the menu bar, Alt with a letter opens a menu. Within a menu ImGui's own
// navigation goes from row to row; it is on only while a menu is open, so that arrows, Space and Enter keep
// their meaning elsewhere.
#pragma once

#include <imgui.h>

#include <optional>

namespace vitruvian {

struct PanelContext;

struct MenuKeys {
    int focused = -1;         // the title in the bar that has the keyboard; -1: none
    int opens = -1;           // the menu that opens in this frame; -1: none
    int open = -1;            // the open menu of the bar; -1: none
    int popups = 0;           // menus, combos and lists that were open at the end of the last frame
    bool navigates = false;   // ImGui's navigation is on
    bool on_submenu = false;  // the row that has the keyboard opens a submenu
    bool in_list = false;     // a list with keys of its own was drawn
};

/// Takes the keys of menus, before panels are drawn and tools get theirs.
void give_keys_to_menus(const PanelContext& c);
/// Closes the menu, combo or list that was opened last; false if none was open. Call it when Esc is pressed.
[[nodiscard]] bool close_popup_by_key(const PanelContext& c);
/// Call it when all panels are drawn: drops what was typed at a popup, and turns ImGui's navigation on or off
/// for the next frame.
void end_menu_keys(const PanelContext& c);

/// True if the last row of a menu that was drawn is reached by keyboard, and no pointer points at it.
[[nodiscard]] bool is_keyboard_row();
/// The place of a tooltip for it, where it covers no other row; none if there is no room.
[[nodiscard]] std::optional<ImVec2> place_beside_menu(float width);

/// ImGui::BeginMenu for a title of the menu bar, by its place in menu_titles.
[[nodiscard]] bool begin_bar_menu(const PanelContext& c, int title);
/// ImGui::BeginMenu within a menu.
[[nodiscard]] bool begin_submenu(const PanelContext& c, const char* title, bool enabled = true);
/// Call it before ImGui::EndMenuBar.
void end_bar_menus();

}  // namespace vitruvian
