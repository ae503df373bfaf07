// The bytes of a whole glTF file that is changed in place: its JSON, and the chunks of a GLB.
#pragma once

#include "model/core/result.h"
#include "model/formats/gltf/patch/accessor_places.h"
#include "model/formats/gltf/read/container.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::gltf {

/// Returns the file with other JSON, and `added` appended to a GLB's binary chunk; everything else unchanged. A
/// GLB of more than 4 GiB is an Error.
[[nodiscard]] Result<std::vector<std::byte>> with_json(std::span<const std::byte> source,
                                                       const Container& container, std::string json,
                                                       std::span<const std::byte> added);

/// Overwrites bytes of a GLB's binary chunk, which exists.
void overwrite(std::span<std::byte> glb, const std::vector<Overwritten>& list);

/// Shortens a GLB's binary chunk to `length` bytes, padded to a multiple of four; 0: it goes.
void cut_chunk(std::vector<std::byte>& glb, std::size_t length);

}  // namespace vitruvian::gltf
