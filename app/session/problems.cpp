// Problems of the open figures: checked whenever a figure changes, shown and fixed on demand.
#include "app/profiles/sidecar.h"
#include "app/scene/finding_marks.h"
#include "app/session/handlers.h"
#include "model/check/fixes.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

bool is_listed(const FigureProblems& problems, int finding) {
    return problems.outcome && finding >= 0 && finding < static_cast<int>(problems.outcome->findings.size());
}

FigureProblems& entry_of(Problems& problems, std::uint64_t figure) {
    const auto found =
        std::find_if(problems.of_figures.begin(), problems.of_figures.end(),
                     [figure](const FigureProblems& candidate) { return candidate.figure == figure; });
    if (found != problems.of_figures.end()) return *found;
    FigureProblems& fresh = problems.of_figures.emplace_back();
    fresh.figure = figure;
    return fresh;
}

void drop_closed(Parts& s) {
    const auto gone = [&](const FigureProblems& problems) {
        if (s.stage.find(problems.figure) != nullptr) return false;
        s.problems.checker.forget(problems.reading);
        return true;
    };
    if (std::erase_if(s.problems.of_figures, gone) != 0) ++s.problems.revision;
}

void ask_for(Parts& s, const OpenFigure& figure) {
    FigureProblems& problems = entry_of(s.problems, figure.id);
    const unsigned revision = figure.history.revision();
    const bool other_file = problems.reading != figure.reading;
    if (!other_file && problems.asked == revision) return;
    if (other_file) {
        s.problems.checker.forget(problems.reading);
        problems.outcome.reset();
    }
    problems.reading = figure.reading;
    problems.asked = revision;
    s.problems.checker.check(figure.reading, revision, figure.document(), figure.path);
    ++s.problems.revision;
}

/// A profile that cannot be read is ignored, which is reported once.
void say_profile_error(Parts& s, FigureProblems& problems, const std::optional<Error>& error) {
    const std::string text = error ? error->text() : std::string();
    if (text != problems.said && !text.empty())
        s.notices.say(Severity::warning, "The profile beside the file cannot be read", text);
    problems.said = text;
}

/// Checks the figure again although it is unchanged: the profile has changed.
void check_again(Parts& s, const OpenFigure& figure) {
    FigureProblems& problems = entry_of(s.problems, figure.id);
    problems.asked = figure.history.revision();
    s.problems.checker.check(figure.reading, problems.asked, figure.document(), figure.path);
    ++s.problems.revision;
}

/// Shows the figure as when the problem was found: in a clip, at that time; if marks are drawn on it, at
/// rest.
void stand_as_found(Parts& s, const OpenFigure& figure, const check::Finding& finding) {
    const auto& clips = figure.document().clips;
    const bool in_clip = finding.clip_index >= 0 && finding.clip_index < static_cast<int>(clips.size());
    const bool has_marks = finding.marks.from || !finding.marks.points.empty();
    if (!in_clip && !has_marks) return;
    handle(s, SetPlaying{false});
    const int clip = in_clip ? finding.clip_index : -1;
    if (figure.clip != clip || figure.clip_file != 0) handle(s, ChooseClip{figure.id, clip});
    if (!in_clip) return;
    // Just before the end: the end itself is the start of the next loop.
    const double last = at(clips, clip)->duration - 1e-6;
    handle(s, SetTime{std::max(0.0, std::min(finding.time.value_or(0.0), last))});
}

/// Finds the shown problem of the figure in new results; it is shown no more where they do not have it.
void refresh_shown(Parts& s, const FigureProblems& problems, const check::Outcome& now) {
    if (!s.problems.shown || s.problems.shown->figure != problems.figure) return;
    const int shown = s.problems.shown->finding;
    const auto same = [&](const check::Finding& finding) {
        const check::Finding& was = at(problems.outcome->findings, shown);
        return finding.id == was.id && finding.object.name == was.object.name &&
               finding.object.kind == was.object.kind && finding.clip == was.clip;
    };
    const auto found = is_listed(problems, shown)
                           ? std::find_if(now.findings.begin(), now.findings.end(), same)
                           : now.findings.end();
    if (found == now.findings.end()) {
        s.problems.shown.reset();
        ++s.picture_revision;
    } else {
        s.problems.shown->finding = static_cast<int>(found - now.findings.begin());
    }
}

void frame_finding(Parts& s, const Selection& selection, const check::Marks& marks) {
    const ItemKind kind = selection.item.kind;
    const bool has_place = kind == ItemKind::joint || kind == ItemKind::segment || kind == ItemKind::site ||
                           kind == ItemKind::mesh || kind == ItemKind::node || kind == ItemKind::displacer;
    if (!has_place && !marks.from && marks.points.empty()) return;
    const Bounds bounds = finding_bounds(s.stage.frames(), selection, marks);
    if (bounds.empty()) return;
    frame_views(s, [&](const StageView& view) { return frame_bounds(view.camera, bounds, view.aspect); });
}

}  // namespace

const FigureProblems* Problems::find(std::uint64_t figure) const {
    const auto found =
        std::find_if(of_figures.begin(), of_figures.end(),
                     [figure](const FigureProblems& candidate) { return candidate.figure == figure; });
    return found == of_figures.end() ? nullptr : &*found;
}

void follow_problems(Parts& s) {
    drop_closed(s);
    for (CheckedDocument& checked : s.problems.checker.take()) {
        for (FigureProblems& problems : s.problems.of_figures) {
            if (problems.reading != checked.owner) continue;
            refresh_shown(s, problems, *checked.outcome);
            problems.outcome = std::move(checked.outcome);
            problems.revision = checked.revision;
            say_profile_error(s, problems, checked.profile_error);
            ++s.problems.revision;
            break;
        }
    }
    for (const OpenFigure& figure : s.stage.figures) {
        // Intermediate states of a drag change with the next pointer movement.
        if (!figure.history.in_gesture()) ask_for(s, figure);
    }
}

const ShownProblem* shown_problem(const Parts& s) {
    if (!s.problems.shown) return nullptr;
    const ShownProblem& shown = *s.problems.shown;
    const OpenFigure* figure = s.stage.find(shown.figure);
    const bool stands = figure != nullptr && figure->shown && figure->clip_file == 0 &&
                        figure->clip == shown.clip && figure->history.revision() == shown.revision &&
                        (shown.clip < 0 || s.playback.time == shown.time);
    return stands ? &shown : nullptr;
}

void handle(Parts& s, const ShowProblem& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    const FigureProblems* problems = s.problems.find(intent.id);
    if (figure == nullptr || problems == nullptr || !is_listed(*problems, intent.finding)) return;
    const std::shared_ptr<const check::Outcome> outcome = problems->outcome;
    const check::Finding& finding = at(outcome->findings, intent.finding);
    if (!figure->shown) handle(s, SetShown{intent.id, true});
    stand_as_found(s, *figure, finding);
    const Selection selection{intent.id, shown_item(figure->document(), finding.object.item)};
    handle(s, Select{selection, false});
    frame_finding(s, selection, finding.marks);
    s.problems.shown = {intent.id,    intent.finding, finding.marks, figure->history.revision(),
                        figure->clip, s.playback.time};
    ++s.picture_revision;
}

void handle(Parts& s, const IgnoreProblem& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    const FigureProblems* problems = s.problems.find(intent.id);
    if (figure == nullptr || problems == nullptr || !is_listed(*problems, intent.finding)) return;
    if (figure->path.empty()) {
        s.notices.say(Severity::warning, "Nothing was ignored",
                      "What is ignored is kept beside the figure's file: save the figure first.");
        return;
    }
    const check::Finding& finding = at(problems->outcome->findings, intent.finding);
    const check::Ignore ignore{std::string(finding.id), finding.object.name, finding.clip, intent.reason};
    const Result<void> written = ignore_in_sidecar(figure->path, ignore);
    if (written) return check_again(s, *figure);
    s.notices.say(Severity::error, "Nothing was ignored", written.error().text());
}

void handle(Parts& s, const HeedProblem& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    const FigureProblems* problems = s.problems.find(intent.id);
    if (figure == nullptr || problems == nullptr || !problems->outcome) return;
    const std::vector<check::Ignored>& ignored = problems->outcome->ignored;
    if (intent.ignored < 0 || intent.ignored >= static_cast<int>(ignored.size())) return;
    const Result<void> written = restore_in_sidecar(figure->path, at(ignored, intent.ignored).ignore);
    if (written) return check_again(s, *figure);
    s.notices.say(Severity::error, "It is still ignored", written.error().text());
}

void handle(Parts& s, const FixProblems& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    const FigureProblems* problems = s.problems.find(intent.id);
    // A finding in an earlier state may refer to other items by now.
    if (figure == nullptr || problems == nullptr || !problems->is_current() ||
        problems->revision != figure->history.revision()) {
        return;
    }
    std::span<const check::Finding> findings = problems->outcome->findings;
    if (intent.finding) {
        if (!is_listed(*problems, *intent.finding)) return;
        findings = findings.subspan(static_cast<std::size_t>(*intent.finding), 1);
    }
    check::FixRound round = check::fix_round(figure->document(), findings);
    if (round.fixes.empty()) {
        s.notices.say(Severity::warning, "Nothing could be fixed",
                      "The edits that would fix it cannot be made in this file.");
        return;
    }
    const check::AppliedFix& first = round.fixes.front();
    std::string title = round.fixes.size() == 1 ? fmt::format("Fix {}: {}", first.finding->id, first.title)
                                                : fmt::format("Fix {} problems", round.fixes.size());
    handle(s, Edit{intent.id, Batch{std::move(title), std::move(round.commands)}});
}

}  // namespace vitruvian
