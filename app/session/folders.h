// What can be opened from a folder, and what to do about a file that cannot. Knows nothing of sessions.
#pragma once

#include "model/core/result.h"
#include "model/formats/suffixes.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

/// The files of a folder (not of those below it) that are read, by their endings, in the order of their names whatever
/// their case; absolute paths. JSON, which says little, and hidden files are passed over. Empty where the folder cannot be
/// read.
[[nodiscard]] std::vector<std::filesystem::path> readable_files(const std::filesystem::path& folder);

/// What a person can do about a file that could not be read, in a sentence or two.
[[nodiscard]] std::string advice_for(const Error& error);

}  // namespace vitruvian
