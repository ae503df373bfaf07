#include "app/session/journal_file.h"

#include "app/session/xdg_folder.h"

#include <sys/file.h>

#include <cerrno>
#include <span>
#include <system_error>
#include <utility>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannot_write(const fs::path& path) {
    const std::string why = std::generic_category().message(errno);
    return fail("cannot-write", "the journal of edits cannot be written: " + why, {path.string(), 0, 0, {}});
}

}  // namespace

DiskFlusher::DiskFlusher() : thread_([this] { run(); }) {}

DiskFlusher::~DiskFlusher() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void DiskFlusher::flush(const Descriptor& file) {
    // A duplicate descriptor: the other may be closed earlier. The lock stays with the other.
    Descriptor own(::fcntl(file.get(), F_DUPFD_CLOEXEC, 0));
    if (!own.is_open()) return;
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(own));
    }
    changed_.notify_all();
}

void DiskFlusher::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        std::vector<Descriptor> files = std::exchange(waiting_, {});
        lock.unlock();
        for (const Descriptor& file : files) static_cast<void>(::fdatasync(file.get()));
        files.clear();
        lock.lock();
    }
}

Result<JournalFile> JournalFile::create(const fs::path& path, std::string_view text, DiskFlusher& flusher) {
    fs::path temporary = path;
    temporary += ".tmp";
    JournalFile out;
    out.path_ = path;
    out.file_ = Descriptor::open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    const bool written = out.file_.is_open() && ::flock(out.file_.get(), LOCK_EX | LOCK_NB) == 0 &&
                         out.file_.write(std::as_bytes(std::span(text))) &&
                         ::rename(temporary.c_str(), path.c_str()) == 0;
    if (!written) {
        auto failed = cannot_write(path);
        ::unlink(temporary.c_str());
        return failed;
    }
    flusher.flush(out.file_);
    return out;
}

Result<void> JournalFile::append(std::string_view text, DiskFlusher& flusher) const {
    if (!file_.write(std::as_bytes(std::span(text)))) return cannot_write(path_);
    flusher.flush(file_);
    return {};
}

Descriptor lock_abandoned(const fs::path& path) {
    Descriptor file = Descriptor::open(path, O_RDONLY | O_NOFOLLOW);
    struct stat opened {};
    struct stat named {};
    // In between, its process may have replaced it.
    const bool ours = file.is_open() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 &&
                      ::fstat(file.get(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
                      opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
    return ours ? std::move(file) : Descriptor();
}

fs::path state_folder() {
    const fs::path state = xdg_folder("XDG_STATE_HOME", ".local/state");
    return state.empty() ? state : state / "vitruvian";
}

}  // namespace vitruvian
