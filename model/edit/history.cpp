#include "model/edit/history.h"

#include "model/document/differences.h"
#include "model/edit/command_json.h"
#include "model/edit/document_bytes.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

}  // namespace

History::History(Document document, HistoryLimits limits) : limits_(limits) {
    steps_.push_back({std::move(document), std::nullopt, {}, 0, 0});
    saved_document_ = steps_.front().document;
}

const Document& History::present() const {
    return steps_[present_].document;
}

Result<void> History::execute(const Command& command) {
    const bool replaces = in_gesture_ && gesture_has_step_;
    const std::size_t base = replaces ? present_ - 1 : present_;
    Step step{steps_[base].document, command, title_of(command, steps_[base].document), next_step_, 0};
    if (Result<void> done = apply(command, step.document); !done) return done;
    ++next_step_;
    if (in_gesture_ && !gesture_has_step_) {
        saved_before_ = saved_;
        cut_off_.assign(std::make_move_iterator(steps_.begin() + static_cast<std::ptrdiff_t>(base) + 1),
                        std::make_move_iterator(steps_.end()));
    }
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(base) + 1, steps_.end());
    if (saved_ != nowhere && saved_ > base) saved_ = nowhere;
    steps_.push_back(std::move(step));
    present_ = base + 1;
    gesture_has_step_ = in_gesture_;
    ++revision_;
    compare_with_saved();
    if (!in_gesture_) forget_oldest();
    return {};
}

std::size_t History::bytes() const {
    std::size_t out = 0;
    for (std::size_t i = 1; i < steps_.size(); ++i) {
        out +=
            steps_[i].bytes > 0 ? steps_[i].bytes : bytes_beyond(steps_[i].document, steps_[i - 1].document);
    }
    return out;
}

void History::keep_within(const HistoryLimits& limits) {
    limits_ = limits;
    forget_oldest();
}

/// The step before the current one is always kept.
void History::forget_oldest() {
    for (std::size_t i = 1; i < steps_.size(); ++i) {
        if (steps_[i].bytes == 0) steps_[i].bytes = bytes_beyond(steps_[i].document, steps_[i - 1].document);
    }
    std::size_t bytes = this->bytes();
    std::size_t gone = 0;
    while (gone + 1 < present_) {
        const bool many = steps_.size() - gone - 1 > limits_.steps && bytes > limits_.bytes;
        if (!many && bytes <= limits_.max_bytes) break;
        ++gone;
        bytes -= steps_[gone].bytes;
        forgotten_.push_back(
            {steps_[gone - 1].number, command_json(*steps_[gone].command, steps_[gone - 1].document)});
    }
    if (gone == 0) return;
    steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(gone));
    steps_.front().bytes = 0;
    steps_.front().command.reset();
    present_ -= gone;
    if (saved_ != nowhere) saved_ = saved_ < gone ? nowhere : saved_ - gone;
    compare_with_saved();
}

void History::mark_saved(std::uint64_t step) {
    const auto found =
        std::find_if(steps_.begin(), steps_.end(), [step](const Step& s) { return s.number == step; });
    saved_ = found == steps_.end() ? nowhere : static_cast<std::size_t>(found - steps_.begin());
    saved_document_.reset();
    if (found != steps_.end()) saved_document_ = found->document;
    compare_with_saved();
}

void History::mark_unsaved() {
    saved_ = nowhere;
    saved_document_.reset();
    compare_with_saved();
}

void History::compare_with_saved() {
    const bool look = saved_document_ && saved_ != present_ && !in_gesture_;
    equals_saved_ = look && differences(*saved_document_, present()).empty();
}

std::optional<std::size_t> History::saved_index() const {
    return saved_ == nowhere ? std::nullopt : std::optional(saved_);
}

void History::begin_gesture() {
    in_gesture_ = true;
    gesture_has_step_ = false;
}

void History::end_gesture() {
    const bool changed = in_gesture_ && gesture_has_step_;
    in_gesture_ = false;
    gesture_has_step_ = false;
    cut_off_.clear();
    if (!changed) return;
    compare_with_saved();
    forget_oldest();
}

void History::cancel_gesture() {
    if (in_gesture_ && gesture_has_step_) {
        steps_.pop_back();
        --present_;
        steps_.insert(steps_.end(), std::make_move_iterator(cut_off_.begin()),
                      std::make_move_iterator(cut_off_.end()));
        saved_ = saved_before_;
        ++revision_;
    }
    end_gesture();
}

void History::undo() {
    end_gesture();
    if (can_undo()) go_to(present_ - 1);
}

void History::redo() {
    end_gesture();
    if (can_redo()) go_to(present_ + 1);
}

bool History::go_to(std::size_t place) {
    end_gesture();
    if (place >= steps_.size()) return false;
    present_ = place;
    ++revision_;
    compare_with_saved();
    return true;
}

std::string History::undo_title() const {
    return can_undo() ? steps_[present_].title : std::string();
}

std::string History::redo_title() const {
    return can_redo() ? steps_[present_ + 1].title : std::string();
}

}  // namespace vitruvian
