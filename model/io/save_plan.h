// The files of one save, checked before anything is written and then written all or not at all: first to
// temporary files, which are then moved into place one after the other, the main one last; if one fails, the
// previous ones are reverted.
#pragma once

#include "model/io/file_bytes.h"
#include "model/io/save_options.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace vitruvian {

/// True if the current file at `path` may be replaced.
[[nodiscard]] bool may_replace(const std::filesystem::path& path, const Replaceable& replaces);

/// Writes `bytes` to `path` and `beside` below its folder. A file beside it only replaces an unmodified file
/// of `own` (see SidePlace in side_files.h). Returns the files, `path` first. Errors: "cannot-write",
/// "file-changed" (see Replaceable), "file-exists" (a file beside it). `source`: bytes that may be mapped
/// from the file at `path`; they are preserved. `before_placing`: see SaveOptions. With `keeps_previous`
/// replaced files are kept beside them, under their names with a ~, where possible.
[[nodiscard]] Result<std::vector<WrittenFile>> write_together(
    const std::filesystem::path& path, std::span<const std::byte> bytes, const std::vector<SideFile>& beside,
    const std::vector<KnownFile>& own, const Replaceable& replaces, const FileBytes* source = nullptr,
    const std::function<void(const FileStamp&)>& before_placing = {}, bool keeps_previous = false);

}  // namespace vitruvian
