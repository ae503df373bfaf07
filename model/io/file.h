// Reading of whole files, and resolution of references in untrusted files to paths.
#pragma once

#include "model/core/result.h"
#include "model/io/file_stamp.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

/// Returns the whole file, or an Error ("file-not-found", "file-too-large", ...). The file is recorded in
/// `files_read`, if given.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                                       std::size_t max_bytes,
                                                       std::vector<KnownFile>* files_read = nullptr);

/// RFC 3986, 2.1. A '%' without two hexadecimal digits represents itself: such file names exist.
[[nodiscard]] std::string percent_decoded(const std::string& text);
/// Returns a relative path as a URI: everything except letters, digits and -._~/ as %XX.
[[nodiscard]] std::string percent_encoded(const std::string& path);

/// Resolves `reference` (a relative URI or path from an untrusted file) to a path below `folder`; an Error if
/// it is absolute, has a network scheme, or leaves the folder (also through symbolic links).
[[nodiscard]] Result<std::filesystem::path> resolve_reference(const std::filesystem::path& folder,
                                                              const std::string& reference);

}  // namespace vitruvian
