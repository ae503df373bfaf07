// Bytes, accessors and buffer views added to a file that is changed in place.
#pragma once

#include "model/formats/gltf/patch/json_edits.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/gltf/read/library_json.h"

#include <cstddef>
#include <vector>

namespace vitruvian::gltf {

/// Returns a writer whose indices continue from the file's lists: its bytes go after the GLB's chunk where
/// the file has, or may get, one, otherwise into a separate buffer.
[[nodiscard]] BinWriter writer_behind(const Json& root, const Container& container);

/// The same, with its bytes from `first_byte` of a buffer on.
[[nodiscard]] BinWriter writer_at(const Json& root, int buffer, std::size_t first_byte);

/// Adds the accessors and buffer views of `bin` to the file's lists.
void add_lists(BinWriter& bin, JsonEdits& json);

/// Adds what `bin` holds to the file's lists; returns the bytes to append to the GLB's chunk, empty where
/// they went into a separate buffer.
[[nodiscard]] std::vector<std::byte> add_data(BinWriter& bin, const Json& root, const Container& container,
                                              JsonEdits& json);

}  // namespace vitruvian::gltf
