// Bytes, accessors and buffer views that a file which is changed in place gets.
#pragma once

#include "model/formats/gltf/patch/json_edits.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/library_json.h"

#include <cstddef>
#include <vector>

namespace vitruvian::gltf {

/// Counts on from what the file has: behind the GLB's chunk where it has one, or may get one, else in a buffer of its own.
[[nodiscard]] BinWriter writer_behind(const Json& root, const Container& container);

/// Adds what `bin` has to the file's lists; what goes behind the GLB's chunk, empty where it went into a buffer of its own.
[[nodiscard]] std::vector<std::byte> add_data(BinWriter& bin, const Json& root, const Container& container,
                                              JsonEdits& json);

}  // namespace vitruvian::gltf
