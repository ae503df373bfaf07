// Whole files, and what a file may say of others: references from untrusted files to paths.
#pragma once

#include "model/core/result.h"
#include "model/io/file_stamp.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

/// The whole file, or an Error ("file-not-found", "file-too-large", ...). What was read is remembered in
/// `files_read`, where that is given.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                                       std::size_t max_bytes,
                                                       std::vector<KnownFile>* files_read = nullptr);

/// RFC 3986, 2.1. A '%' without two hexadecimal digits represents itself: such file names exist.
[[nodiscard]] std::string percent_decoded(const std::string& text);
/// A relative path as a URI: what is not a letter, a digit or one of -._~/ as %XX.
[[nodiscard]] std::string percent_encoded(const std::string& path);

/// `reference` (a relative URI or path from an untrusted file) as a path below `folder`; an Error where it is
/// absolute, has a network scheme, or leaves the folder (also through symbolic links).
[[nodiscard]] Result<std::filesystem::path> resolve_reference(const std::filesystem::path& folder,
                                                              const std::string& reference);

}  // namespace vitruvian
