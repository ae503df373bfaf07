// Completion scripts for shells, made from the grammar itself so that they cannot fall behind it.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace vitruvian {

/// `shell` is bash, zsh or fish.
[[nodiscard]] std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace vitruvian
