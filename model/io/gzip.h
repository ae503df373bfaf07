// Compression of gzipped VRML/X3D files, and decompression with a size limit. Independent of the content.
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

struct Inflated {
    std::vector<std::byte> bytes;
    bool complete = true;  // false: the stream is truncated or its checksum wrong; `bytes` is the
                           // decompressed part
};

/// Decompresses the first member of a gzip stream (RFC 1952). An Error where nothing can be decompressed
/// ("gzip-damaged"), or where the output exceeds `max_bytes` or is larger than any real world with that
/// compression ratio ("gzip-too-large"). `name` is used in messages.
[[nodiscard]] Result<Inflated> inflate_gzip(std::span<const std::byte> bytes, const std::string& name,
                                            std::size_t max_bytes);

[[nodiscard]] bool is_gzip(std::span<const std::byte> bytes);

/// Compresses `bytes` as a gzip stream of one member. `like`, a gzip stream or empty, provides its header
/// (name and time) and its compression level.
[[nodiscard]] std::vector<std::byte> deflate_gzip(std::span<const std::byte> bytes,
                                                  std::span<const std::byte> like = {});

}  // namespace vitruvian
