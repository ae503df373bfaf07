// Notices at once when another program writes files that are open, without asking the disk again and again. Where the system
// cannot tell (network folders, systems other than Linux) nothing is noticed, and whoever looks when the window gets the focus
// still finds out. Knows nothing of ImGui.
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
    /// `wake` is called from another thread after some of the files changed and have been left alone for a moment.
    explicit FileWatch(std::function<void()> wake);
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// These and no others. Cheap where they are the same as before.
    void watch(const std::vector<std::filesystem::path>& files);
    /// Some may have changed since the last call.
    [[nodiscard]] bool take_changed() { return changed_.exchange(false); }

  private:
    void run();
    /// Reads what there is to read; true where it is of a watched file.
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
