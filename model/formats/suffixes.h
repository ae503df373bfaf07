// The formats by the endings of their files: the one list that readers' messages, dialogs and hints go by.
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
    std::string_view name;  // of the format, for people
    bool usual = true;      // to be named in short lists
};

/// Longer endings before those that they end in.
[[nodiscard]] std::span<const FileSuffix> file_suffixes();

/// The row for a path's ending, in any case, also before ".gz"; null where no format has it.
[[nodiscard]] const FileSuffix* suffix_of(const std::filesystem::path& path);

/// "VRML97, X3D, glTF, VRM, VRM animation and BVH".
[[nodiscard]] std::string format_names();
/// ".wrl  .x3d  ...": the usual ones, with `separator` between.
[[nodiscard]] std::string suffix_list(std::string_view separator);

}  // namespace vitruvian
