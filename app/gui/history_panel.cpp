#include "app/gui/history_panel.h"

#include "app/gui/empty_panel.h"
#include "app/gui/widgets.h"
#include "model/core/counted.h"
#include "model/edit/command_json.h"
#include "model/edit/command_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

using Steps = std::vector<History::Step>;

std::string json_of(const Steps& steps, std::size_t place) {
    return command_json(*steps[place].command, steps[place - 1].document);
}

/// Returns the steps up to a place, including those that undo no longer reaches, as a script for `vitruvian
/// edit`.
std::string script_to(const History& history, std::size_t place) {
    std::string out;
    for (const History::Forgotten& state : history.forgotten()) out += state.next + "\n";
    for (std::size_t i = 1; i <= place; ++i) out += json_of(history.steps(), i) + "\n";
    return out;
}

std::string title_of_first(const OpenFigure& figure) {
    const std::size_t forgotten = figure.history.forgotten().size();
    if (forgotten > 0) return "After " + counted(forgotten, "earlier step", "earlier steps");
    return figure.path.empty() ? "As built in" : "As opened";
}

void refresh_rows(HistoryState& state, const OpenFigure& figure) {
    if (!state.stale && state.rows_of == figure.reading && state.revision == figure.history.revision())
        return;
    const Steps& steps = figure.history.steps();
    std::vector<HistoryRow>& rows = state.rows;
    if (state.stale || state.rows_of != figure.reading) rows.clear();
    // The oldest may have been dropped.
    rows.erase(rows.begin(), std::find_if(rows.begin(), rows.end(), [&](const HistoryRow& row) {
                   return row.step == steps.front().number;
               }));
    std::size_t kept = 0;
    while (kept < rows.size() && kept < steps.size() && rows[kept].step == steps[kept].number) ++kept;
    rows.resize(kept);
    for (std::size_t i = kept; i < steps.size(); ++i) {
        HistoryRow row{steps[i].number, steps[i].title, {}};
        if (steps[i].command) row.values = command_values(*steps[i].command, steps[i - 1].document);
        rows.push_back(std::move(row));
    }
    rows.front().title = title_of_first(figure);
    rows.front().values.clear();
    state.rows_of = figure.reading;
    state.revision = figure.history.revision();
    state.stale = false;
}

void draw_menu(const PanelContext& c, const OpenFigure& figure, std::size_t place) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
    if (ImGui::BeginPopupContextItem("step menu")) {
        const Steps& steps = figure.history.steps();
        if (ImGui::MenuItem("Go to this step")) c.push(GoToStep{figure.id, steps[place].number});
        c.mark("history/menu/go");
        tooltip(c, "Undoes or redoes this figure's steps up to this one");
        if (ImGui::MenuItem("Copy as command", nullptr, false, place > 0))
            copy_text(c, json_of(steps, place));
        c.mark("history/menu/copy");
        tooltip(c, "Copies the step as a line of JSON for vitruvian edit");
        if (ImGui::MenuItem("Copy all up to here as a script", nullptr, false, place > 0))
            copy_text(c, script_to(figure.history, place));
        c.mark("history/menu/copy_all");
        tooltip(c, "Copies one line of JSON per step, for vitruvian edit");
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
}

void draw_row(const PanelContext& c, const OpenFigure& figure, std::size_t place, float height) {
    const Theme& theme = c.theme;
    const HistoryRow& row = c.gui.side.history.rows[place];
    const History& history = figure.history;
    const bool is_present = place == history.present_index();
    const bool is_future = place > history.present_index();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 to(from.x + width, from.y + height);
    ImGui::PushID(static_cast<int>(place));
    if (ImGui::InvisibleButton("step", ImVec2(width, height))) c.push(GoToStep{figure.id, row.step});
    c.mark(fmt::format("history/{}", place));
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) {
        const std::string help = row.values.empty() ? row.title : row.title + "\n" + row.values;
        tooltip(c, help.c_str());
    }
    draw_menu(c, figure, place);
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_present) {
        list.AddRectFilled(from, to, color_of(theme.accent_quiet), theme.px(4));
    } else if (hovered) {
        list.AddRectFilled(from, to, color_of(theme.raised), theme.px(4));
    }
    const float middle = std::floor(0.5F * (from.y + to.y));
    const ImVec2 dot(from.x + theme.px(11), middle);
    if (place + 1 < c.gui.side.history.rows.size())
        list.AddLine(ImVec2(dot.x, middle + theme.px(5)), ImVec2(dot.x, middle + height - theme.px(5)),
                     color_of(theme.border), theme.px(1));
    if (is_present) {
        list.AddCircleFilled(dot, theme.px(4), color_of(theme.accent));
    } else {
        list.AddCircle(dot, theme.px(3), color_of(is_future ? theme.faint : theme.dim), 0, theme.px(1.5F));
    }
    float right = to.x - theme.px(6);
    if (history.saved_index() == place) {
        draw_icon(list, Icon::save, ImVec2(right - theme.px(6), middle), theme.px(12), color_of(theme.dim));
        right -= theme.px(20);
        if (hovered && ImGui::GetIO().MousePos.x > right) tooltip(c, "The state that is saved in the file.");
    }
    const float text_y = std::floor(middle - 0.5F * ImGui::GetTextLineHeight());
    float x = from.x + theme.px(22);
    const ImVec4& quiet = is_future && !hovered ? theme.faint : theme.dim;
    const std::string title = fitted(row.title, right - x);
    list.AddText(ImVec2(x, text_y), color_of(is_future ? quiet : theme.text), title.c_str());
    x += ImGui::CalcTextSize(title.c_str()).x + theme.px(8);
    if (row.values.empty() || right - x < theme.px(40)) return;
    list.AddText(ImVec2(x, text_y), color_of(quiet), fitted(row.values, right - x).c_str());
}

void scroll_to_present(const PanelContext& c, const OpenFigure& figure, float height) {
    HistoryState& state = c.gui.side.history;
    if (state.shown_step == figure.history.step()) return;
    state.shown_step = figure.history.step();
    const float y = static_cast<float>(figure.history.present_index()) * height;
    const float top = ImGui::GetScrollY();
    if (y < top || y + height > top + ImGui::GetWindowHeight())
        ImGui::SetScrollY(std::max(0.0F, y - 0.5F * ImGui::GetWindowHeight()));
}

}  // namespace

void copy_text(const PanelContext& c, const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    c.report.event("copied", {{"text", text}});
}

void draw_history_panel(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr) {
        return empty_panel(c, nothing_is_open);
    }
    refresh_rows(c.gui.side.history, *figure);
    const std::size_t steps = figure->history.steps().size() - 1;
    const std::string count =
        counted(steps, "step", "steps") + (figure->history.is_saved() ? "" : ", unsaved");
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(count.c_str()).x;
    dim_text(c, fitted_middle(figure->name(), room - ImGui::GetStyle().ItemSpacing.x));
    ImGui::SameLine();
    dim_text(c, count);
    if (steps == 0) {
        ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
        ImGui::TextWrapped("Edits are listed here: click a step to undo or redo up to it.");
        ImGui::PopStyleColor();
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
    ImGui::BeginChild("steps", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NoNav);
    const float height = c.theme.px(24);
    scroll_to_present(c, *figure, height);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(c.gui.side.history.rows.size()), height);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_row(c, *figure, static_cast<std::size_t>(i), height);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

}  // namespace vitruvian
