// What an edit leaves without use at the end of a file: data that was added for something that is deleted again.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace vitruvian::gltf {

/// Returns `after`, the file `before` with edits, without the accessors and buffer views at the ends of its lists
/// that only `before` refers to, and without their bytes at the end of the GLB's chunk, or their buffer of its
/// own. Nothing is renumbered and no other byte moves. `after` is returned as it is if something was added to
/// its lists, or if the bytes are in a file of their own. Both without a byte order mark.
[[nodiscard]] Result<std::vector<std::byte>> without_unused_end(std::span<const std::byte> before,
                                                                std::vector<std::byte> after,
                                                                const std::string& file);

}  // namespace vitruvian::gltf
