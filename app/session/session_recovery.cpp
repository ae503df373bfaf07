// Work that outlives the program: what is journaled while a person edits, and what the next start offers.
#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t most_lines = 8;  // of remarks in a message

std::string counted(std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string lines_of(const Diagnostics& remarks) {
    std::string out;
    for (std::size_t i = 0; i < std::min(remarks.list().size(), most_lines); ++i)
        out += "\n" + remarks.list()[i].message;
    if (remarks.list().size() > most_lines)
        out += fmt::format("\nand {} more", remarks.list().size() - most_lines);
    return out;
}

}  // namespace

void Session::record_edits() {
    if (const Result<void> recorded = recovery_.record(figures_); !recorded) {
        say(Severity::warning, "Unsaved edits are not kept for a crash", recorded.error().text());
    }
}

void Session::finish() {
    execute(EndGesture{});
    while (is_saving()) {
        update(0.0);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

void Session::discard_unsaved_edits() {
    recovery_.discard_all();
}

void Session::offer_lost_work() {
    lost_ = recovery_.find_lost();
    if (lost_.empty()) return;
    std::string names;
    for (const auto& work : lost_) names += fmt::format("{}{}", names.empty() ? "" : ", ", work->name());
    say(Severity::warning, fmt::format("Unsaved work of {} was left", names),
        "The program ended without saving it. Recover opens it as it was; Discard deletes it.");
    messages_.back().offers = {{"Recover", RecoverWork{}}, {"Discard", DiscardLostWork{}}};
}

void Session::carry_out(const DiscardLostWork& /*intent*/) {
    for (const auto& work : lost_) delete_journal(work->path);
    lost_.clear();
}

void Session::carry_out(const RecoverWork& /*intent*/) {
    std::vector<LoadRequest> requests;
    for (const auto& work : lost_) requests.push_back({work->file(), 0, work});
    lost_.clear();
    if (requests.empty()) return;
    // What is open without edits and comes back with some need not be there twice.
    const bool replaces = std::all_of(figures_.begin(), figures_.end(), [&](const OpenFigure& figure) {
        const bool comes_back =
            std::any_of(requests.begin(), requests.end(), [&](const LoadRequest& request) {
                std::error_code ignored;
                return std::filesystem::equivalent(request.path, figure.path, ignored);
            });
        return figure.history.is_saved() && comes_back;
    });
    loader_.load(std::move(requests), replaces ? Arrival::replace : Arrival::add);
}

/// The figure with its history, as it was when the program died.
OpenFigure Session::make_recovered(const LoadedFiles::File& file) {
    const JournalHeader& header = file.lost->journal.header;
    Replayed replayed = replay(file.lost->journal, *file.document, file.now);
    // All of it was undone again. What does not fit stays, for when the file is the right one again.
    if (replayed.history.is_saved() && replayed.remarks.empty()) delete_journal(file.lost->path);
    const std::size_t edits = replayed.history.present_index();
    OpenFigure figure = make_figure(header.file, std::move(replayed.history), file.images);
    figure.format = header.format;
    figure.origin = origin_of(header.base.path);
    figure.origin.is_replaced = !header.copy.empty() || file.is_saved_over;
    figure.origin.lost = file.lost;
    const std::string title = fmt::format("{} of {} recovered", counted(edits, "edit"), figure.name());
    std::string text =
        file.is_changed
            ? "The file has been changed since by another program; what still fits was done again."
            : "Nothing is saved yet.";
    text += lines_of(replayed.remarks);
    say(file.is_changed || !replayed.remarks.empty() ? Severity::warning : Severity::info, title,
        std::move(text));
    return figure;
}

}  // namespace vitruvian
