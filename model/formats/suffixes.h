// File formats by suffix: the list used by readers' messages, dialogs and hints.
#pragma once

#include "model/document/document.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace vitruvian {

struct FileSuffix {
    std::string_view text;  // ".wrl"
    FileFormat format = FileFormat::unknown;
    std::string_view name;  // name of the format, for display
    bool usual = true;      // listed in short lists
};

/// Longer suffixes come before those that they end in.
[[nodiscard]] std::span<const FileSuffix> file_suffixes();

/// Returns the row for a path's suffix, in any case, also before ".gz"; null where there is none.
[[nodiscard]] const FileSuffix* suffix_of(const std::filesystem::path& path);

/// "VRML97, X3D, glTF, VRM, VRM animation and BVH".
[[nodiscard]] std::string format_names();
/// ".wrl  .x3d  ...": the usual ones, separated by `separator`.
[[nodiscard]] std::string suffix_list(std::string_view separator);

}  // namespace vitruvian
