// Actions that go through the list of problems and fix them, without the mouse.
#include "app/gui/actions.h"
#include "app/gui/panel.h"
#include "app/gui/problems_panel.h"
#include "model/core/at.h"

#include <algorithm>
#include <memory>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

/// The results for the active figure; null where it is not checked yet.
std::shared_ptr<const check::Outcome> outcome_of(Context c) {
    const OpenFigure* figure = c.session.active_figure();
    const FigureProblems* problems = figure == nullptr ? nullptr : c.session.problems(figure->id);
    return problems == nullptr ? nullptr : problems->outcome;
}

bool has_problems(Context c) {
    const auto outcome = outcome_of(c);
    return outcome && !outcome->findings.empty();
}

/// The problem of the active figure that is shown in the view; -1: none.
int shown_problem(Context c) {
    const ShownProblem* shown = c.session.shown_problem();
    return shown != nullptr && shown->figure == c.session.active_id() ? shown->finding : -1;
}

/// Shows the next (1) or previous (-1) problem of those that the panel lists, and opens the panel.
void step_to_problem(Context c, int direction) {
    c.gui.settings.show_problems = true;
    const auto outcome = outcome_of(c);
    if (!outcome) return;
    ProblemsState& state = c.gui.problems;
    std::vector<ProblemRow> rows = problem_rows(*outcome, state.filter, state.toggled);
    const auto count = static_cast<int>(rows.size());
    if (count == 0) return;
    const auto is_shown = [shown = shown_problem(c)](const ProblemRow& row) {
        return !row.heading && row.finding == shown;
    };
    auto now = static_cast<int>(std::find_if(rows.begin(), rows.end(), is_shown) - rows.begin());
    if (now == count) now = direction > 0 ? -1 : 0;
    const auto passes_over = [&rows](int row) { return at(rows, row).heading && at(rows, row).open; };
    do {
        now = (now + direction + count) % count;
    } while (passes_over(now));
    if (const ProblemRow heading = at(rows, now); heading.heading) {
        toggle_heading(state, at(outcome->findings, heading.finding));
        rows = problem_rows(*outcome, state.filter, state.toggled);
        now += direction > 0 ? 1 : heading.count;
    }
    c.push(ShowProblem{c.session.active_id(), at(rows, now).finding});
}

bool can_fix_shown(Context c) {
    const int shown = shown_problem(c);
    return shown >= 0 && !at(outcome_of(c)->findings, shown).fix.empty();
}

bool can_fix_any(Context c) {
    const auto outcome = outcome_of(c);
    return outcome && count_problems(*outcome).fixable > 0;
}

}  // namespace

void add_problem_actions(std::vector<Action>& list) {
    list.push_back({"problems.next",
                    "Next problem",
                    "Rig",
                    plain(Key::f8),
                    [](Context c) { step_to_problem(c, 1); },
                    has_problems,
                    {},
                    true});
    list.push_back({"problems.previous",
                    "Previous problem",
                    "Rig",
                    {static_cast<int>(Key::f8), false, true},
                    [](Context c) { step_to_problem(c, -1); },
                    has_problems,
                    {}});
    list.push_back({"problems.fix",
                    "Fix the problem shown",
                    "Rig",
                    {static_cast<int>(Key::f8), true, false},
                    [](Context c) {
                        c.push(FixProblems{c.session.active_id(), shown_problem(c)});
                    },
                    can_fix_shown,
                    {}});
    list.push_back({"problems.fix_all",
                    "Fix all problems",
                    "Rig",
                    {},
                    [](Context c) {
                        c.push(FixProblems{c.session.active_id(), {}});
                    },
                    can_fix_any,
                    {}});
}

}  // namespace vitruvian
