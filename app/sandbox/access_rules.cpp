#include "app/sandbox/access_rules.h"

#include "model/io/backup.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

/// Programs and libraries, which are readable on every system, and what the C++ library reads.
constexpr std::array system_files{
    "/usr",          "/lib",         "/lib32",     "/lib64",    "/etc/ld.so.cache",    "/nix/store",
    "/gnu/store",    "/proc/self",   "/proc/stat", "/dev/zero", "/sys/devices/system", "/proc/meminfo",
    "/proc/cpuinfo", "/dev/urandom", "/dev/random"};

/// The configuration of OpenGL drivers, and where they detect hardware. Mesa looks up the home folder in
/// /etc/passwd.
constexpr std::array driver_files{"/etc/passwd",     "/etc/nsswitch.conf", "/etc/drirc",   "/etc/glvnd",
                                  "/etc/egl",        "/etc/vulkan",        "/etc/nvidia",  "/opt/amdgpu",
                                  "/opt/amdgpu-pro", "/run/opengl-driver", "/proc/driver", "/proc/modules",
                                  "/proc/devices",   "/proc/sys",          "/sys"};

/// Lists of files and folders, separated by colons, for other locations of libraries and drivers.
constexpr std::array library_variables{"LD_LIBRARY_PATH"};
constexpr std::array driver_variables{"LIBGL_DRIVERS_PATH",
                                      "__EGL_VENDOR_LIBRARY_DIRS",
                                      "__EGL_VENDOR_LIBRARY_FILENAMES",
                                      "__EGL_EXTERNAL_PLATFORM_CONFIG_DIRS",
                                      "GBM_BACKENDS_PATH",
                                      "VK_DRIVER_FILES",
                                      "VK_ICD_FILENAMES"};

/// Names of graphics drivers' devices in /dev.
constexpr std::array<std::string_view, 7> device_names{"dri",  "nvidia",  "dxg",     "mali",
                                                       "kgsl", "udmabuf", "dma_heap"};

/// Where drivers cache compiled shaders.
constexpr std::array cache_variables{"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR",
                                     "__GL_SHADER_DISK_CACHE_PATH"};
constexpr std::array cache_folders{"mesa_shader_cache", "mesa_shader_cache_db", "mesa_shader_cache_sf",
                                   "nvidia", "radv_builtin_shaders"};

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

bool is_at_or_below(const fs::path& path, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

class RuleList {
  public:
    explicit RuleList(const std::vector<fs::path>& homes) : homes_(&homes) {}

    void add(fs::path path, Access access) {
        AccessRule rule{std::move(path), access};
        if (std::find(rules_.begin(), rules_.end(), rule) == rules_.end()) rules_.push_back(std::move(rule));
    }

    /// Allows reading `folder` and everything below, except for the hidden part of the home folder.
    void add_tree(const fs::path& folder) {
        std::error_code error;
        const fs::path real = fs::canonical(folder, error);
        if (error) return;  // a missing file cannot be read later either
        if (!holds_home(real)) return add(real, Access::read);
        const bool is_home = std::find(homes_->begin(), homes_->end(), real) != homes_->end();
        for (auto entry = fs::directory_iterator(real, error); !error && entry != fs::directory_iterator();
             entry.increment(error)) {
            std::error_code ignored;
            const bool hidden = is_home && entry->path().filename().string().starts_with('.');
            if (hidden || entry->is_symlink(ignored)) continue;
            if (holds_home(entry->path())) {
                add_tree(entry->path());
            } else {
                rules_.push_back({entry->path(), Access::read});
            }
        }
    }

    void add_document(const fs::path& path) {
        std::error_code ignored;
        if (fs::is_directory(path, ignored)) return add_tree(path);
        add_tree(path.has_parent_path() ? path.parent_path() : fs::path("."));
        add(path, Access::read);
    }

    void add_output(const fs::path& path) {
        std::error_code ignored;
        const fs::file_status there = fs::status(path, ignored);
        if (fs::is_directory(there)) return add_output_folder(path);
        if (fs::exists(there) && !fs::is_regular_file(there)) return add(path, Access::device);
        if (fs::exists(there)) {  // its folder may belong to someone else
            add(path, Access::read);
            add(path, Access::write);
            // A file with several hard links, or in another user's folder, is overwritten, with a copy kept
            // elsewhere meanwhile.
            const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
            const bool is_replaced =
                fs::hard_link_count(path, ignored) == 1 && ::access(folder.c_str(), W_OK | X_OK) == 0;
            if (!is_replaced) add_cache(backup_folder());
        }
        add_output_folder(path.has_parent_path() ? path.parent_path() : fs::path("."));
        // The target of a link is replaced in its own folder.
        const fs::path real = fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : fs::path();
        if (!real.empty()) add_output_folder(real.parent_path());
    }

    void add_variables(std::span<const char* const> names) {
        for (const char* name : names) {
            const std::string list = variable(name);
            for (std::size_t at = 0; at < list.size();) {
                const std::size_t end = std::min(list.find(':', at), list.size());
                if (end > at) add(list.substr(at, end - at), Access::read);
                at = end + 1;
            }
        }
    }

    void add_devices() {
        std::error_code error;
        for (auto entry = fs::directory_iterator("/dev", error); !error && entry != fs::directory_iterator();
             entry.increment(error)) {
            const std::string name = entry->path().filename().string();
            const bool wanted = std::any_of(device_names.begin(), device_names.end(),
                                            [&](std::string_view start) { return name.starts_with(start); });
            if (wanted) add(entry->path(), Access::device);
        }
    }

    void add_caches() {
        for (const char* name : cache_variables) add_cache(variable(name));
        std::vector<fs::path> folders{variable("XDG_CACHE_HOME")};
        for (const fs::path& home : *homes_) folders.push_back(home / ".cache");
        for (const fs::path& folder : folders) {
            for (const char* name : cache_folders) {
                if (!folder.empty()) add_cache(folder / name);
            }
        }
    }

    std::vector<AccessRule> take() { return std::move(rules_); }

  private:
    [[nodiscard]] bool holds_home(const fs::path& folder) const {
        return std::any_of(homes_->begin(), homes_->end(),
                           [&](const fs::path& home) { return is_at_or_below(home, folder); });
    }

    void add_output_folder(const fs::path& folder) {
        add(folder, Access::write);
        add_tree(folder);  // existing files are compared
    }

    /// Allows reading and writing a driver's cache folder, or our own.
    void add_cache(const fs::path& folder) {
        if (folder.empty()) return;
        add(folder, Access::read);
        add(folder, Access::write);
    }

    const std::vector<fs::path>* homes_;
    std::vector<AccessRule> rules_;
};

bool is_file(const fs::path& path) {
    return !path.empty() && path != "-";
}

}  // namespace

std::vector<AccessRule> access_rules(const Reach& reach, const std::vector<fs::path>& homes) {
    RuleList rules(homes);
    for (const char* path : system_files) rules.add(path, Access::read);
    rules.add("/dev/null", Access::device);
    rules.add_variables(library_variables);
    if (reach.draws) {
        for (const char* path : driver_files) rules.add(path, Access::read);
        rules.add_variables(driver_variables);
        rules.add_devices();
        rules.add_caches();
    }
    for (const fs::path& path : reach.documents) {
        if (is_file(path)) rules.add_document(path);
    }
    for (const fs::path& path : reach.files) {
        if (is_file(path)) rules.add(path, Access::read);
    }
    for (const fs::path& path : reach.outputs) {
        if (is_file(path)) rules.add_output(path);
    }
    return rules.take();
}

}  // namespace vitruvian
