// Notices at once when another program writes an open file, without polling. Where the system does not report
// changes (network folders, systems other than Linux) nothing is noticed until the window gets the focus and
// looks itself. Independent of ImGui.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace vitruvian {

class FileWatch {
  public:
    /// `wake` is called from another thread when watched files have changed and then been left alone for a
    /// moment.
    explicit FileWatch(std::function<void()> wake);
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// Watches exactly these files. Cheap if they are the same as before.
    void watch(const std::vector<std::filesystem::path>& files);
    /// True if some may have changed since the last call.
    [[nodiscard]] bool take_changed() { return changed_.exchange(false); }

  private:
    void run();
    /// Reads the pending events; true if one is of a watched file.
    [[nodiscard]] bool read_events();

    std::function<void()> wake_;
    std::atomic<bool> changed_ = false;
    std::vector<std::filesystem::path> files_;
    std::mutex mutex_;
    std::set<std::string> names_;  // of the files, without folders; under the mutex
    std::vector<int> folders_;     // watched
    int events_ = -1;
    int stop_ = -1;
    std::thread thread_;
};

}  // namespace vitruvian
