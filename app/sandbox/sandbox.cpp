#include "app/sandbox/sandbox.h"

#include "app/sandbox/access_rules.h"
#include "app/sandbox/landlock.h"
#include "app/sandbox/syscall_filter.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace vitruvian {
namespace {

/// From the environment and the system's user database.
std::vector<std::filesystem::path> home_folders() {
    const passwd* user = ::getpwuid(::getuid());
    std::vector<std::filesystem::path> out;
    for (const char* home : {std::getenv("HOME"), user == nullptr ? nullptr : user->pw_dir}) {
        std::error_code error;
        if (home == nullptr || *home == '\0') continue;
        std::filesystem::path real = std::filesystem::canonical(home, error);
        if (!error) out.push_back(std::move(real));
    }
    return out;
}

/// Creates the folder of Mesa's shader cache if missing, since a sandboxed process may not, and Mesa would
/// report an error.
void make_shader_cache(const std::vector<std::filesystem::path>& homes) {
    const char* chosen = std::getenv("XDG_CACHE_HOME");
    const bool is_chosen = chosen != nullptr && *chosen != '\0';
    if (!is_chosen && homes.empty()) return;
    const std::filesystem::path cache = is_chosen ? std::filesystem::path(chosen) : homes.front() / ".cache";
    std::error_code ignored;
    std::filesystem::create_directories(cache / "mesa_shader_cache", ignored);
}

}  // namespace

Confinement confine(const Reach& reach) {
    Confinement out;
    const std::vector<std::filesystem::path> homes = home_folders();
    if (reach.draws) make_shader_cache(homes);
    out.files = restrict_files(access_rules(reach, homes));
    out.network = refuse_network();
    return out;
}

}  // namespace vitruvian
