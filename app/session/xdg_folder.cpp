#include "app/session/xdg_folder.h"

#include <cstdlib>

namespace vitruvian {

namespace fs = std::filesystem;

fs::path xdg_folder(const char* variable, std::string_view in_home) {
    const char* chosen = std::getenv(variable);
    if (chosen != nullptr && fs::path(chosen).is_absolute()) return chosen;
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return fs::path(home) / in_home;
    return {};
}

}  // namespace vitruvian
