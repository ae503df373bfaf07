// The journal of an edited document: JSON lines, appended as steps end, so that the session can be restored
// after a crash from the base file and the journal. Handles text only, not files.
//
//   {"journal": 1, "base": {...}, "file": ..., "format": ..., "saved": true}   the header
//   {"do": "set-joint-limits", ...}                                           a step (command_json.h)
//   {"mark": "undo"}, {"mark": "redo"}                                        undo and redo of a step
//   {"mark": "saved"}, {"mark": "unsaved"}                                    the file holds this state; no state
//   {"mark": "saved", "size": ..., "hash": ...}                               this state, if the file matches
// A last line without a newline was being written when the program crashed, and is ignored.
#pragma once

#include "model/edit/history.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Identifies the version of a file that a journal is based on.
struct JournalBase {
    std::string path;  // empty: the built-in figure
    std::uint64_t size = 0;
    std::int64_t modified = 0;  // nanoseconds since 1970
    std::string hash;           // of its content
    bool operator==(const JournalBase&) const = default;
};

struct JournalHeader {
    JournalBase base;  // state before the first command
    std::string copy;  // copy of the base, next to the journal, if the base was overwritten
    std::string file;  // target of Save; empty: none yet
    FileFormat format = FileFormat::unknown;  // of `file`
    bool saved = true;                        // the base is the content of `file`
};

/// Returns the header line, with its newline.
[[nodiscard]] std::string journal_header(const JournalHeader& header);

/// Tracks which part of a History a journal contains.
class JournalWriter {
  public:
    /// For a journal whose base is the state `first` of `history`: counted from its first state, including
    /// dropped ones.
    JournalWriter(const History& history, std::size_t first, bool saved);

    /// Returns the lines that lead from the last call's state to the current state of `history`; empty if
    /// nothing changed. nullopt if impossible: the history was undone beyond the base.
    [[nodiscard]] std::optional<std::string> lines(const History& history);
    /// Returns the lines for a save that may or may not complete: if the base's file is `file`, it holds the
    /// state `step` (see History::step). Empty if the journal does not contain that state.
    [[nodiscard]] std::string may_save(std::uint64_t step, const JournalBase& file) const;

  private:
    std::vector<std::uint64_t> steps_;  // numbers of the steps in the journal, starting with the base
    std::size_t present_ = 0;           // into steps_
    std::optional<std::size_t> saved_;  // into steps_
    std::size_t first_ = 0;             // index of the base, counted from the history's first state
};

/// A parsed journal; its commands have not been run.
struct Journal {
    JournalHeader header;
    std::vector<std::string> lines;  // complete lines, after the header
};
[[nodiscard]] Result<Journal> read_journal(std::string_view text);

/// True if `file` is the result of a save recorded in the journal.
[[nodiscard]] bool has_saved(const Journal& journal, const JournalBase& file);

/// The result of replaying a journal.
struct Replayed {
    History history;
    Diagnostics remarks;  // about skipped steps
};

/// Replays a journal on its base; `file` is the current version of the base's file. A step that fails is
/// skipped with a remark, together with the undo and redo marks that belong to it.
[[nodiscard]] Replayed replay(const Journal& journal, Document base, const JournalBase& file = {});

}  // namespace vitruvian
