// How files are read: limits, progress, cancelling. All readers take them.
#pragma once

#include "model/io/file_stamp.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace vitruvian {

struct LoadLimits {
    std::size_t max_file_bytes = std::size_t{1} << 30;
    std::size_t max_inflated_bytes = std::size_t{512} << 20;
    /// Encoded pictures: one in a file of its own, and all together beyond the bytes of the file that names them.
    /// A picture over it is left out, with a warning.
    std::size_t max_picture_bytes = std::size_t{128} << 20;
    std::size_t max_pictures_bytes = std::size_t{512} << 20;
    std::size_t max_nodes = 1'000'000;
    std::size_t max_depth = 1000;
    /// What PROTO, USE and Inline may make of a VRML or X3D world beyond what its files spell out: nodes, and
    /// values (numbers, corners, pixels, letters). More is refused with "vrml-expansion-limit".
    std::size_t max_expanded_nodes = 200'000;
    std::size_t max_expanded_values = 16'000'000;
};

struct LoadOptions {
    LoadLimits limits;
    /// 0..1, written by the reader; may be null.
    std::atomic<float>* progress = nullptr;
    /// Set by anybody to stop early with the error code "cancelled"; may be null.
    const std::atomic<bool>* cancel = nullptr;
    /// Gets every file that the one read refers to and that was read with it; may be null.
    std::vector<KnownFile>* files_read = nullptr;
};

}  // namespace vitruvian
