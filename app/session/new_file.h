// New files that the user did not name: beside the figure, or in a folder of the user's own where that cannot be
// written.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace vitruvian {

/// The user's own folder for that kind of file, and its key in `user-dirs.dirs` (xdg-user-dirs).
enum class UserFolder { pictures, documents };

/// Returns the user's folder as `$XDG_CONFIG_HOME/user-dirs.dirs` says, or the usual one in the home folder, or that
/// folder itself where it does not exist; empty if there is none.
[[nodiscard]] std::filesystem::path user_folder(UserFolder which);

/// Where a new file went. `why_elsewhere` says why it is not in the folder that was asked for; else empty.
struct NewFile {
    std::filesystem::path path;
    std::string why_elsewhere;
};

/// Writes `bytes` into the first of the files `name(1)`, `name(2)`, ... that does not exist in `folder`, or in
/// user_folder(otherwise) if nothing can be written in `folder`. Returns the error of `folder` if both fail.
[[nodiscard]] Result<NewFile> write_new_file(const std::filesystem::path& folder, UserFolder otherwise,
                                             const std::function<std::string(int)>& name,
                                             std::span<const std::byte> bytes);

/// Says where a new file is, and why, if not where it was to be.
[[nodiscard]] std::string said_of(const NewFile& file);

}  // namespace vitruvian
