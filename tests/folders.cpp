#include "tests/folders.h"

namespace vitruvian {

std::filesystem::path source_folder() {
    return VITRUVIAN_SOURCE_DIR;
}

std::filesystem::path shared_folder() {
    return VITRUVIAN_SOURCE_DIR "/../shared";
}

}  // namespace vitruvian
