#include "app/gui/side_panels.h"

#include "app/gui/actions.h"
#include "app/gui/docked_window.h"
#include "app/gui/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

struct Tab {
    SideTab tab;
    const char* id;
    const char* title;
    Icon icon;           // in a narrow column
    const char* action;  // in menus
    const char* help;
    char key;  // with Ctrl and Shift
};

constexpr std::array tabs{
    Tab{SideTab::inspector, "panel.side.inspector", "Inspector", Icon::info, "Show what is selected",
        "What is selected (Ctrl+Shift+I)", 'I'},
    Tab{SideTab::bones, "panel.side.bones", "Bones", Icon::humanoid, "Show the bone map",
        "Which joints are the 55 humanoid bones (Ctrl+Shift+B)", 'B'},
    Tab{SideTab::weights, "panel.side.weights", "Weights", Icon::weights, "Show skin weights",
        "Skin weights: probe and brush (Ctrl+Shift+K)", 'K'},
    Tab{SideTab::history, "panel.side.history", "History", Icon::undo, "Show the history",
        "All undo steps, to go to or to copy (Ctrl+Shift+H)", 'H'}};

void choose(const PanelContext& c, SideTab tab) {
    c.gui.settings.side_tab = static_cast<int>(tab);
}

/// Draws labels in a row; the chosen one is underlined.
void draw_tabs(const PanelContext& c, const Rect& area) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(4), 0.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
    begin_docked("Side tabs", area, docked_unscrolled);
    ImGui::PopStyleVar(2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float words = 0.0F;
    for (const Tab& tab : tabs) words += ImGui::CalcTextSize(tab.title).x;
    const float room = area.width - c.theme.px(8) - words;
    const float padding = std::clamp(std::floor(room / (2.0F * tabs.size())), c.theme.px(5), c.theme.px(10));
    // In a narrow column only the chosen tab has its label, in a very narrow one none.
    const bool narrow = room < 2.0F * tabs.size() * c.theme.px(5);
    const Tab& shown = tabs[static_cast<std::size_t>(std::clamp(c.gui.settings.side_tab, 0, 3))];
    const float with_one_word = ImGui::CalcTextSize(shown.title).x + (tabs.size() - 1) * c.theme.px(16) +
                                2.0F * tabs.size() * c.theme.px(5) + c.theme.px(8);
    const bool very_narrow = with_one_word > area.width;
    for (const Tab& tab : tabs) {
        const bool chosen = c.gui.settings.side_tab == static_cast<int>(tab.tab);
        const bool as_word = !narrow || (chosen && !very_narrow);
        const ImVec2 text = as_word ? ImGui::CalcTextSize(tab.title) : ImVec2(c.theme.px(16), c.theme.px(16));
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const ImVec2 size(text.x + 2.0F * padding, area.height);
        if (ImGui::InvisibleButton(tab.id, size)) choose(c, tab.tab);
        c.mark(tab.id);
        tooltip(c, tab.help, TooltipPlace::above);
        const ImU32 ink = color_of(chosen || ImGui::IsItemHovered() ? c.theme.text : c.theme.dim);
        const float middle = from.y + 0.5F * size.y;
        if (as_word) {
            list.AddText(ImVec2(from.x + padding, std::floor(middle - 0.5F * text.y)), ink, tab.title);
        } else {
            draw_icon(list, tab.icon, ImVec2(from.x + 0.5F * size.x, middle), text.x, ink);
        }
        if (chosen) {
            const float y = from.y + size.y - c.theme.px(2);
            list.AddRectFilled(ImVec2(from.x + padding, y),
                               ImVec2(from.x + padding + text.x, from.y + size.y), color_of(c.theme.accent));
        }
        ImGui::SameLine(0.0F, 0.0F);
    }
    list.AddLine(ImVec2(area.x, area.y + area.height - 1.0F),
                 ImVec2(area.x + area.width, area.y + area.height - 1.0F), color_of(c.theme.border));
    ImGui::End();
}

void draw_panel(const PanelContext& c, const Rect& area, const char* name,
                void (*draw)(const PanelContext&)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(6), c.theme.px(5)));
    begin_docked(name, area);
    draw(c);
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace

void draw_side_column(const PanelContext& c, const Rect& area) {
    const float height = c.theme.px(32);
    draw_tabs(c, {area.x, area.y, area.width, height});
    const Rect below{area.x, area.y + height, area.width, std::max(area.height - height, 1.0F)};
    switch (static_cast<SideTab>(c.gui.settings.side_tab)) {
        case SideTab::inspector:
            draw_inspector(c, below);
            break;
        case SideTab::bones:
            draw_panel(c, below, "Bones", draw_bones_panel);
            break;
        case SideTab::weights:
            draw_panel(c, below, "Weights", draw_weights_panel);
            break;
        case SideTab::history:
            draw_panel(c, below, "History", draw_history_panel);
            break;
    }
}

void add_side_actions(std::vector<Action>& list) {
    for (const Tab& tab : tabs) {
        const SideTab which = tab.tab;
        list.push_back({tab.id,
                        tab.action,
                        "View",
                        ctrl_shift(tab.key),
                        [which](const PanelContext& c) {
                            c.gui.settings.show_inspector = true;
                            choose(c, which);
                        },
                        {},
                        [which](const PanelContext& c) {
                            return c.gui.settings.show_inspector &&
                                   c.gui.settings.side_tab == static_cast<int>(which);
                        },
                        which == SideTab::inspector});
    }
}

}  // namespace vitruvian
