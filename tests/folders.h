// Where tests find files. One source file knows the absolute paths, so that the others compile to the same
// objects wherever the project lies.
#pragma once

#include <filesystem>

namespace vitruvian {

[[nodiscard]] std::filesystem::path source_folder();  // the project's root
[[nodiscard]] std::filesystem::path shared_folder();  // files by others; may be missing

}  // namespace vitruvian
