// Problems of the playing clip on the timeline: violated limits, pops, sliding feet, intersections.
#include "app/gui/problems_panel.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace vitruvian {
namespace {

struct TimedProblems {
    const OpenFigure* figure = nullptr;
    const FigureProblems* problems = nullptr;
    std::vector<int> findings;  // ascending by time
};

/// Returns those of the clip that the active figure plays, if it is its own.
TimedProblems timed_problems(const PanelContext& c) {
    TimedProblems out;
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr || !figure->moves() || figure->clip_file != 0) return out;
    const FigureProblems* problems = c.session.problems(figure->id);
    if (problems == nullptr || !problems->outcome) return out;
    out.figure = figure;
    out.problems = problems;
    const std::vector<check::Finding>& findings = problems->outcome->findings;
    for (int i = 0; i < static_cast<int>(findings.size()); ++i) {
        const check::Finding& finding = at(findings, i);
        if (finding.time && finding.clip_index == figure->clip) out.findings.push_back(i);
    }
    std::stable_sort(out.findings.begin(), out.findings.end(),
                     [&](int a, int b) { return *at(findings, a).time < *at(findings, b).time; });
    return out;
}

/// Returns "1.20 s", or a range if it lasts.
std::string times_of(const check::Finding& finding) {
    const double time = *finding.time;
    const auto now =
        std::find_if(finding.spans.begin(), finding.spans.end(), [time](const check::Span& span) {
            return time >= span.from && time <= span.to && span.to > span.from;
        });
    std::string out = now == finding.spans.end() ? fmt::format("{:.2f} s", time)
                                                 : fmt::format("{:.2f} to {:.2f} s", now->from, now->to);
    if (finding.spans.size() > 1) out += fmt::format(" and {} times more", finding.spans.size() - 1);
    return out;
}

/// The mapping from clip time to the screen.
struct TimeBar {
    float left, right, top, bottom;
    double seconds;

    [[nodiscard]] float x_of(double time) const {
        return left + (right - left) * static_cast<float>(std::clamp(time / seconds, 0.0, 1.0));
    }
};

/// Draws the whole duration of a problem; the mark of its worst time is drawn over it.
void draw_spans(const PanelContext& c, const TimedProblems& timed, int index, const TimeBar& bar) {
    const check::Finding& finding = at(timed.problems->outcome->findings, index);
    const ImU32 color = color_of(color_of(c.theme, severity_of(finding.level)), 0.4F);
    for (const check::Span& span : finding.spans) {
        const ImVec2 from(bar.x_of(span.from), bar.top + c.theme.px(1));
        const ImVec2 to(std::max(bar.x_of(span.to), from.x + c.theme.px(1)), bar.bottom - c.theme.px(1));
        ImGui::GetWindowDrawList()->AddRectFilled(from, to, color);
    }
    if (!finding.spans.empty()) {
        c.report.widget(fmt::format("timeline/span/{}", index),
                        ImVec2(bar.x_of(finding.spans.front().from), bar.top),
                        ImVec2(bar.x_of(finding.spans.front().to), bar.bottom));
    }
}

/// Returns the problems that last at the pointer's time.
std::vector<int> lasting_at(const TimedProblems& timed, const TimeBar& bar, float x) {
    std::vector<int> out;
    for (const int index : timed.findings) {
        const check::Finding& finding = at(timed.problems->outcome->findings, index);
        const bool lasts = std::any_of(
            finding.spans.begin(), finding.spans.end(),
            [&](const check::Span& span) { return x >= bar.x_of(span.from) && x <= bar.x_of(span.to); });
        if (lasts) out.push_back(index);
    }
    return out;
}

void mark_tooltip(const PanelContext& c, const TimedProblems& timed, const std::vector<int>& here) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < here.size() && i < most; ++i) {
        const check::Finding& finding = at(timed.problems->outcome->findings, here[i]);
        text += fmt::format("{}{}  {}  {}: {}", text.empty() ? "" : "\n", times_of(finding), finding.id,
                            finding.object.name, finding.message);
    }
    if (here.size() > most) text += fmt::format("\nand {} more", here.size() - most);
    tooltip(c, text.c_str());
}

}  // namespace

bool has_timed_problems(const PanelContext& c) {
    return !timed_problems(c).findings.empty();
}

void jump_to_problem(const PanelContext& c, int direction) {
    const TimedProblems timed = timed_problems(c);
    if (timed.findings.empty()) return;
    const auto time_of = [&](int finding) { return *at(timed.problems->outcome->findings, finding).time; };
    const double now = c.session.clip_time();
    constexpr double same = 1e-4;  // seconds: a step is slightly before a clip's end
    std::optional<int> next;
    for (const int finding : timed.findings) {
        if (direction > 0 && time_of(finding) > now + same && !next) next = finding;
        if (direction < 0 && time_of(finding) < now - same) next = finding;
    }
    const int round = direction > 0 ? timed.findings.front() : timed.findings.back();
    c.push(ShowProblem{timed.figure->id, next.value_or(round)});
}

bool draw_problem_marks(const PanelContext& c, const Clip& clip, float left, float right, float top,
                        float bottom) {
    const TimedProblems timed = timed_problems(c);
    if (timed.findings.empty() || clip.duration <= 0.0) return false;
    // Problems of one column share a mark, in the colour of the most severe one.
    std::map<int, std::vector<int>> columns;
    for (const int finding : timed.findings) {
        const double share =
            std::clamp(*at(timed.problems->outcome->findings, finding).time / clip.duration, 0.0, 1.0);
        columns[static_cast<int>(share * static_cast<double>(right - left) / c.theme.px(4))].push_back(
            finding);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float half = c.theme.px(2);
    const bool in_lane = ImGui::IsItemHovered() && mouse.y >= top - half && mouse.y <= bottom + half;
    const TimeBar bar{left, right, top, bottom, clip.duration};
    for (const int finding : timed.findings) draw_spans(c, timed, finding, bar);
    const std::vector<int>* pointed_at = nullptr;
    for (const auto& [column, findings] : columns) {
        const check::Finding& gravest =
            at(timed.problems->outcome->findings, *std::min_element(findings.begin(), findings.end()));
        const float x = left + (static_cast<float>(column) + 0.5F) * c.theme.px(4);
        const bool hovered = in_lane && std::abs(mouse.x - x) <= c.theme.px(4) && pointed_at == nullptr;
        const float wide = hovered ? half + c.theme.px(1) : half;
        list.AddRectFilled(ImVec2(x - wide, top), ImVec2(x + wide, bottom),
                           color_of(color_of(c.theme, severity_of(gravest.level))), half);
        c.report.widget(fmt::format("timeline/problem/{}", findings.front()), ImVec2(x - half, top),
                        ImVec2(x + half, bottom));
        if (hovered) pointed_at = &findings;
    }
    const std::vector<int> lasting = in_lane ? lasting_at(timed, bar, mouse.x) : std::vector<int>{};
    if (pointed_at == nullptr && !lasting.empty()) pointed_at = &lasting;
    if (pointed_at == nullptr) return false;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    mark_tooltip(c, timed, *pointed_at);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        c.push(ShowProblem{timed.figure->id, *std::min_element(pointed_at->begin(), pointed_at->end())});
    return true;
}

}  // namespace vitruvian
