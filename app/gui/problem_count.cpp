// The number of problems, in the status bar.
#include "app/gui/problems_panel.h"
#include "app/gui/widgets.h"
#include "model/core/counted.h"

#include <array>
#include <string>
#include <string_view>

namespace vitruvian {

std::string counted(int count, check::Level level) {
    constexpr std::array<const char*, 3> plurals = {"notes", "warnings", "errors"};
    const std::string_view plural = plurals.at(place_of(level));
    return counted(count, plural.substr(0, plural.size() - 1), plural);
}

void draw_problem_count(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    const FigureProblems* problems = figure == nullptr ? nullptr : c.session.problems(figure->id);
    if (problems == nullptr) return;
    ImGui::SameLine(0.0F, c.theme.px(16));
    ImGui::BeginGroup();
    if (!problems->outcome) {
        ImGui::TextUnformatted("Checking\u2026");
    } else {
        const ProblemCounts counts = count_problems(*problems->outcome);
        bool any = false;
        for (const check::Level level : {check::Level::error, check::Level::warning}) {
            const int count = counts.levels[place_of(level)];
            if (count == 0) continue;
            if (any) ImGui::SameLine(0.0F, c.theme.px(10));
            any = true;
            inline_icon(c, icon_of(severity_of(level)), color_of(c.theme, severity_of(level)));
            ImGui::TextUnformatted(counted(count, level).c_str());
        }
        if (!any) ImGui::TextUnformatted(counts.levels[0] == 0 ? "No problems" : "No errors or warnings");
    }
    ImGui::EndGroup();
    c.mark("status/problems");
    tooltip(c, "What is wrong with the figure (Ctrl+Shift+M)");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) c.gui.settings.show_problems = !c.gui.settings.show_problems;
}

}  // namespace vitruvian
