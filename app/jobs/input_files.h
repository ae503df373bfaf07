// From paths that a person names to the files that are to be read: folders are searched.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {

struct InputFiles {
    std::vector<std::string> files;    // each once; in the order named, what a folder holds by name
    std::vector<std::string> missing;  // named, and not there
    /// Files that a link leads to out of the named folders: they must be in reach of their own.
    std::vector<std::filesystem::path> linked;
    std::vector<std::string> empty;  // folders in which nothing can be read
};

/// "-" and other files stand as they are. Folders are searched with all below them for files that the suffix says can be
/// read; of those that end in ".json", which says little, for those that begin like X3D. Hidden files and folders are
/// passed over, and folders that were searched already, as links make them.
[[nodiscard]] InputFiles find_input_files(const std::vector<std::string>& paths);

/// Which files are the part `shard` (1 .. `shards`): every n-th, so that each part has its share of every folder.
[[nodiscard]] std::vector<std::string> shard_of(const std::vector<std::string>& files, int shard, int shards);

}  // namespace vitruvian
