// Unsaved work that survives the program: a journal of each figure's edits (model/edit/journal.h) in a folder, written
// as steps end and deleted when nothing is unsaved, and the journals that programs which died have left there.
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

/// The journal of a program that died. Locked while this lives, so that no other window offers it too.
struct LostWork {
    std::filesystem::path path;
    Descriptor lock;
    Journal journal;

    [[nodiscard]] std::filesystem::path file() const;  // where Save would have written, else what was read
    [[nodiscard]] std::string name() const;            // of the figure, for people
};

/// What a figure's first state was read from.
struct FileOrigin {
    std::filesystem::path path;  // absolute; empty: the built-in figure
    std::int64_t modified = 0;   // nanoseconds since 1970
    bool is_replaced = false;    // the file holds something else by now
    /// The journal that has kept the figure so far: it goes when another one does.
    std::shared_ptr<const LostWork> lost;
};
[[nodiscard]] FileOrigin origin_of(const std::filesystem::path& path);

/// The journal's base as it is on the disk now.
struct LostBase {
    Document document;
    JournalBase file;            // what lies at its path now
    bool is_changed = false;     // since the journal was begun, and not by a save of its own
    bool is_saved_over = false;  // by such a save: the document is of the copy that was kept
};
[[nodiscard]] Result<LostBase> load_base(const LostWork& work, const LoadOptions& options);

/// Deletes a journal and what lies beside it.
void delete_journal(const std::filesystem::path& path);

class Recovery {
  public:
    /// `folder` need not be there yet; empty: nothing is written and nothing is found.
    explicit Recovery(std::filesystem::path folder);
    /// Leaves the journals of unsaved work where they are.
    ~Recovery();

    /// Writes what ended since the last call, and deletes the journals of figures that are gone or that have nothing
    /// unsaved. The Error is given once.
    [[nodiscard]] Result<void> record(const std::vector<OpenFigure>& figures);
    /// The file `path` has been written, and holds the state `step` of the figure.
    void note_saved(const OpenFigure& figure, const std::filesystem::path& path, const FileStamp& stamp,
                    std::uint64_t step);
    /// The file `path` is about to become `stamp`, the state `step` of the figure `owner`: a program that dies before
    /// note_saved leaves a journal that knows both files. For any thread.
    void note_saving(std::uint64_t owner, std::uint64_t step, const std::filesystem::path& path,
                     const FileStamp& stamp);
    /// Deletes all journals of this process: nothing in them is wanted any more.
    void discard_all();

    /// What programs that died have left.
    [[nodiscard]] std::vector<std::shared_ptr<const LostWork>> find_lost() const;

  private:
    struct Kept;
    [[nodiscard]] Result<void> record(const OpenFigure& figure, Kept& kept);
    [[nodiscard]] Result<void> begin(const OpenFigure& figure, Kept& kept);
    [[nodiscard]] std::filesystem::path new_name(std::uint64_t reading) const;

    std::filesystem::path folder_;
    DiskFlusher flusher_;
    std::mutex mutex_;                    // of kept_ and the journals
    std::map<std::uint64_t, Kept> kept_;  // by OpenFigure::reading
    bool failed_ = false;
};

}  // namespace vitruvian
