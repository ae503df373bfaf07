// Expands the paths given by the user to input files: folders are searched.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

struct InputFiles {
    std::vector<std::string> files;    // unique; in the order given, those of a folder by name
    std::vector<std::string> missing;  // given but not existing
    /// Targets of links that point outside the given folders: the sandbox must allow them separately.
    std::vector<std::filesystem::path> linked;
    std::vector<std::string> empty;  // folders without readable files
};

/// Returns "-" and other files unchanged. Folders are searched recursively for files with a readable suffix;
/// of ".json" files, whose suffix is ambiguous, only those that begin like X3D. Hidden files and folders are
/// skipped, and so are folders already searched (reached again through links).
[[nodiscard]] InputFiles find_input_files(const std::vector<std::string>& paths);

/// Returns the files of part `shard` (1 .. `shards`): every n-th file, so that each part gets a share of
/// every folder.
[[nodiscard]] std::vector<std::string> shard_of(const std::vector<std::string>& files, int shard, int shards);

}  // namespace vitruvian
