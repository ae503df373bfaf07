#include "app/gui/file_watch.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#ifdef __linux__
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>
#endif

namespace vitruvian {

#ifdef __linux__

FileWatch::FileWatch(std::function<void()> wake) : wake_(std::move(wake)) {
    events_ = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    stop_ = eventfd(0, EFD_CLOEXEC);
    if (events_ < 0 || stop_ < 0) return;
    thread_ = std::thread([this] { run(); });
}

FileWatch::~FileWatch() {
    const std::uint64_t one = 1;
    if (thread_.joinable() && write(stop_, &one, sizeof one) == static_cast<ssize_t>(sizeof one))
        thread_.join();
    if (thread_.joinable()) thread_.detach();
    if (events_ >= 0) close(events_);
    if (stop_ >= 0) close(stop_);
}

void FileWatch::watch(const std::vector<std::filesystem::path>& files) {
    if (files == files_ || events_ < 0) return;
    files_ = files;
    for (const int folder : folders_) inotify_rm_watch(events_, folder);
    folders_.clear();
    std::set<std::string> names;
    std::set<std::string> folders;
    for (const std::filesystem::path& file : files) {
        std::error_code error;
        const std::filesystem::path absolute = std::filesystem::absolute(file, error);
        if (error) continue;
        names.insert(absolute.filename().string());
        folders.insert(absolute.parent_path().string());
    }
    {
        const std::lock_guard lock(mutex_);
        names_ = std::move(names);
    }
    // Folders are watched, not files: most programs write a new file and move it over the old one.
    constexpr std::uint32_t what = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR;
    for (const std::string& folder : folders) {
        const int number = inotify_add_watch(events_, folder.c_str(), what);
        if (number >= 0) folders_.push_back(number);
    }
}

bool FileWatch::read_events() {
    alignas(inotify_event) std::array<char, 16384> buffer{};
    bool is_ours = false;
    while (true) {
        const ssize_t size = read(events_, buffer.data(), buffer.size());
        if (size <= 0) return is_ours;
        const std::lock_guard lock(mutex_);
        for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(size);) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char* name = event.len > 0 ? buffer.data() + at + sizeof event : "";
            // The queue overflowed: any file may have changed.
            is_ours = is_ours || (event.mask & IN_Q_OVERFLOW) != 0 || names_.contains(name);
            at += sizeof event + event.len;
        }
    }
}

void FileWatch::run() {
    constexpr int moment = 150;  // milliseconds: a file and its textures are written one after another
    bool pending = false;
    while (true) {
        std::array<pollfd, 2> wanted{pollfd{stop_, POLLIN, 0}, pollfd{events_, POLLIN, 0}};
        const int ready = poll(wanted.data(), wanted.size(), pending ? moment : -1);
        if (wanted[0].revents != 0) return;
        if (ready > 0 && wanted[1].revents != 0) {
            pending = read_events() || pending;
        } else if (ready == 0 && pending) {
            pending = false;
            changed_ = true;
            wake_();
        }
    }
}

#else

FileWatch::FileWatch(std::function<void()> wake) : wake_(std::move(wake)) {}
FileWatch::~FileWatch() = default;
void FileWatch::watch(const std::vector<std::filesystem::path>& files) {
    files_ = files;
}

#endif

}  // namespace vitruvian
