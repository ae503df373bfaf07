// Lists the readable files of a folder, and gives advice on files that cannot be read. Independent of the
// session.
#pragma once

#include "model/core/result.h"
#include "model/formats/suffixes.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

/// Returns the absolute paths of a folder's files (subfolders excluded) that have a readable suffix, sorted
/// by name without regard to case. JSON files, whose suffix is ambiguous, and hidden files are skipped. Empty
/// if the folder cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> readable_files(const std::filesystem::path& folder);

/// Returns advice, in one or two sentences, on a file that could not be read.
[[nodiscard]] std::string advice_for(const Error& error);

}  // namespace vitruvian
