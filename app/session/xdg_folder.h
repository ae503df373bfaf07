// The user's folders of the XDG Base Directory Specification.
#pragma once

#include <filesystem>
#include <string_view>

namespace vitruvian {

/// Returns the folder that the environment variable names, where that is an absolute path, else `in_home` in the home
/// folder; empty if neither is known.
[[nodiscard]] std::filesystem::path xdg_folder(const char* variable, std::string_view in_home);

}  // namespace vitruvian
