// Options for reading files: limits, progress, cancellation. Used by all readers.
#pragma once

#include "model/io/file_stamp.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace vitruvian {

struct LoadLimits {
    std::size_t max_file_bytes = std::size_t{1} << 30;
    std::size_t max_inflated_bytes = std::size_t{512} << 20;
    /// Limits for encoded pictures: for each one in a separate file, and for all together in addition to the
    /// size of the file that refers to them. A picture beyond a limit is left out, with a warning.
    std::size_t max_picture_bytes = std::size_t{128} << 20;
    std::size_t max_pictures_bytes = std::size_t{512} << 20;
    std::size_t max_nodes = 1'000'000;
    std::size_t max_depth = 1000;
    /// Limits for the expansion of PROTO, USE and Inline in a VRML or X3D file beyond its literal content:
    /// nodes, and values (numbers, corners, pixels, letters). Exceeding them is the error
    /// "vrml-expansion-limit".
    std::size_t max_expanded_nodes = 200'000;
    std::size_t max_expanded_values = 16'000'000;
};

struct LoadOptions {
    LoadLimits limits;
    /// 0..1, written by the reader; may be null.
    std::atomic<float>* progress = nullptr;
    /// May be set by any thread to stop early with the error code "cancelled"; may be null.
    const std::atomic<bool>* cancel = nullptr;
    /// Receives every referenced file that was read as well; may be null.
    std::vector<KnownFile>* files_read = nullptr;
};

}  // namespace vitruvian
