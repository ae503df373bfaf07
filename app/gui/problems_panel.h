// The problems that the checks found in the active figure: listed, pointed at, and mended.
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

/// Where a level stands in lists by level: 0 info, 1 warning, 2 error.
[[nodiscard]] std::size_t place_of(check::Level level);
[[nodiscard]] Severity severity_of(check::Level level);
/// "1 error", "2 notes".
[[nodiscard]] std::string counted(int count, check::Level level);

/// Which problems are listed.
struct ProblemFilter {
    std::array<bool, 3> levels{true, true, true};  // info, warning, error
    std::string text;                              // in any case: of the object, the message or the check
    bool operator==(const ProblemFilter&) const = default;
};

/// One line of the list: a problem, or the heading over several of one check.
struct ProblemRow {
    int finding = 0;  // into the outcome's; of a heading, its first
    int count = 1;    // of a heading: how many stand under it
    bool heading = false;
    bool nested = false;  // under a heading
    bool open = true;     // of a heading
};

/// Gravest first, and what one check says together. Headings over many start closed; those in `toggled` ("error/LI01") are
/// not as they start.
[[nodiscard]] std::vector<ProblemRow> problem_rows(const check::Outcome& outcome, const ProblemFilter& filter,
                                                   const std::unordered_set<std::string>& toggled);

struct ProblemCounts {
    std::array<int, 3> levels{};  // info, warning, error
    int fixable = 0;
};
[[nodiscard]] ProblemCounts count_problems(const check::Outcome& outcome);

/// Rows are made anew only when the outcome, the filter or what is open changes.
struct ProblemsState {
    ProblemFilter filter;
    std::unordered_set<std::string> toggled;
    std::vector<ProblemRow> rows;
    ProblemCounts counts;
    std::shared_ptr<const check::Outcome> rows_of;
    ProblemFilter filtered;
    bool stale = true;

    int ignoring = -1;  // the problem that a reason is being written for
    std::string reason;
    bool focus_reason = false;
    bool show_ignored = false;
    int previewed = -1;  // the problem that `preview` is of, in `rows_of`; -1: none
    std::string preview;
};

void draw_problems_panel(const PanelContext& c, const Rect& area);

/// What a fix changes, with the numbers before and after, before it is made. Kept until another is asked for.
[[nodiscard]] const std::string& preview_of_fix(const PanelContext& c, const OpenFigure& figure,
                                                const check::Outcome& outcome, int finding);

/// "Ignore" at the end of a row; how wide it is. A click opens the line for the reason.
float draw_ignore(const PanelContext& c, int finding, const check::Finding& of, float right, float height);
/// That line, above the list; nothing where no reason is being written.
void draw_reason(const PanelContext& c, const OpenFigure& figure, const check::Outcome& outcome);
/// What is ignored and why, at the end of the list, each to be heeded again.
void draw_ignored(const PanelContext& c, const OpenFigure& figure, const check::Outcome& outcome);

/// How many there are, in the status bar; a click opens the panel.
void draw_problem_count(const PanelContext& c);

/// The problems of the clip that the active figure plays as marks on the timeline between `left` and `right`; true where
/// the mouse is on one, which a click then jumps to.
bool draw_problem_marks(const PanelContext& c, const Clip& clip, float left, float right, float top,
                        float bottom);

/// Shows the clip's first problem after (1) or last before (-1) the present time.
void jump_to_problem(const PanelContext& c, int direction);
[[nodiscard]] bool has_timed_problems(const PanelContext& c);

}  // namespace vitruvian
