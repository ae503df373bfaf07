// Encodes JSON text and binary bytes as a .glb, or as a .gltf with a separate buffer.
#pragma once

#include "model/formats/gltf/write/write_bin.h"
#include "model/io/save_options.h"

#include <span>
#include <string>
#include <string_view>

namespace vitruvian::gltf {

/// Returns the two chunks of a GLB (glTF 2.0, 4.4); no second one where `bin` is empty. Error
/// "gltf-too-large" where the file would have 4 GiB or more.
[[nodiscard]] Result<std::vector<std::byte>> to_glb(std::string_view json, std::span<const std::byte> bin);

/// Returns the bytes of the text.
[[nodiscard]] std::vector<std::byte> to_bytes(std::string_view text);

/// Returns a file name as a relative URI: characters other than letters, digits and -._~ are escaped as %XX
/// (RFC 3986, 2.1).
[[nodiscard]] std::string to_uri(std::string_view file_name);

/// Returns `root` as text, whatever bytes its strings contain.
[[nodiscard]] std::string to_text(const OrderedJson& root, int indent = -1);

}  // namespace vitruvian::gltf
