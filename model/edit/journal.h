// The journal of a document that is edited: JSON lines, appended as steps end, so that the base file and the journal
// are the session again after a crash. Knows no files: it makes and reads text.
//
//   {"journal": 1, "base": {...}, "file": ..., "format": ..., "saved": true}   what the commands begin with
//   {"do": "set-joint-limits", ...}                                           a step (command_json.h)
//   {"mark": "undo"}, {"mark": "redo"}                                        a step back, and forth again
//   {"mark": "saved"}, {"mark": "unsaved"}                                    the file holds this state; none of these
//   {"mark": "saved", "size": ..., "hash": ...}                                 it does if it is that file
// A last line without its end was being written when the program died, and counts for nothing.
#pragma once

#include "model/edit/history.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// A file that a journal goes on from, as it was.
struct JournalBase {
    std::string path;  // empty: the built-in figure
    std::uint64_t size = 0;
    std::int64_t modified = 0;  // nanoseconds since 1970
    std::string hash;           // of its bytes
    bool operator==(const JournalBase&) const = default;
};

struct JournalHeader {
    JournalBase base;  // what the first command was for
    std::string copy;  // of the base, beside the journal, where it has been written over
    std::string file;  // where Save would have written; empty: nowhere yet
    FileFormat format = FileFormat::unknown;  // in which
    bool saved = true;                        // the base is what `file` holds
};

/// The first line, with its end.
[[nodiscard]] std::string journal_header(const JournalHeader& header);

/// How much of a History a journal holds.
class JournalWriter {
  public:
    /// For a journal whose base is the state `first` of `history`: counted from its very first one, also where that is
    /// forgotten by now.
    JournalWriter(const History& history, std::size_t first, bool saved);

    /// The lines that lead from what was given so far to `history` as it is now; empty where nothing is new. nullopt
    /// where they cannot: the history has gone back behind the base.
    [[nodiscard]] std::optional<std::string> lines(const History& history);
    /// The lines of a save that may come to its end or not: once the base's file is `file`, it holds the state `step`
    /// (see History::step). Empty where the journal does not have that state.
    [[nodiscard]] std::string may_save(std::uint64_t step, const JournalBase& file) const;

  private:
    std::vector<std::uint64_t> steps_;  // numbers of the steps that the journal has, the base first
    std::size_t present_ = 0;           // into steps_
    std::optional<std::size_t> saved_;  // into steps_
    std::size_t first_ = 0;             // of the base, counted from the history's very first state
};

/// A journal taken apart; nothing is run yet.
struct Journal {
    JournalHeader header;
    std::vector<std::string> lines;  // whole ones, after the header
};
[[nodiscard]] Result<Journal> read_journal(std::string_view text);

/// True where `file` is what a save that the journal tells of has written.
[[nodiscard]] bool has_saved(const Journal& journal, const JournalBase& file);

/// What a journal comes to.
struct Replayed {
    History history;
    Diagnostics remarks;  // on steps that were left out
};

/// Runs a journal on its base; `file` is what the base's file is now. A step that fails is left out, with the undo and redo marks that were for it, and said.
[[nodiscard]] Replayed replay(const Journal& journal, Document base, const JournalBase& file = {});

}  // namespace vitruvian
