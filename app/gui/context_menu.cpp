#include "app/gui/context_menu.h"

#include "app/gui/action_help.h"
#include "app/gui/actions.h"
#include "app/gui/item_menu.h"
#include "app/gui/show_layer.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vitruvian {
namespace {

struct MenuRow {
    const char* id;
    const char* title;
    const char* help;
    bool enabled = true;
    const char* key = nullptr;
};

void menu_row(const PanelContext& c, const MenuRow& row, const std::function<void()>& run) {
    if (ImGui::MenuItem(row.title, row.key, false, row.enabled)) run();
    c.mark(std::string("context/") + row.id);
    tooltip(c, row.help);
}

/// Rows that hide and show a mesh, joint or site.
void sight_rows(const PanelContext& c, const OpenFigure& figure, const Selection& what) {
    const bool hidden = hides(figure, what.item);
    menu_row(c,
             {"item_shown", hidden ? "Show" : "Hide", "Only in the view: the file is not changed", true, "H"},
             [&] {
                 c.push(SetItemsShown{what.figure, {what.item}, hidden});
             });
    menu_row(c,
             {"item_alone", "Show alone", "Hides every other one of its kind in the figure", true, "Shift+H"},
             [&] {
                 c.push(ShowItemsAlone{what.figure, {what.item}});
             });
    menu_row(c,
             {"item_all", "Show all", "Every figure with all its meshes, joints and sites",
              !figure.hidden.empty(), "Alt+H"},
             [&] { c.push(ShowAll{}); });
}

}  // namespace

void begin_menu_style(const PanelContext& c) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
}

void end_menu_style() {
    ImGui::PopStyleVar(2);
}

void item_menu(const PanelContext& c, const Selection& what) {
    const std::string name = name_of(c.session, what);
    ImGui::TextDisabled("%s", fitted_middle(label_of(c.session, what), c.theme.px(240)).c_str());
    menu_row(c, {"frame", "Frame it", "Selects it and moves the view to it", true, "F"}, [&] {
        c.push(Select{what, true});
    });
    if (what.item.kind == ItemKind::clip) {
        menu_row(c, {"play", "Play it", "On the figure of its file"}, [&] {
            c.push(ChooseClip{what.figure, what.item.index});
            c.push(SetPlaying{true});
        });
    }
    if (what.item.kind == ItemKind::joint) {
        menu_row(
            c, {"weights", "Show its skin weights", "Colours the skin by how far the joint moves it, 0 to 1"},
            [&] {
                c.push(Select{what, false});
                show_layer(c, &Show::weights, true);
            });
    }
    menu_row(c, {"copy", "Copy its name", "The name in the file", !name.empty()},
             [&] { ImGui::SetClipboardText(name.c_str()); });
    const OpenFigure* figure = c.session.figure(what.figure);
    if (figure != nullptr && !hidden_with(figure->document(), what.item).empty())
        sight_rows(c, *figure, what);
    if (figure != nullptr && exists(figure->document(), what.item)) {
        ImGui::Separator();
        edit_rows(c, *figure, what.item);
    }
}

void selection_menu(const PanelContext& c, const Selection& what) {
    const OpenFigure* figure = c.session.figure(what.figure);
    const bool is_part = what.item.kind != ItemKind::none;
    if (is_part) item_menu(c, what);
    if (figure == nullptr) return;
    if (!is_part) return figure_menu(c, *figure);
    ImGui::Separator();
    if (ImGui::BeginMenu(row_text(fitted_middle(figure->name(), c.theme.px(200))).c_str())) {
        figure_menu(c, *figure);
        ImGui::EndMenu();
    } else {
        c.mark("context/file");
    }
}

void menu_on_last_item(const PanelContext& c, const Selection& what) {
    const std::string id = fmt::format("menu of {} {} {}", static_cast<int>(what.item.kind),
                                       what.item.humanoid, what.item.index);
    begin_menu_style(c);
    if (ImGui::BeginPopupContextItem(id.c_str())) {
        selection_menu(c, what);
        ImGui::EndPopup();
    }
    end_menu_style();
}

void menu_on_window(const PanelContext& c, const Selection& what) {
    const bool taken = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    // A drag that began elsewhere and ends here opens no menu.
    const ImVec2 press = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Right];
    const ImVec2 from = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    const bool began_here =
        press.x >= from.x && press.y >= from.y && press.x < from.x + size.x && press.y < from.y + size.y;
    if (!taken && began_here && ImGui::IsMouseReleased(ImGuiMouseButton_Right) &&
        ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
        ImGui::OpenPopup("menu of the panel");
    begin_menu_style(c);
    if (ImGui::BeginPopup("menu of the panel")) {
        selection_menu(c, what);
        ImGui::EndPopup();
    }
    end_menu_style();
}

void figure_menu(const PanelContext& c, const OpenFigure& figure) {
    std::vector<std::uint64_t> others;
    bool any_hidden = false;
    for (const OpenFigure& other : c.session.figures()) {
        if (other.id != figure.id) others.push_back(other.id);
        any_hidden = any_hidden || (!other.shown && !other.clips_only);
    }
    ImGui::TextDisabled("%s", fitted_middle(figure.name(), c.theme.px(240)).c_str());
    menu_row(c,
             {"shown", figure.shown ? "Hide" : "Show",
              figure.shown ? "Hides the figure; the others move together" : "Shows the figure again"},
             [&] {
                 c.push(SetShown{figure.id, !figure.shown});
             });
    menu_row(c, {"alone", "Show alone", "Hides every other figure", !others.empty()},
             [&] { c.push(ShowAlone{figure.id}); });
    menu_row(c, {"all", "Show all", "Every figure, side by side", any_hidden}, [&] { c.push(ShowAll{}); });
    if (figure.attached.any()) {
        const std::string title = fmt::format("Take it off {}", figure.attached.name);
        menu_row(c, {"detach", title.c_str(), "Detaches the prop from the site"}, [&] {
            c.push(AttachProp{figure.id, {}});
        });
    }
    ImGui::Separator();
    menu_row(c, {"save", "Save", "Changes only the bytes of what was edited."},
             [&] { save_figure(c, figure); });
    menu_row(c, {"save_as", "Save as\u2026", "Under another name, or in another format"},
             [&] { open_save_dialog(c, figure); });
    menu_row(c,
             {"reload", "Reload", "Reads the file again; unsaved edits are asked about first.",
              !figure.path.empty()},
             [&] { c.push(ReloadFiles{{figure.id}}); });
    ImGui::Separator();
    menu_row(c, {"close", "Close", "Closes the file; unsaved edits are asked about first."},
             [&] { c.push(CloseFiles{{figure.id}}); });
    menu_row(c,
             {"close_others", "Close others", "Closes every other file; unsaved edits are asked about first.",
              !others.empty()},
             [&] { c.push(CloseFiles{others}); });
}

void targets_menu(const PanelContext& c, const std::vector<PickTarget>& targets, const Selection& picked) {
    constexpr std::size_t most = 4;
    const bool several = targets.size() > 1;
    for (std::size_t i = 0; i < std::min(targets.size(), most); ++i) {
        const Selection& what = targets[i].what;
        std::string title =
            fmt::format("Select {}", fitted_middle(label_of(c.session, what), c.theme.px(200)));
        if (several) title += fmt::format("  {:.0f} %", 100.0F * targets[i].weight);
        menu_row(c,
                 {fmt::format("select/{}", i).c_str(), title.c_str(),
                  several ? "A joint that moves the skin here, and its weight" : nullptr},
                 [&] {
                     c.push(Select{what, false});
                 });
    }
    const bool hides = std::none_of(targets.begin(), targets.end(),
                                    [&](const PickTarget& target) { return target.what == picked; });
    if (hides && picked.item.kind != ItemKind::none) {
        const std::string title = fmt::format("Select the {} {}", kind_name(picked.item.kind),
                                              fitted_middle(label_of(c.session, picked), c.theme.px(200)));
        menu_row(c,
                 {"select/hit", title.c_str(),
                  "The thing under the pointer itself, not the joint that moves it", true, "Alt+click"},
                 [&] {
                     c.push(Select{picked, false});
                 });
    }
    ImGui::Separator();
}

void view_menu(const PanelContext& c) {
    for (const std::string_view id : {"view.frame_all", "view.best", "view.front", "view.side", "views.four",
                                      "views.two", "figure.all", "file.open", "file.screenshot"}) {
        const auto action = std::find_if(actions().begin(), actions().end(),
                                         [&](const Action& candidate) { return candidate.id == id; });
        if (action == actions().end()) continue;
        const bool enabled = !action->enabled || action->enabled(c);
        const std::string key = action->shortcut.text();
        menu_row(c, {action->id.c_str(), action->title.c_str(), help_of(*action), enabled, key.c_str()},
                 [&] { action->run(c); });
    }
}

}  // namespace vitruvian
