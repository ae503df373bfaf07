#include "app/gui/context_menu.h"

#include "app/gui/actions.h"
#include "app/gui/item_menu.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vitruvian {
namespace {

void menu_row(const PanelContext& c, const char* id, const char* title, const std::function<void()>& run,
              bool enabled = true, const char* key = nullptr) {
    if (ImGui::MenuItem(title, key, false, enabled)) run();
    c.mark(std::string("context/") + id);
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
    ImGui::TextDisabled("%s", fitted_middle(name, c.theme.px(240)).c_str());
    menu_row(
        c, "frame", "Bring it into view",
        [&] {
            c.push(Select{what, true});
        },
        true, "F");
    if (what.item.kind == ItemKind::clip) {
        menu_row(c, "play", "Play it", [&] {
            c.push(ChooseClip{what.figure, what.item.index});
            c.push(SetPlaying{true});
        });
    }
    if (what.item.kind == ItemKind::joint) {
        Show show = c.session.view().show;
        menu_row(c, "weights", "Show its skin weights", [&] {
            show.weights = true;
            c.push(Select{what, false});
            c.push(SetShow{show});
        });
    }
    menu_row(
        c, "copy", "Copy its name", [&] { ImGui::SetClipboardText(name.c_str()); }, !name.empty());
    const OpenFigure* figure = c.session.figure(what.figure);
    if (figure != nullptr && exists(figure->document(), what.item)) {
        ImGui::Separator();
        edit_rows(c, *figure, what.item);
    }
    ImGui::Separator();
}

void figure_menu(const PanelContext& c, const OpenFigure& figure) {
    std::vector<std::uint64_t> others;
    bool any_hidden = false;
    for (const OpenFigure& other : c.session.figures()) {
        if (other.id != figure.id) others.push_back(other.id);
        any_hidden = any_hidden || (!other.shown && !other.clips_only);
    }
    ImGui::TextDisabled("%s", fitted_middle(figure.name(), c.theme.px(240)).c_str());
    menu_row(c, "shown", figure.shown ? "Hide" : "Show", [&] { c.push(SetShown{figure.id, !figure.shown}); });
    menu_row(
        c, "alone", "Show alone", [&] { c.push(ShowAlone{figure.id}); }, !others.empty());
    menu_row(
        c, "all", "Show all", [&] { c.push(ShowAll{}); }, any_hidden);
    if (figure.attached.any()) {
        const std::string title = fmt::format("Take it off {}", figure.attached.name);
        menu_row(c, "detach", title.c_str(), [&] { c.push(AttachProp{figure.id, {}}); });
    }
    ImGui::Separator();
    menu_row(c, "save", "Save", [&] { save_figure(c, figure); });
    menu_row(c, "save_as", "Save as\u2026", [&] { open_save_dialog(c, figure); });
    menu_row(
        c, "reload", "Reload", [&] { c.push(ReloadFiles{{figure.id}}); }, !figure.path.empty());
    ImGui::Separator();
    menu_row(c, "close", "Close", [&] { c.push(CloseFiles{{figure.id}}); });
    menu_row(
        c, "close_others", "Close others", [&] { c.push(CloseFiles{others}); }, !others.empty());
}

void targets_menu(const PanelContext& c, const std::vector<PickTarget>& targets, const Selection& picked) {
    constexpr std::size_t most = 4;
    const bool several = targets.size() > 1;
    for (std::size_t i = 0; i < std::min(targets.size(), most); ++i) {
        const Selection& what = targets[i].what;
        std::string title =
            fmt::format("Select {}", fitted_middle(name_of(c.session, what), c.theme.px(200)));
        if (several) title += fmt::format("  {:.0f} %", 100.0F * targets[i].weight);
        menu_row(c, fmt::format("select/{}", i).c_str(), title.c_str(), [&] { c.push(Select{what, false}); });
    }
    const bool hides = std::none_of(targets.begin(), targets.end(),
                                    [&](const PickTarget& target) { return target.what == picked; });
    if (hides && picked.item.kind != ItemKind::none) {
        const std::string title = fmt::format("Select the {} {}", kind_name(picked.item.kind),
                                              fitted_middle(name_of(c.session, picked), c.theme.px(200)));
        menu_row(
            c, "select/hit", title.c_str(),
            [&] {
                c.push(Select{picked, false});
            },
            true, "Alt+click");
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
        menu_row(
            c, action->id.c_str(), action->title.c_str(), [&] { action->run(c); }, enabled,
            action->shortcut.text().c_str());
    }
}

}  // namespace vitruvian
