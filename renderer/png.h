// Reading of PNG files; writing is in the model (model/io/png.h), which also writes textures.
#pragma once

#include "model/io/png.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace vitruvian {

inline constexpr std::size_t max_png_bytes = std::size_t{512} << 20;

[[nodiscard]] Result<Image> read_png(const std::filesystem::path& path);

/// As above, from memory; `name` is used in messages.
[[nodiscard]] Result<Image> decode_png(std::span<const std::byte> bytes, const std::string& name);

}  // namespace vitruvian
