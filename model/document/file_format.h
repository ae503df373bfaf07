// The families of file formats.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// VRML97 and the encodings of X3D.
[[nodiscard]] constexpr bool is_world(FileFormat format) {
    return format == FileFormat::vrml97 || format == FileFormat::x3d_classic ||
           format == FileFormat::x3d_xml || format == FileFormat::x3d_json;
}

/// glTF in its containers, VRM among them.
[[nodiscard]] constexpr bool is_gltf(FileFormat format) {
    return format == FileFormat::gltf || format == FileFormat::glb || format == FileFormat::vrm;
}

}  // namespace vitruvian
