// The problems that the checks found in the active figure: listed, shown in the view, and fixed.
#pragma once

#include "model/check/run.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vitruvian {

struct Clip;
struct OpenFigure;
struct PanelContext;
struct Rect;

/// The index of a level in arrays by level: 0 info, 1 warning, 2 error.
[[nodiscard]] std::size_t place_of(check::Level level);
[[nodiscard]] Severity severity_of(check::Level level);
/// "1 error", "2 notes".
[[nodiscard]] std::string counted(int count, check::Level level);

/// Which problems are listed.
struct ProblemFilter {
    std::array<bool, 3> levels{true, true, true};  // info, warning, error
    std::string text;                              // matches object, message or check; ignores case
    bool operator==(const ProblemFilter&) const = default;
};

/// One line of the list: a problem, or the heading of several problems of one check.
struct ProblemRow {
    int finding = 0;  // index into the outcome's findings; of a heading, its first
    int count = 1;    // of a heading: the number of problems under it
    bool heading = false;
    bool nested = false;  // under a heading
    bool open = true;     // of a heading
};

/// Most severe first, grouped by check. Headings of many problems start closed; those in `toggled`
/// ("error/LI01") have been opened or closed since.
[[nodiscard]] std::vector<ProblemRow> problem_rows(const check::Outcome& outcome, const ProblemFilter& filter,
                                                   const std::unordered_set<std::string>& toggled);

struct ProblemCounts {
    std::array<int, 3> levels{};  // info, warning, error
    int fixable = 0;
};
[[nodiscard]] ProblemCounts count_problems(const check::Outcome& outcome);

/// Rows are rebuilt only when the outcome, the filter or the open headings change.
struct ProblemsState {
    ProblemFilter filter;
    std::unordered_set<std::string> toggled;
    std::vector<ProblemRow> rows;
    ProblemCounts counts;
    std::shared_ptr<const check::Outcome> rows_of;
    ProblemFilter filtered;
    bool stale = true;
    bool from_top = false;  // scroll to the first row: others are listed

    int ignoring = -1;  // the problem whose reason is being typed
    std::string reason;
    bool show_ignored = false;
    int previewed = -1;  // the problem of `preview`, index into `rows_of`; -1: none
    std::string preview;
};

/// Opens or closes the heading above the finding.
void toggle_heading(ProblemsState& state, const check::Finding& finding);

void draw_problems_panel(const PanelContext& c, const Rect& area);

/// What a fix would change, with the values before and after. Cached until another one is asked for.
[[nodiscard]] const std::string& preview_of_fix(const PanelContext& c, const OpenFigure& figure,
                                                const check::Outcome& outcome, int finding);

/// Draws "Ignore" at the end of a row and returns its width. A click opens the line for the reason.
float draw_ignore(const PanelContext& c, int finding, const check::Finding& of, float right, float height);
/// Draws that line above the list, if a reason is being typed.
void draw_reason(const PanelContext& c, const OpenFigure& figure, const check::Outcome& outcome);
/// Draws the ignored problems and their reasons at the end of the list, each with "Stop ignoring".
void draw_ignored(const PanelContext& c, const OpenFigure& figure, const check::Outcome& outcome);

/// Draws the number of problems in the status bar; a click opens the panel.
void draw_problem_count(const PanelContext& c);

/// Draws the problems of the active figure's clip as marks on the timeline between `left` and `right`. True
/// if the mouse is on one; a click jumps to it.
bool draw_problem_marks(const PanelContext& c, const Clip& clip, float left, float right, float top,
                        float bottom);

/// Jumps to the clip's first problem after (1) or last before (-1) the present time.
void jump_to_problem(const PanelContext& c, int direction);
[[nodiscard]] bool has_timed_problems(const PanelContext& c);

}  // namespace vitruvian
