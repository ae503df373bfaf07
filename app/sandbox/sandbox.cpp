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

/// As the environment and the system's list of users have it.
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

}  // namespace

Confinement confine(const Reach& reach) {
    Confinement out;
    out.files = restrict_files(access_rules(reach, home_folders()));
    out.network = refuse_network();
    return out;
}

}  // namespace vitruvian
