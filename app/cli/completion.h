// Shell completion scripts, generated from the grammar so that they stay up to date.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace vitruvian {

/// `shell` is bash, zsh or fish.
[[nodiscard]] std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace vitruvian
