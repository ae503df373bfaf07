// KHR_draco_mesh_compression: compressed primitives become ordinary accessors. The one place that sees
// libdraco.
#pragma once

#include "model/formats/gltf/read/reading.h"

#include <string>

namespace vitruvian::gltf {

/// Decompresses what a primitive's accessors lack, so that they read like any others; does nothing where the
/// primitive is not compressed or brings the plain data too. What a stream claims is checked against the
/// accessors' counts before anything is made of it. False, reported at `pointer`, where it cannot be used.
[[nodiscard]] bool decompress_draco(Reading& reading, const JsonValue& primitive, const std::string& pointer);

}  // namespace vitruvian::gltf
