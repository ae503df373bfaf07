// Undo as a list of whole snapshots: a Document is cheap to copy, so nobody writes an undo function. Each has the
// Command that made it, so that a journal (journal.h) can tell the same in text. The oldest snapshots go when there are
// too many; what they did stays as text.
#pragma once

#include "model/edit/command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// How far undo goes back: this many steps whatever they take, and more as long as all of them take no more than these
/// bytes; but never more than `max_bytes`, where single steps are very large.
struct HistoryLimits {
    std::size_t steps = 200;
    std::size_t bytes = std::size_t{256} << 20;
    std::size_t max_bytes = std::size_t{1} << 30;
};

/// The present document and its past and future. A drag is one gesture: each step is applied to the document
/// as it was when the gesture began, so it is one undo step and cannot drift.
class History {
  public:
    struct Step {
        Document document;
        std::optional<Command> command;  // what made it of the step before; none for the first
        std::string title;
        std::uint64_t number = 0;  // never used twice
        std::size_t bytes = 0;     // that it does not share with the step before; 0: not counted yet
    };
    /// A state that undo does not reach any more.
    struct Forgotten {
        std::uint64_t number = 0;
        std::string next;  // the command that made the state after it, as JSON (command_json.h)
    };

    explicit History(Document document, HistoryLimits limits = {});

    [[nodiscard]] const Document& present() const;
    /// Applies a command as a step of its own; a failed one leaves no trace.
    [[nodiscard]] Result<void> execute(const Command& command);

    /// Between begin_gesture and end_gesture every execute replaces the one before.
    void begin_gesture();
    void end_gesture();
    /// Ends the gesture as if it had never begun: what it did is gone, and what could be done again still can.
    void cancel_gesture();
    [[nodiscard]] bool in_gesture() const { return in_gesture_; }

    [[nodiscard]] bool can_undo() const { return present_ > 0; }
    [[nodiscard]] bool can_redo() const { return present_ + 1 < steps_.size(); }
    void undo();
    void redo();
    /// Makes the state at that place in steps() the present one; false where there is none.
    bool go_to(std::size_t place);
    /// Titles of what undo and redo would do; empty where there is nothing.
    [[nodiscard]] std::string undo_title() const;
    [[nodiscard]] std::string redo_title() const;

    /// Tells this state from every other one of this history.
    [[nodiscard]] std::uint64_t step() const { return steps_[present_].number; }
    /// The state that step() named is what the file holds, even where others came after it.
    void mark_saved(std::uint64_t step);
    void mark_saved() { mark_saved(step()); }
    /// The file holds what is present: the state that was saved, or one that does not differ from it however it came
    /// about. During a gesture only the former.
    [[nodiscard]] bool is_saved() const { return saved_ == present_ || equals_saved_; }
    /// No state is what the file holds.
    void mark_unsaved();
    /// Grows with every change of present(): for caches.
    [[nodiscard]] unsigned revision() const { return revision_; }

    /// All states, the first one first; with the places of the present and the saved one (nullopt: cut off).
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    [[nodiscard]] std::size_t present_index() const { return present_; }
    [[nodiscard]] std::optional<std::size_t> saved_index() const;

    /// From now on; drops what is beyond them. Not during a gesture.
    void keep_within(const HistoryLimits& limits);
    /// The states before steps(), which went when there were too many, the first one first.
    [[nodiscard]] const std::vector<Forgotten>& forgotten() const { return forgotten_; }
    /// What the steps take beside the first one, in bytes; what they share counts once.
    [[nodiscard]] std::size_t bytes() const;

  private:
    void forget_oldest();
    void compare_with_saved();

    HistoryLimits limits_;
    std::vector<Forgotten> forgotten_;
    std::vector<Step> steps_;
    std::size_t present_ = 0;
    std::size_t saved_ = 0;                   // npos-like where the saved step was cut off
    std::optional<Document> saved_document_;  // also of a step that was cut off
    bool equals_saved_ = true;                // present() does not differ from that
    bool in_gesture_ = false;
    bool gesture_has_step_ = false;
    std::vector<Step> cut_off_;  // by the gesture: what came after its base
    std::size_t saved_before_ = 0;
    unsigned revision_ = 0;
    std::uint64_t next_step_ = 1;
};

}  // namespace vitruvian
