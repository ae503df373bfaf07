#include "app/session/recovery.h"

#include "app/manikin.h"
#include "app/session/figure.h"
#include "model/formats/load.h"
#include "model/io/file.h"
#include "model/io/source.h"
#include "model/io/write_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

constexpr const char* journal_suffix = ".jsonl";
constexpr std::size_t max_bytes = std::size_t{1} << 30;

fs::path copy_beside(const fs::path& journal) {
    return fs::path(journal).replace_extension(".base");
}

std::span<const std::byte> source_bytes(const Document& document) {
    return document.source ? document.source->bytes.span() : std::span<const std::byte>();
}

JournalBase base_of(const fs::path& path, const FileStamp& stamp) {
    return {path.string(), stamp.size, stamp.modified, fmt::format("{:08x}", stamp.checksum)};
}

}  // namespace

/// The state of a figure's journal.
struct Recovery::Kept {
    fs::path path;
    std::optional<JournalFile> file;  // none: there are no unsaved edits
    std::optional<JournalWriter> writer;
    // What was recorded last.
    unsigned revision = 0;
    std::optional<std::size_t> saved_index = 0;
    fs::path figure_path;
    std::optional<JournalBase> saved;  // the file that was saved last
    std::uint64_t saved_step = 0;      // the step that it holds
    bool base_is_replaced = false;     // the file that the figure was read from has been overwritten
    fs::path base;                     // path of the journal's base; empty: none
    bool has_copy = false;             // of the base, beside the journal
    bool is_stale = false;             // the journal's base no longer matches the files
};

fs::path LostWork::file() const {
    return journal.header.file.empty() ? journal.header.base.path : journal.header.file;
}

std::string LostWork::name() const {
    return file().empty() ? std::string("Manikin") : file().filename().string();
}

FileOrigin origin_of(const fs::path& path) {
    if (path.empty()) return {};
    std::error_code error;
    return {fs::absolute(path, error), look_at(path).value_or(FileStamp{}).modified, false, nullptr};
}

Result<LostBase> load_base(const LostWork& work, const LoadOptions& options) {
    const JournalHeader& header = work.journal.header;
    const fs::path path = header.base.path;
    const FileStamp stamp = path.empty() ? FileStamp{} : stamp_of(path).value_or(FileStamp{});
    JournalBase file = base_of(path, stamp);
    const fs::path copy = header.copy.empty() ? copy_beside(work.path)
                                              : work.path.parent_path() / fs::path(header.copy).filename();
    std::error_code ignored;
    const bool is_saved_over = has_saved(work.journal, file) && fs::exists(copy, ignored);
    const auto load = [&]() -> Result<Document> {
        if (path.empty()) return load_builtin_manikin();
        if (header.copy.empty() && !is_saved_over) return load_document(path, options);
        const Result<FileBytes> bytes = read_file_bytes(copy, options.limits.max_file_bytes);
        if (!bytes) return tl::unexpected(bytes.error());
        return load_document(*bytes, path.string(), path.parent_path(), options);
    };
    Result<Document> document = load();
    if (!document) return tl::unexpected(document.error());
    const std::span<const std::byte> bytes = source_bytes(*document);
    const JournalBase found = base_of(header.base.path, stamp_of(bytes, header.base.modified));
    if (is_saved_over && document->source) {
        // The file that replaced it is known too, so that the next save may overwrite it.
        auto source = std::make_shared<DocumentSource>(*document->source);
        source->stamp = stamp;
        document->source = std::move(source);
    }
    return LostBase{std::move(*document), std::move(file), found != header.base, is_saved_over};
}

void delete_journal(const fs::path& path) {
    std::error_code ignored;
    fs::remove(path, ignored);
    fs::remove(copy_beside(path), ignored);
}

Recovery::Recovery(fs::path folder) : folder_(std::move(folder)) {}

Recovery::~Recovery() = default;

Result<void> Recovery::record(const std::vector<OpenFigure>& figures) {
    if (folder_.empty()) return {};
    const std::lock_guard lock(mutex_);
    for (auto kept = kept_.begin(); kept != kept_.end();) {
        const bool is_open = std::any_of(figures.begin(), figures.end(), [&](const OpenFigure& figure) {
            return figure.reading == kept->first;
        });
        if (!is_open && kept->second.file) delete_journal(kept->second.path);
        kept = is_open ? std::next(kept) : kept_.erase(kept);
    }
    Result<void> out;
    for (const OpenFigure& figure : figures) {
        if (figure.history.in_gesture()) continue;
        Kept& kept = kept_[figure.reading];
        const bool is_new = kept.is_stale || kept.revision != figure.history.revision() ||
                            kept.saved_index != figure.history.saved_index() ||
                            kept.figure_path != figure.path;
        if (!is_new) continue;
        Result<void> written = record(figure, kept);
        kept.revision = figure.history.revision();
        kept.saved_index = figure.history.saved_index();
        kept.figure_path = figure.path;
        if (!written && !std::exchange(failed_, true)) out = std::move(written);
    }
    return out;
}

Result<void> Recovery::record(const OpenFigure& figure, Kept& kept) {
    if (figure.history.is_saved()) {
        if (kept.file) delete_journal(kept.path);
        kept.file.reset();
        kept.is_stale = false;
        return {};
    }
    if (!kept.file || kept.is_stale || kept.figure_path != figure.path) return begin(figure, kept);
    const std::optional<std::string> lines = kept.writer->lines(figure.history);
    if (!lines) return begin(figure, kept);
    if (Result<void> written = kept.file->append(*lines, flusher_); !written) {
        kept.file.reset();  // it may end within a line: the next step starts a new file
        return written;
    }
    return {};
}

/// Starts a journal with the figure's whole history.
Result<void> Recovery::begin(const OpenFigure& figure, Kept& kept) {
    if (kept.path.empty()) kept.path = new_name(figure.reading);
    std::error_code error;
    fs::create_directories(folder_, error);
    fs::permissions(folder_, fs::perms::owner_all, error);
    const History& history = figure.history;
    const auto& steps = history.steps();
    JournalHeader header;
    header.file = figure.path.empty() ? std::string() : fs::absolute(figure.path, error).string();
    header.format = figure.format;
    std::size_t first = 0;
    const auto saved = std::find_if(steps.begin(), steps.end(), [&](const History::Step& step) {
        return kept.saved && step.number == kept.saved_step;
    });
    const auto saved_at = static_cast<std::size_t>(saved - steps.begin());
    if (kept.base_is_replaced && saved != steps.end() && saved_at <= history.present_index()) {
        first = history.forgotten().size() + saved_at;
        header.base = *kept.saved;
    } else {
        const std::span<const std::byte> bytes = source_bytes(steps.front().document);
        header.base = base_of(figure.origin.path, stamp_of(bytes, figure.origin.modified));
        if (kept.base_is_replaced || figure.origin.is_replaced) {
            if (Result<void> copied = write_file_atomically(copy_beside(kept.path), bytes, Flush::later);
                !copied)
                return copied;
            header.copy = copy_beside(kept.path).filename().string();
        }
    }
    const std::optional<std::size_t> saved_index = history.saved_index();
    header.saved = saved_index && *saved_index + history.forgotten().size() == first;
    kept.writer.emplace(history, first, header.saved);
    const std::string text = journal_header(header) + kept.writer->lines(history).value_or("");
    Result<JournalFile> file = JournalFile::create(kept.path, text, flusher_);
    if (!file) return tl::unexpected(file.error());
    kept.file = std::move(*file);
    kept.is_stale = false;
    kept.base = header.base.path;
    kept.has_copy = !header.copy.empty();
    if (!kept.has_copy) fs::remove(copy_beside(kept.path), error);  // of a completed save
    if (figure.origin.lost) delete_journal(figure.origin.lost->path);
    return {};
}

void Recovery::note_saved(const OpenFigure& figure, const fs::path& path, const FileStamp& stamp,
                          std::uint64_t step) {
    const std::lock_guard lock(mutex_);
    Kept& kept = kept_[figure.reading];
    std::error_code error;
    kept.saved = base_of(fs::absolute(path, error), stamp);
    kept.saved_step = step;
    kept.base_is_replaced = kept.base_is_replaced || fs::equivalent(path, figure.origin.path, error);
    kept.is_stale = true;
}

void Recovery::note_saving(std::uint64_t owner, std::uint64_t step, const fs::path& path,
                           const FileStamp& stamp) {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(owner);
    if (found == kept_.end() || !found->second.file) return;
    Kept& kept = found->second;
    std::error_code error;
    if (kept.base.empty() || !fs::equivalent(path, kept.base, error)) return;
    if (!kept.has_copy) {
        fs::remove(copy_beside(kept.path), error);
        kept.has_copy = fs::copy_file(path, copy_beside(kept.path), error);
    }
    // The mark is written after the copy, since it states that there is one.
    const std::string lines = kept.writer->may_save(step, base_of(path, stamp));
    if (!kept.has_copy || lines.empty()) return;
    if (!kept.file->append(lines, flusher_)) kept.file.reset();  // it may end within a line
}

void Recovery::discard_all() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, kept] : kept_) {
        if (kept.file) delete_journal(kept.path);
    }
    kept_.clear();
}

fs::path Recovery::new_name(std::uint64_t reading) const {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    return folder_ / fmt::format("{}-{}-{}{}", seconds, ::getpid(), reading, journal_suffix);
}

std::vector<std::shared_ptr<const LostWork>> Recovery::find_lost() const {
    std::vector<std::shared_ptr<const LostWork>> out;
    std::error_code error;
    std::vector<fs::path> paths;
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error))
        paths.push_back(entry->path());
    std::sort(paths.begin(), paths.end());  // by time
    for (const fs::path& path : paths) {
        if (path.extension() != journal_suffix) continue;
        auto work = std::make_shared<LostWork>();
        work->path = path;
        work->lock = lock_abandoned(path);
        if (!work->lock.is_open()) continue;
        const Result<std::vector<std::byte>> bytes = read_file(path, max_bytes);
        if (!bytes) continue;
        Result<Journal> journal = read_journal({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
        if (!journal) continue;
        work->journal = std::move(*journal);
        if (work->journal.lines.empty()) {
            delete_journal(path);
            continue;
        }
        out.push_back(std::move(work));
    }
    return out;
}

}  // namespace vitruvian
