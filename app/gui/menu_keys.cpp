#include "app/gui/menu_keys.h"

#include "app/gui/actions.h"
#include "app/gui/focus.h"
#include "app/gui/panel.h"

#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>

namespace vitruvian {
namespace {

constexpr int titles = static_cast<int>(std::size(menu_titles));

bool is_function_key(const KeyPress& press) {
    return press.key >= static_cast<int>(Key::f1) && press.key <= static_cast<int>(Key::f12);
}

int title_of_letter(int letter) {
    const auto* const found = std::ranges::find(menu_titles, letter, &MenuTitle::letter);
    return found == std::end(menu_titles) ? -1 : static_cast<int>(found - std::begin(menu_titles));
}

/// Shows which row has the keyboard, and no other one under a resting pointer.
void show_keyboard_row() {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    g.NavDisableHighlight = false;
    g.NavDisableMouseHover = true;
}

/// In a menu that the mouse opened, the first press goes to the first row, or on from the one under the pointer.
void show_keyboard_row_first() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    if (!g.NavDisableHighlight || g.NavId == g.HoveredIdPreviousFrame) return;
    ImGui::NavMoveRequestCancel();
    show_keyboard_row();
}

/// Opens a menu of the bar in this frame.
void open_title(MenuKeys& menus, int title) {
    menus.opens = (title + titles) % titles;
    menus.focused = -1;
}

/// Keys that go to the bar, or open one of its menus, from anywhere.
bool take_key_to_bar(MenuKeys& menus, const PanelContext& c, const KeyPress& press) {
    if ((press.is(Key::f10) && !press.shift) || press.is(Key::alt)) {
        if (press.repeat || c.gui.tools.busy()) return true;
        const bool leaves = menus.focused >= 0 || menus.navigates;
        menus.focused = leaves ? -1 : 0;
        if (!leaves) leave_text_field();
        if (menus.navigates && menus.popups > 0) ImGui::ClosePopupToLevel(0, true);
        return true;
    }
    const int title = title_of_letter(press.key);
    // An action that has the key comes first.
    const bool opens = title >= 0 && press.alt && !press.ctrl && !press.shift && !c.gui.tools.busy();
    if (opens) {
        leave_text_field();
        open_title(menus, title);
    }
    return opens;
}

/// Keys while a title of the bar has the keyboard.
bool take_key_in_bar(MenuKeys& menus, const KeyPress& press) {
    if (press.ctrl || press.alt || is_function_key(press)) {
        menus.focused = -1;
        return false;
    }
    if (press.is(Key::escape)) {
        menus.focused = -1;
    } else if (press.is(Key::left) || press.is(Key::right)) {
        menus.focused = (menus.focused + (press.is(Key::right) ? 1 : titles - 1)) % titles;
    } else if (press.is(Key::down) || press.is(Key::up) || press.is(Key::enter) || press.is(Key::space)) {
        open_title(menus, menus.focused);
    } else if (const int title = title_of_letter(press.key); title >= 0) {
        open_title(menus, title);
    }
    return true;
}

/// Keys while a menu is open. ImGui sees them too: it goes up and down, and into and out of submenus.
bool take_key_in_menu(MenuKeys& menus, const KeyPress& press) {
    if (press.ctrl || is_function_key(press) || press.is(Key::escape)) return false;
    if (press.is(Key::up) || press.is(Key::down)) show_keyboard_row_first();
    const bool leaves_left = press.is(Key::left) && menus.popups == 1;
    const bool leaves_right = press.is(Key::right) && !menus.on_submenu;
    if (menus.open >= 0 && (leaves_left || leaves_right))
        open_title(menus, menus.open + (leaves_left ? -1 : 1));
    return true;
}

}  // namespace

void give_keys_to_menus(const PanelContext& c) {
    MenuKeys& menus = c.gui.menus;
    menus.opens = -1;
    const bool in_menu = menus.popups > 0 && menus.navigates;
    const bool elsewhere = c.gui.palette.open || c.gui.leaving.is_open || (menus.popups > 0 && !in_menu);
    if (elsewhere || ImGui::IsAnyMouseDown()) menus.focused = -1;
    if (!elsewhere) {
        std::erase_if(c.gui.keys, [&](const KeyPress& press) {
            if (take_key_to_bar(menus, c, press)) return true;
            if (in_menu) return take_key_in_menu(menus, press);
            return menus.focused >= 0 && take_key_in_bar(menus, press);
        });
    }
    menus.open = -1;
    menus.on_submenu = menus.in_list = false;
}

bool close_popup_by_key(const PanelContext& c) {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const bool is_closed = c.gui.menus.popups > g.OpenPopupStack.Size;  // by ImGui's navigation
    // A submenu would open again under a pointer that rests on its row.
    const bool opens_again = g.OpenPopupStack.Size > 0 && !g.NavDisableMouseHover;
    if (!is_closed || opens_again) return close_innermost_popup() || is_closed;
    return true;
}

void end_menu_keys(const PanelContext& c) {
    MenuKeys& menus = c.gui.menus;
    if (menus.popups > 0)
        std::erase_if(c.gui.keys,
                      [](const KeyPress& press) { return !press.ctrl && !is_function_key(press); });
    ImGuiIO& io = ImGui::GetIO();
    menus.popups = ImGui::GetCurrentContext()->OpenPopupStack.Size;
    menus.navigates = menus.popups > 0 && !menus.in_list && !io.WantTextInput;
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    if (menus.navigates) io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    const auto name = [](int title) { return title < 0 ? "" : menu_titles[title].name; };
    c.report.state("menus", {{"focused", name(menus.focused)}, {"open", name(menus.open)}});
}

bool is_keyboard_row() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    return g.NavDisableMouseHover && (g.CurrentWindow->Flags & ImGuiWindowFlags_Popup) != 0;
}

std::optional<ImVec2> place_beside_menu(float width) {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    const ImGuiWindow& menu = *g.CurrentWindow;
    const float right = menu.Pos.x + menu.Size.x;
    const float y = ImGui::GetItemRectMin().y;
    if (right + width <= g.IO.DisplaySize.x) return ImVec2(right, y);
    return width <= menu.Pos.x ? std::optional(ImVec2(menu.Pos.x - width, y)) : std::nullopt;
}

bool begin_bar_menu(const PanelContext& c, int title) {
    MenuKeys& menus = c.gui.menus;
    const MenuTitle& menu = menu_titles[title];
    const ImGuiWindow& bar = *ImGui::GetCurrentWindow();
    const ImVec2 at(bar.DC.CursorPos.x + std::floor(0.5F * ImGui::GetStyle().ItemSpacing.x),
                    bar.DC.CursorPos.y + bar.DC.CurrLineTextBaseOffset);
    ImDrawList& list = *bar.DrawList;
    if (menus.opens == title) {
        ImGui::OpenPopup(menu.name);
        show_keyboard_row();
    }
    const bool open = ImGui::BeginMenu(menu.name);
    if (open) menus.open = title;
    if (menus.focused == title && !open)
        list.AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), color_of(c.theme.accent),
                     c.theme.px(4));
    if (menus.focused < 0 && !ImGui::GetIO().KeyAlt) return open;
    const std::string_view name = menu.name;
    const auto letter = std::ranges::find_if(name, [&](char l) { return (l & ~0x20) == menu.letter; });
    const auto place = static_cast<std::size_t>(letter - name.begin());
    const float before = ImGui::CalcTextSize(name.data(), name.data() + place).x;
    const float width = ImGui::CalcTextSize(name.data() + place, name.data() + place + 1).x;
    const ImFont& font = *ImGui::GetFont();
    const float line = std::round(at.y + font.Ascent * ImGui::GetFontSize() / font.FontSize) + c.theme.px(2);
    list.AddRectFilled(ImVec2(at.x + before, line), ImVec2(at.x + before + width, line + c.theme.px(1)),
                       color_of(c.theme.text));
    return open;
}

bool begin_submenu(const PanelContext& c, const char* title, bool enabled) {
    if (enabled && ImGui::GetCurrentContext()->NavId == ImGui::GetID(title)) c.gui.menus.on_submenu = true;
    return ImGui::BeginMenu(title, enabled);
}

void end_bar_menus() {
    // ImGui would go on with Left and Right among the titles in a way of its own.
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    if ((g.NavMoveDir == ImGuiDir_Left || g.NavMoveDir == ImGuiDir_Right) &&
        ImGui::NavMoveRequestButNoResultYet())
        ImGui::NavMoveRequestCancel();
}

}  // namespace vitruvian
