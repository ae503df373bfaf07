// JSON text and binary bytes to a .glb, or to a .gltf with its buffer beside it.
#pragma once

#include "model/formats/gltf/write/write_bin.h"
#include "model/io/save_options.h"

#include <span>
#include <string>
#include <string_view>

namespace vitruvian::gltf {

/// The two chunks of a GLB (glTF 2.0, 4.4); no second one where `bin` is empty. The Error "gltf-too-large"
/// where the file would have 4 GiB or more.
[[nodiscard]] Result<std::vector<std::byte>> to_glb(std::string_view json, std::span<const std::byte> bin);

/// The same bytes as text.
[[nodiscard]] std::vector<std::byte> to_bytes(std::string_view text);

/// A file name as a relative URI: what is not a letter, a digit or one of -._~ as %XX (RFC 3986, 2.1).
[[nodiscard]] std::string to_uri(std::string_view file_name);

/// `root` as text, whatever bytes its strings hold.
[[nodiscard]] std::string to_text(const OrderedJson& root, int indent = -1);

}  // namespace vitruvian::gltf
