// Crash recovery: the journal kept during editing, and what the next start offers.
#include "app/session/handlers.h"
#include "app/session/keying.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t max_lines = 8;  // maximum number of remarks in a message

std::string first_lines_of(const Diagnostics& remarks) {
    std::string out;
    for (std::size_t i = 0; i < std::min(remarks.list().size(), max_lines); ++i)
        out += "\n" + remarks.list()[i].message;
    if (remarks.list().size() > max_lines)
        out += fmt::format("\nand {} more", remarks.list().size() - max_lines);
    return out;
}

/// A clip would hide a pose that was set manually.
void show_pose_made_by_hand(const Parts& s, OpenFigure& figure) {
    const auto& steps = figure.history.steps();
    const auto end = steps.begin() + static_cast<std::ptrdiff_t>(figure.history.present_index()) + 1;
    const bool is_posed = std::any_of(
        steps.begin(), end, [](const auto& step) { return step.command && is_posing(*step.command); });
    if (!is_posed || figure.clip < 0) return;
    figure.clip = -1;
    static_cast<void>(settle_clip(s.stage, figure));
}

}  // namespace

void record_edits(Parts& s) {
    if (const Result<void> recorded = s.work.recovery.record(s.stage.figures); !recorded) {
        s.notices.say(Severity::warning, "Unsaved edits are not kept for a crash", recorded.error().text());
    }
}

void offer_lost_work(Parts& s) {
    s.work.lost = s.work.recovery.find_lost();
    if (s.work.lost.empty()) return;
    std::string names;
    for (const auto& work : s.work.lost)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", work->name());
    Message& message =
        s.notices.say(Severity::warning, fmt::format("Unsaved work of {} was left", names),
                      "The program ended without saving it. Recover opens it as it was; Discard deletes it.");
    message.offers = {{"Recover", RecoverWork{}}, {"Discard", DiscardLostWork{}}};
}

void handle(Parts& s, const DiscardLostWork& /*intent*/) {
    for (const auto& work : s.work.lost) delete_journal(work->path);
    s.work.lost.clear();
}

void handle(Parts& s, const RecoverWork& /*intent*/) {
    std::vector<LoadRequest> requests;
    for (const auto& work : s.work.lost) requests.push_back({work->file(), 0, work});
    s.work.lost.clear();
    if (requests.empty()) return;
    s.work.loader.load(std::move(requests), Arrival::add);
}

/// Returns the figure with its history, as when the program was killed.
OpenFigure make_recovered(Parts& s, const LoadedFiles::File& file) {
    const JournalHeader& header = file.lost->journal.header;
    Replayed replayed = replay(file.lost->journal, *file.document, file.now);
    // If everything was undone, the journal is deleted. A journal that does not match is kept, in case the
    // file is restored.
    if (replayed.history.is_saved() && replayed.remarks.empty()) delete_journal(file.lost->path);
    const std::size_t edits = replayed.history.present_index();
    OpenFigure figure = make_figure(s, header.file, std::move(replayed.history), file.images);
    figure.format = header.format;
    figure.origin = origin_of(header.base.path);
    figure.origin.is_replaced = !header.copy.empty() || file.is_saved_over;
    figure.origin.lost = file.lost;
    show_pose_made_by_hand(s, figure);
    const std::string title =
        fmt::format("{} of {} recovered", counted(edits, "edit", "edits"), figure.name());
    std::string text =
        file.is_changed
            ? "The file has been changed since by another program; what still fits was done again."
            : "Nothing is saved yet.";
    text += first_lines_of(replayed.remarks);
    s.notices.say(file.is_changed || !replayed.remarks.empty() ? Severity::warning : Severity::info, title,
                  std::move(text));
    return figure;
}

}  // namespace vitruvian
