// Recovery of unsaved work: a journal of each figure's edits (model/edit/journal.h) in a folder, written when
// a step ends and deleted when nothing is unsaved, and the journals left there by crashed programs.
#pragma once

#include "app/session/journal_file.h"
#include "model/edit/journal.h"
#include "model/io/file_stamp.h"
#include "model/io/load_options.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct OpenFigure;
struct LoadOptions;

/// The journal of a crashed program. Locked while this object lives, so that no other window offers it too.
struct LostWork {
    std::filesystem::path path;
    Descriptor lock;
    Journal journal;

    [[nodiscard]] std::filesystem::path file() const;  // Save's target, else the file read
    [[nodiscard]] std::string name() const;            // display name of the figure
};

/// The source of a figure's first state.
struct FileOrigin {
    std::filesystem::path path;  // absolute; empty: the built-in figure
    std::int64_t modified = 0;   // nanoseconds since 1970
    bool is_replaced = false;    // the file's content has changed since
    /// The recovered journal of the figure: deleted once a new journal exists.
    std::shared_ptr<const LostWork> lost;
};
[[nodiscard]] FileOrigin origin_of(const std::filesystem::path& path);

/// The journal's base file in its current state on disk.
struct LostBase {
    Document document;
    JournalBase file;            // the file at its path now
    bool is_changed = false;     // since the journal began, and not by its own save
    bool is_saved_over = false;  // by its own save: the document is from the kept copy
};
[[nodiscard]] Result<LostBase> load_base(const LostWork& work, const LoadOptions& options);

/// Deletes a journal and the files that belong to it.
void delete_journal(const std::filesystem::path& path);

class Recovery {
  public:
    /// `folder` need not exist yet; empty: nothing is written or found.
    explicit Recovery(std::filesystem::path folder);
    /// Keeps the journals of unsaved work.
    ~Recovery();

    /// Writes the steps that ended since the last call, and deletes the journals of figures that were closed
    /// or have no unsaved edits. An Error is returned only once.
    [[nodiscard]] Result<void> record(const std::vector<OpenFigure>& figures);
    /// Records that the file `path` has been written and holds the state `step` of the figure.
    void note_saved(const OpenFigure& figure, const std::filesystem::path& path, const FileStamp& stamp,
                    std::uint64_t step);
    /// Records that the file `path` is about to become `stamp`, the state `step` of the figure `owner`: after
    /// a crash before note_saved, the journal knows both files. Thread-safe.
    void note_saving(std::uint64_t owner, std::uint64_t step, const std::filesystem::path& path,
                     const FileStamp& stamp);
    /// Deletes all journals of this process and their unsaved work.
    void discard_all();

    /// Returns the journals left by crashed programs.
    [[nodiscard]] std::vector<std::shared_ptr<const LostWork>> find_lost() const;

  private:
    struct Kept;
    [[nodiscard]] Result<void> record(const OpenFigure& figure, Kept& kept);
    [[nodiscard]] Result<void> begin(const OpenFigure& figure, Kept& kept);
    [[nodiscard]] std::filesystem::path new_name(std::uint64_t reading) const;

    std::filesystem::path folder_;
    DiskFlusher flusher_;
    std::mutex mutex_;                    // guards kept_ and the journals
    std::map<std::uint64_t, Kept> kept_;  // by OpenFigure::reading
    bool failed_ = false;
};

}  // namespace vitruvian
