// Menu bar, toolbar and status bar.
#include "app/gui/chrome.h"

#include "app/gui/actions.h"
#include "app/gui/clip_menu.h"
#include "app/gui/docked_window.h"
#include "app/gui/layout_tabs.h"
#include "app/gui/unavailable.h"
#include "app/gui/widgets.h"
#include "model/core/check.h"
#include "model/core/counted.h"
#include "model/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string_view>

namespace vitruvian {
namespace {

void begin_bar(const char* name, const Rect& area, ImVec2 padding, ImGuiWindowFlags extra = 0) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
    begin_docked(name, area, docked_unscrolled | extra);
    ImGui::PopStyleVar(2);
}

void draw_recent(const PanelContext& c) {
    if (!begin_submenu(c, "Open recent", !c.gui.settings.recent.empty())) {
        c.mark("menu/recent");
        return;
    }
    if (ImGui::IsWindowAppearing()) {
        c.gui.missing_recent.clear();
        std::error_code ignored;
        for (const std::string& file : c.gui.settings.recent) {
            if (!std::filesystem::exists(file, ignored)) c.gui.missing_recent.insert(file);
        }
    }
    for (const std::string& file : c.gui.settings.recent) {
        const std::filesystem::path path(file);
        const bool is_there = !c.gui.missing_recent.contains(file);
        ImGui::PushID(file.c_str());
        if (ImGui::MenuItem(row_text(path.filename().string()).c_str(),
                            visible_text(path.parent_path().filename().string()).c_str(), false, is_there)) {
            c.push(OpenFiles{{path}, ImGui::GetIO().KeyShift});
        }
        c.mark((is_there ? "recent/" : "recent/missing/") + path.filename().string());
        ImGui::PopID();
        tooltip(c, is_there ? file.c_str() : (file + "\nIt has been moved or deleted.").c_str());
    }
    ImGui::EndMenu();
}

std::string title_of(const PanelContext& c, const Action& action) {
    if (action.id == "edit.undo" && !c.session.undo_title().empty()) return "Undo: " + c.session.undo_title();
    if (action.id == "edit.redo" && !c.session.redo_title().empty()) return "Redo: " + c.session.redo_title();
    return action.title;
}

const Action* find_action(std::string_view id) {
    for (const Action& action : actions()) {
        if (action.id == id) return &action;
    }
    return nullptr;
}

void action_button(const PanelContext& c, const char* id, Icon icon) {
    const Action* action = find_action(id);
    VT_CHECK(action);
    const bool enabled = !action->enabled || action->enabled(c);
    const std::string key = action->shortcut.text();
    std::string help = title_of(c, *action) + (key.empty() ? "" : " (" + key + ")");
    if (!enabled) help += "\n" + why_unavailable(c, *action);
    const bool active = action->checked && action->checked(c);
    if (icon_button(c, std::string("toolbar/") + id, icon, help.c_str(), active, enabled)) action->run(c);
    ImGui::SameLine(0.0F, c.theme.px(2));
}

bool figure_is_checked(const PanelContext& c) {
    return c.session.problems(c.session.active_id()) != nullptr;
}

void bar_gap(const PanelContext& c) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = std::floor(at.x + c.theme.px(6)) + 0.5F;
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x, at.y + c.theme.px(6)), ImVec2(x, at.y + c.theme.px(22)),
                                        color_of(c.theme.border));
    ImGui::Dummy(ImVec2(c.theme.px(12), c.theme.px(28)));
    ImGui::SameLine(0.0F, c.theme.px(2));
}

/// Commands in a submenu, by the beginning of their ids: a long menu would not fit a small window.
struct Group {
    std::string_view ids;
    const char* title;
};
constexpr std::array groups = {Group{"views.", "Several views"},
                               Group{"layout.", "Layouts of the panels"},
                               Group{"scale.", "Size of the interface"},
                               Group{"rig.rename.", "Rename joints"},
                               Group{"rig.scale.", "Scale"},
                               Group{"tool.root.", "While reaching"}};

const Group* group_of(const Action& action) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
        return std::string_view(action.id).starts_with(group.ids);
    });
    return found == groups.end() ? nullptr : &*found;
}

void draw_action(const PanelContext& c, const Action& action) {
    const bool enabled = !action.enabled || action.enabled(c);
    const bool checked = action.checked && action.checked(c);
    if (ImGui::MenuItem(title_of(c, action).c_str(), action.shortcut.text().c_str(), checked, enabled))
        action.run(c);
    c.mark("menu/" + action.id);
    explain(c, action, enabled);
    if (action.id == "file.open") draw_recent(c);
}

void draw_group(const PanelContext& c, const Group& group) {
    const bool open = begin_submenu(c, group.title);
    if (!open) c.mark("menu/" + std::string(group.ids));
    if (!open) return;
    for (const Action& action : actions()) {
        if (group_of(action) == &group) draw_action(c, action);
    }
    ImGui::EndMenu();
}

void draw_menu(const PanelContext& c, std::string_view menu) {
    const Group* last = nullptr;
    for (const Action& action : actions()) {
        if (std::string_view(action.menu) != menu) continue;
        const Group* group = group_of(action);
        const bool goes_on = group != nullptr && group == last;
        last = group;
        if (goes_on) continue;
        if (action.separator_before) ImGui::Separator();
        if (group != nullptr) {
            draw_group(c, *group);
        } else {
            draw_action(c, action);
        }
    }
}

/// The space between the menus' titles: less in a narrow window, which shows all of them.
float space_of_titles(const PanelContext& c, const Rect& area) {
    float words = 0.0F;
    for (const MenuTitle& title : menu_titles) words += ImGui::CalcTextSize(title.name).x;
    const float room = area.width - c.theme.px(8) - words;
    return std::clamp(std::floor(room / static_cast<float>(2 * std::size(menu_titles))), c.theme.px(2),
                      c.theme.px(12));
}

}  // namespace

void draw_menu_bar(const PanelContext& c, const Rect& area) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(c.theme.px(8), c.theme.px(5)));
    begin_bar("Menu", area, ImVec2(c.theme.px(4), 0.0F), ImGuiWindowFlags_MenuBar);
    ImGui::BeginMenuBar();
    ImGui::PopStyleVar();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(space_of_titles(c, area), c.theme.px(6)));
    for (int i = 0; i < static_cast<int>(std::size(menu_titles)); ++i) {
        const char* menu = menu_titles[i].name;
        // Below the bar, even in a low window: a menu under the pointer would take the button release as a
        // choice.
        const float most = ImGui::GetIO().DisplaySize.y - area.height - c.theme.px(8);
        ImGui::SetNextWindowSizeConstraints(ImVec2(0.0F, 0.0F),
                                            ImVec2(FLT_MAX, std::max(most, c.theme.px(60))));
        const bool open = begin_bar_menu(c, i);
        if (!open) c.mark(std::string("menu/") + menu);
        if (!open) continue;
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
        draw_menu(c, menu);
        ImGui::PopStyleVar();
        ImGui::EndMenu();
    }
    end_bar_menus();
    ImGui::PopStyleVar(2);
    ImGui::EndMenuBar();
    ImGui::End();
}

void draw_toolbar(const PanelContext& c, const Rect& area) {
    begin_bar("Toolbar", area, ImVec2(c.theme.px(8), c.theme.px(4)));
    action_button(c, "file.open", Icon::open);
    action_button(c, "file.reload", Icon::reload);
    action_button(c, "file.save", Icon::save);
    bar_gap(c);
    action_button(c, "edit.undo", Icon::undo);
    action_button(c, "edit.redo", Icon::redo);
    bar_gap(c);
    action_button(c, "view.frame", Icon::frame);
    bar_gap(c);
    action_button(c, "play.toggle", c.session.playback().playing ? Icon::pause : Icon::play);
    bar_gap(c);
    action_button(c, "edit.palette", Icon::search);
    draw_layout_tabs(c);
    ImGui::NewLine();
    ImGui::End();
}

void draw_status_bar(const PanelContext& c, const Rect& area) {
    begin_bar("Status", area, ImVec2(c.theme.px(12), c.theme.px(3)));
    ImGui::PushFont(c.theme.small);
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    const float right = ImGui::GetWindowContentRegionMax().x;
    const float counts_width = figure_is_checked(c) ? c.theme.px(190) : 0.0F;
    const float room = right - counts_width - c.theme.px(24);
    std::string text;
    std::string name;
    if (const OpenFigure* figure = c.session.active_figure()) {
        const Document& document = figure->document();
        std::size_t joints = 0;
        for (const Humanoid& humanoid : document.humanoids) joints += humanoid.joints.size();
        text =
            fmt::format("{}   {}   {}   {}", figure->history.is_saved() ? "" : " *",
                        counted(joints, "joint", "joints"), counted(document.meshes.size(), "mesh", "meshes"),
                        counted(document.clips.size(), "clip", "clips"));
        if (c.session.selection().item.kind != ItemKind::none) {
            text += fmt::format("   {}: {}", kind_name(c.session.selection().item.kind),
                                label_of(c.session, c.session.selection()));
            if (const std::size_t more = c.session.view().also_selected.size(); more > 0)
                text += fmt::format(" and {} more", more);
        }
        name = figure->name();
    }
    const float least = 0.45F * room;
    const std::string shown =
        fitted(fitted_middle(name, std::max(least, room - ImGui::CalcTextSize(text.c_str()).x)) + text, room);
    ImGui::TextUnformatted(shown.c_str());
    if (shown != name + text) tooltip(c, (name + text).c_str());
    draw_problem_count(c);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    ImGui::End();
}

}  // namespace vitruvian
