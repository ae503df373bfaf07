// KHR_draco_mesh_compression: turns compressed primitives into ordinary accessors. The only code that uses
// libdraco.
#pragma once

#include "model/formats/gltf/read/reading.h"

#include <string>

namespace vitruvian::gltf {

/// Decompresses the data of a primitive's accessors, so that they can be read like any others; does nothing
/// where the primitive is not compressed or has uncompressed data too. The sizes that a stream declares are
/// checked against the accessors' counts before anything is decoded. Returns false, reported at `pointer`,
/// where it cannot be used.
[[nodiscard]] bool decompress_draco(Reading& reading, const JsonValue& primitive, const std::string& pointer);

}  // namespace vitruvian::gltf
