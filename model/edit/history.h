// Undo as a list of snapshots: a Document is cheap to copy, so no command needs an undo function. Each
// snapshot stores the Command that made it, so that a journal (journal.h) can record it as text. The oldest
// snapshots are dropped if there are too many; their commands remain as text.
#pragma once

#include "model/edit/command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

/// Limits of the undo history: at least this many steps, and more while all of them together use at most
/// these bytes; but never more than `max_bytes` if single steps are very large.
struct HistoryLimits {
    std::size_t steps = 200;
    std::size_t bytes = std::size_t{256} << 20;
    std::size_t max_bytes = std::size_t{1} << 30;
};

/// The current document and its undo and redo states. A drag is one gesture: each step is applied to the
/// document as it was at the start of the gesture, so the gesture is one undo step and cannot drift.
class History {
  public:
    struct Step {
        Document document;
        std::optional<Command> command;  // the one that made it from the previous step; empty for the first
        std::string title;
        std::uint64_t number = 0;  // unique in this history
        std::size_t bytes = 0;     // not shared with the previous step; 0: not computed yet
    };
    /// A state that undo no longer reaches.
    struct Forgotten {
        std::uint64_t number = 0;
        std::string next;  // command that made the next state, as JSON (command_json.h)
    };

    explicit History(Document document, HistoryLimits limits = {});

    [[nodiscard]] const Document& present() const;
    /// Applies a command as a new step; a failed command changes nothing.
    [[nodiscard]] Result<void> execute(const Command& command);

    /// Between begin_gesture and end_gesture each execute replaces the previous one.
    void begin_gesture();
    void end_gesture();
    /// Aborts the gesture: its changes are discarded, and the redo states are kept.
    void cancel_gesture();
    [[nodiscard]] bool in_gesture() const { return in_gesture_; }

    [[nodiscard]] bool can_undo() const { return present_ > 0; }
    [[nodiscard]] bool can_redo() const { return present_ + 1 < steps_.size(); }
    void undo();
    void redo();
    /// Makes the state at that index of steps() current; false if there is none.
    bool go_to(std::size_t place);
    /// Titles for undo and redo; empty if unavailable.
    [[nodiscard]] std::string undo_title() const;
    [[nodiscard]] std::string redo_title() const;

    /// Unique number of the current state within this history.
    [[nodiscard]] std::uint64_t step() const { return steps_[present_].number; }
    /// Marks the state with that step() number as saved, even if later states exist.
    void mark_saved(std::uint64_t step);
    void mark_saved() { mark_saved(step()); }
    /// True if the file holds the current state: it is the saved one, or equal to it. During a gesture only
    /// the former is tested.
    [[nodiscard]] bool is_saved() const { return saved_ == present_ || equals_saved_; }
    /// Marks no state as saved.
    void mark_unsaved();
    /// Incremented by every change of present(); for caches.
    [[nodiscard]] unsigned revision() const { return revision_; }

    /// All states, oldest first; and the indices of the current and the saved one (nullopt: dropped).
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    [[nodiscard]] std::size_t present_index() const { return present_; }
    [[nodiscard]] std::optional<std::size_t> saved_index() const;

    /// Sets the limits and drops states beyond them. Not during a gesture.
    void keep_within(const HistoryLimits& limits);
    /// The states before steps() that were dropped, oldest first.
    [[nodiscard]] const std::vector<Forgotten>& forgotten() const { return forgotten_; }
    /// Bytes used by the steps after the first one; shared data is counted once.
    [[nodiscard]] std::size_t bytes() const;

  private:
    void forget_oldest();
    void compare_with_saved();

    HistoryLimits limits_;
    std::vector<Forgotten> forgotten_;
    std::vector<Step> steps_;
    std::size_t present_ = 0;
    std::size_t saved_ = 0;                   // npos-like if the saved step was dropped
    std::optional<Document> saved_document_;  // also if its step was dropped
    bool equals_saved_ = true;                // present() equals saved_document_
    bool in_gesture_ = false;
    bool gesture_has_step_ = false;
    std::vector<Step> cut_off_;  // removed by the gesture: the steps after its base
    std::size_t saved_before_ = 0;
    unsigned revision_ = 0;
    std::uint64_t next_step_ = 1;
};

}  // namespace vitruvian
