#include "app/gui/problems_panel.h"

#include "app/gui/docked_window.h"
#include "app/gui/empty_panel.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"
#include "app/scene/finding_marks.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::array<check::Level, 3> levels_gravest_first = {check::Level::error, check::Level::warning,
                                                              check::Level::info};
constexpr std::array<const char*, 3> level_words = {"Note", "Warning", "Error"};

/// The data for drawing a row of the list.
struct List {
    const PanelContext& c;
    const OpenFigure& figure;
    const FigureProblems& problems;

    [[nodiscard]] const check::Finding& finding(const ProblemRow& row) const {
        return at(problems.outcome->findings, row.finding);
    }
    [[nodiscard]] bool can_fix() const {
        return problems.is_current() && problems.revision == figure.history.revision();
    }
};

std::string row_id(const List& list, const ProblemRow& row) {
    const check::Finding& finding = list.finding(row);
    if (row.heading) return fmt::format("problems/check/{}", finding.id);
    return fmt::format("problems/row/{}/{}", finding.id, finding.object.name);
}

std::string number_text(double value, std::string_view unit) {
    constexpr double degrees = 57.29577951308232;
    if (unit == "rad") return fmt::format("{:.3g} rad ({:.1f} deg)", value, value * degrees);
    return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
}

/// What to do, what was measured and its limit, who requires it and where it is.
void finding_tooltip(const PanelContext& c, const check::Finding& finding) {
    begin_tooltip(c);
    ImGui::PushTextWrapPos(tooltip_width(c, 420));
    const check::CheckInfo* check = check::find_check(finding.id);
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted(
        fmt::format("{} {}", finding.id, check == nullptr ? std::string_view() : check->name).c_str());
    ImGui::PopFont();
    ImGui::TextUnformatted(finding.message.c_str());
    if (!finding.advice.empty()) ImGui::TextUnformatted(fmt::format("Advice: {}", finding.advice).c_str());
    if (finding.value && finding.threshold) {
        dim_text(c, fmt::format("Measured {}, threshold {}", number_text(*finding.value, finding.unit),
                                number_text(*finding.threshold, finding.unit)));
    }
    if (finding.clip && finding.time)
        dim_text(c, fmt::format("{} at {:.2f} s", *finding.clip, *finding.time));
    if (check != nullptr && !check->source.empty()) dim_text(c, fmt::format("Source: {}", check->source));
    if (finding.where.line > 0) dim_text(c, fmt::format("Line {} of the file", finding.where.line));
    ImGui::PopTextWrapPos();
    end_tooltip();
}

std::string preview_of_all(const List& list) {
    constexpr int most = 10;
    std::string out = "Fixes all that can be fixed at once, as one undo step:";
    int count = 0;
    for (const check::Finding& finding : list.problems.outcome->findings) {
        if (finding.fix.empty()) continue;
        if (++count <= most) {
            out += fmt::format("\n\u2022 {}: {}", finding.id,
                               title_of(finding.fix.front(), list.figure.document()));
        }
    }
    if (count > most) out += fmt::format("\nand {} more", count - most);
    return out;
}

// ---- the line above the list

/// A filter toggle of the list; `severity` gives it an icon.
void list_switch(const PanelContext& c, const std::string& id, bool& on, const std::string& text, int count,
                 std::optional<Severity> severity) {
    const float height = c.theme.px(26);
    const float icon = c.theme.px(severity ? 24.0F : 10.0F);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = icon + ImGui::CalcTextSize(text.c_str()).x + c.theme.px(10);
    if (ImGui::InvisibleButton(id.c_str(), ImVec2(width, height))) on = !on;
    c.mark(id);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 to(from.x + width, from.y + height);
    if (on) list.AddRectFilled(from, to, color_of(c.theme.raised), c.theme.px(4));
    if (ImGui::IsItemHovered()) list.AddRectFilled(from, to, color_of(c.theme.hover), c.theme.px(4));
    const float middle = 0.5F * (from.y + to.y);
    if (severity) {
        const ImVec4& color = on && count > 0 ? color_of(c.theme, *severity) : c.theme.faint;
        draw_icon(list, icon_of(*severity), ImVec2(from.x + c.theme.px(13), middle), c.theme.px(14),
                  color_of(color));
    }
    list.AddText(ImVec2(from.x + icon, std::floor(middle - 0.5F * ImGui::GetTextLineHeight())),
                 color_of(on ? c.theme.text : c.theme.dim), text.c_str());
    tooltip(c, on ? "Click to hide them" : "Click to list them");
    ImGui::SameLine(0.0F, c.theme.px(4));
}

/// The switches of the levels, the filter and what was checked, as far as there is room left of `right`.
void draw_filters(const PanelContext& c, const OpenFigure& figure, const FigureProblems& problems,
                  float right) {
    ProblemsState& state = c.gui.problems;
    for (const check::Level level : levels_gravest_first) {
        const int count = state.counts.levels[place_of(level)];
        list_switch(c, fmt::format("problems/show/{}", to_string(level)),
                    state.filter.levels[place_of(level)], counted(count, level), count, severity_of(level));
    }
    if (const std::size_t ignored = problems.outcome->ignored.size(); ignored > 0)
        list_switch(c, "problems/ignored", state.show_ignored, fmt::format("{} ignored", ignored),
                    static_cast<int>(ignored), std::nullopt);
    ImGui::SameLine(0.0F, c.theme.px(8));
    const float room = right - ImGui::GetCursorPosX();
    if (room >= c.theme.px(48)) {
        ImGui::SetNextItemWidth(std::min(c.theme.px(150), room));
        text_field(c, "problems/filter", "Filter", state.filter.text);
        ImGui::SameLine(0.0F, c.theme.px(12));
    }
    const std::string of = fmt::format("{}, profile {}{}", figure.name(), problems.outcome->profile,
                                       problems.is_current() ? "" : "  (checking\u2026)");
    const float rest = right - ImGui::GetCursorPosX();
    if (rest > c.theme.px(48)) dim_text(c, fitted(of, rest));
    ImGui::SameLine();
}

void draw_header(const PanelContext& c, const OpenFigure* figure, const FigureProblems* problems) {
    ProblemsState& state = c.gui.problems;
    const float padding = 0.5F * (c.theme.px(26) - ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(c.theme.px(8), padding));
    ImGui::AlignTextToFramePadding();
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted("Problems");
    ImGui::PopFont();
    ImGui::SameLine(0.0F, c.theme.px(12));
    const bool checked = figure != nullptr && problems != nullptr && problems->outcome;
    const float right = ImGui::GetWindowContentRegionMax().x;
    const float close = c.theme.px(26);
    const std::string fix_all = fmt::format("Fix all ({})", state.counts.fixable);
    const bool fixes = checked && state.counts.fixable > 0;
    const float fix_width =
        fixes ? ImGui::CalcTextSize(fix_all.c_str()).x + c.theme.px(16) + c.theme.px(8) : 0.0F;
    if (checked) draw_filters(c, *figure, *problems, right - close - fix_width - c.theme.px(12));
    ImGui::SetCursorPosX(right - close - fix_width);
    if (fixes) {
        const List list{c, *figure, *problems};
        ImGui::BeginDisabled(!list.can_fix());
        if (text_button(c, "problems/fix_all", fix_all.c_str())) c.push(FixProblems{figure->id, {}});
        ImGui::EndDisabled();
        if (ImGui::IsItemHovered()) tooltip(c, preview_of_all(list).c_str());
        ImGui::SameLine(0.0F, c.theme.px(8));
    }
    if (icon_button(c, "problems/close", Icon::close, "Hide (Ctrl+Shift+M)", false, true, 26.0F))
        c.gui.settings.show_problems = false;
    ImGui::PopStyleVar();
}

// ---- the list

/// Draws "Fix" at the end of a row; returns its width.
float draw_fix(const List& list, const ProblemRow& row, ImVec2 from, float right, float height) {
    const PanelContext& c = list.c;
    const check::Finding& finding = list.finding(row);
    if (row.heading || finding.fix.empty()) return 0.0F;
    const float width = ImGui::CalcTextSize("Fix").x + c.theme.px(16);
    const ImVec2 back = ImGui::GetCursorPos();
    ImGui::SetCursorScreenPos(ImVec2(right - width, from.y + c.theme.px(1)));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        ImVec2(c.theme.px(8), 0.5F * (height - c.theme.px(2) - ImGui::GetTextLineHeight())));
    ImGui::BeginDisabled(!list.can_fix());
    const std::string id = fmt::format("problems/fix/{}/{}", finding.id, finding.object.name);
    ImGui::PushID(row.finding);
    if (text_button(c, id, "Fix")) c.push(FixProblems{list.figure.id, row.finding});
    ImGui::PopID();
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered())
        tooltip(c, preview_of_fix(c, list.figure, *list.problems.outcome, row.finding).c_str());
    ImGui::PopStyleVar();
    ImGui::SetCursorPos(back);
    return width;
}

/// The cells of a row, from left to right, without `buttons` at its end, which do not shift the columns.
void draw_cells(const List& list, const ProblemRow& row, ImVec2 from, ImVec2 to, float buttons) {
    const PanelContext& c = list.c;
    const Theme& theme = c.theme;
    const check::Finding& finding = list.finding(row);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float middle = std::floor(0.5F * (from.y + to.y));
    const float right = to.x - buttons - theme.px(8);
    const float text_y = std::floor(middle - 0.5F * ImGui::GetTextLineHeight());
    const auto cell = [&](float x, float end, const std::string& text, const ImVec4& color) {
        if (end - x < theme.px(12)) return;
        out.AddText(ImVec2(x, text_y), color_of(color), fitted(text, end - x).c_str());
    };
    const float icon_x = from.x + theme.px(row.nested ? 40 : 26);
    const Severity severity = severity_of(finding.level);
    draw_icon(out, icon_of(severity), ImVec2(icon_x, middle), theme.px(row.nested ? 12 : 14),
              color_of(color_of(theme, severity)));
    const float word_x = from.x + theme.px(38);
    const float id_x = from.x + theme.px(100);
    const float object_x = from.x + theme.px(148);
    const float message_x = object_x + std::clamp(0.22F * (to.x - object_x), theme.px(90), theme.px(220));
    if (!row.nested) {
        cell(word_x, id_x, level_words[place_of(finding.level)], theme.text);
        cell(id_x, object_x, std::string(finding.id), theme.dim);
    }
    if (row.heading) {
        draw_icon(out, row.open ? Icon::chevron_down : Icon::chevron_right,
                  ImVec2(from.x + theme.px(9), middle), theme.px(9), color_of(theme.dim));
        const check::CheckInfo* check = check::find_check(finding.id);
        cell(object_x, right, fmt::format("{} ({})", check == nullptr ? finding.id : check->name, row.count),
             theme.text);
        return;
    }
    const std::string& name = finding.object.name;
    draw_icon(out, icon_of(finding.object.item.kind), ImVec2(object_x + theme.px(6), middle), theme.px(12),
              color_of(theme.dim));
    cell(object_x + theme.px(18), message_x - theme.px(8), name.empty() ? finding.object.kind : name,
         theme.text);
    std::string message = finding.message;
    if (finding.clip) message += fmt::format(" (clip {})", *finding.clip);
    if (finding.clip && finding.time)
        message.insert(message.size() - 1, fmt::format(", {:.2f} s", *finding.time));
    cell(message_x, right, message, theme.dim);
}

void draw_row(const List& list, const ProblemRow& row, float height) {
    const PanelContext& c = list.c;
    const check::Finding& finding = list.finding(row);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 to(from.x + width, from.y + height);
    ImGui::PushID(row.heading ? -1 - row.finding : row.finding);
    const bool clicked = row_button("row", ImVec2(width, height));
    ImGui::PopID();
    c.mark(row_id(list, row));
    const bool hovered = ImGui::IsItemHovered();
    const ShownProblem* shown = c.session.shown_problem();
    const bool is_shown =
        !row.heading && shown && shown->figure == list.figure.id && shown->finding == row.finding;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    if (is_shown) {
        out.AddRectFilled(from, to, color_of(c.theme.accent_quiet), c.theme.px(4));
    } else if (hovered) {
        out.AddRectFilled(from, to, color_of(c.theme.raised), c.theme.px(4));
    }
    float buttons = draw_fix(list, row, from, to.x, height);
    // Rows show what is wrong; the one pointed at or shown also what can be done.
    const bool is_pointed_at = ImGui::IsMouseHoveringRect(from, to) || is_shown;
    if (!row.heading && is_pointed_at)
        buttons += draw_ignore(c, row.finding, finding, to.x - buttons, height);
    draw_cells(list, row, from, to, buttons);
    const bool on_button = buttons > 0.0F && ImGui::GetIO().MousePos.x > to.x - buttons;
    if (on_button) return;
    if (clicked && row.heading) toggle_heading(c.gui.problems, finding);
    if (clicked && !row.heading) c.push(ShowProblem{list.figure.id, row.finding});
    if (hovered && !row.heading) {
        c.push(Hover{{list.figure.id, shown_item(list.figure.document(), finding.object.item)}});
        finding_tooltip(c, finding);
    }
}

void refresh_rows(const PanelContext& c, const std::shared_ptr<const check::Outcome>& outcome) {
    ProblemsState& state = c.gui.problems;
    if (!state.stale && state.rows_of == outcome && state.filtered == state.filter) return;
    state.rows = problem_rows(*outcome, state.filter, state.toggled);
    state.counts = count_problems(*outcome);
    if (state.rows_of != outcome) state.previewed = state.ignoring = -1;
    state.from_top = state.from_top || state.filtered != state.filter;
    state.rows_of = outcome;
    state.filtered = state.filter;
    state.stale = false;
}

/// Scrolls to the row of the problem that is pointed at when it changes.
void scroll_to_shown(const List& list, float height) {
    const ShownProblem* shown = list.c.session.shown_problem();
    const int now = shown != nullptr && shown->figure == list.figure.id ? shown->finding : -1;
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("shown");
    if (storage.GetInt(id, -1) == now) return;
    storage.SetInt(id, now);
    const std::vector<ProblemRow>& rows = list.c.gui.problems.rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [now](const ProblemRow& candidate) {
        return !candidate.heading && candidate.finding == now;
    });
    if (row == rows.end()) return;
    const float y = static_cast<float>(row - rows.begin()) * height;
    const float top = ImGui::GetScrollY();
    if (y < top || y + height > top + ImGui::GetWindowHeight())
        ImGui::SetScrollY(std::max(0.0F, y - 0.4F * ImGui::GetWindowHeight()));
}

void draw_list(const List& list) {
    const PanelContext& c = list.c;
    ProblemsState& state = c.gui.problems;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
    ImGui::BeginChild("rows", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NoNav);
    if (list.problems.outcome->findings.empty()) {
        const std::string name = list.problems.outcome->profile;
        ImGui::TextUnformatted(fmt::format("No problems found by profile {}.", name).c_str());
        c.mark("problems/none");
        dim_text(c, "The figure is checked again whenever you edit it.");
    } else if (state.rows.empty()) {
        dim_text(c, fmt::format("None of the {} problems matches the filters above.",
                                list.problems.outcome->findings.size()));
        if (text_button(c, "problems/show_all", "List all of them",
                        "Clears the filters: lists errors, warnings and notes"))
            state.filter = {};
    }
    const float height = c.theme.px(24);
    if (state.from_top) ImGui::SetScrollY(0.0F);
    state.from_top = false;
    scroll_to_shown(list, height);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.rows.size()), height);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const ProblemRow row = at(state.rows, i);
            draw_row(list, row, height);
        }
    }
    draw_ignored(c, list.figure, *list.problems.outcome);
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

}  // namespace

void draw_problems_panel(const PanelContext& c, const Rect& area) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(6)));
    begin_docked("Problems", area, ImGuiWindowFlags_NoScrollbar);
    c.report.widget("problems", area.min(), area.max());
    const OpenFigure* figure = c.session.active_figure();
    const FigureProblems* problems = figure == nullptr ? nullptr : c.session.problems(figure->id);
    const bool checked = problems != nullptr && problems->outcome;
    if (checked) refresh_rows(c, problems->outcome);
    draw_header(c, figure, problems);
    if (checked) {
        draw_reason(c, *figure, *problems->outcome);
        draw_list({c, *figure, *problems});
    } else {
        empty_panel(c, figure == nullptr ? nothing_is_open
                                         : fmt::format("{} is being checked\u2026", figure->name()).c_str());
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace vitruvian
