// The container of a glTF file: the chunks of a GLB, and JSON text parsed under limits.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/read/json_tree.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace vitruvian::gltf {

struct Container {
    std::string_view json;
    std::span<const std::byte> bin;  // the GLB's binary chunk
    bool is_glb = false;
    bool has_bin = false;
};

/// Finds the chunks of a GLB (glTF 2.0, 4.4), or treats the whole file as JSON. Wrong lengths give an Error.
[[nodiscard]] Result<Container> open_container(std::span<const std::byte> bytes, const std::string& file,
                                               Diagnostics& diagnostics);

/// Parses JSON with at most 4 million values; the tree may point into `text`. Bytes that are not UTF-8 are
/// replaced, with a Diagnostic; so is a key that an object has twice: the last one is used.
[[nodiscard]] Result<JsonTree> parse_tree(std::string_view text, const std::string& file,
                                          Diagnostics& diagnostics);

}  // namespace vitruvian::gltf
