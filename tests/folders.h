// Where tests find files. Only one source file contains the absolute paths, so that the others compile to the
// same objects wherever the project is.
#pragma once

#include <filesystem>

namespace vitruvian {

[[nodiscard]] std::filesystem::path source_folder();  // the project's root
[[nodiscard]] std::filesystem::path shared_folder();  // files by others; may be missing

}  // namespace vitruvian
