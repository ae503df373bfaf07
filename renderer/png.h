// PNG files in; out of the model (model/io/png.h), which writes textures too.
#pragma once

#include "model/io/png.h"

#include <filesystem>

namespace vitruvian {

[[nodiscard]] Result<Image> read_png(const std::filesystem::path& path);

}  // namespace vitruvian
