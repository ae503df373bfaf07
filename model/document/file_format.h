// Families of file formats and of humanoids.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// True for VRML97 and the X3D encodings.
[[nodiscard]] constexpr bool is_world(FileFormat format) {
    return format == FileFormat::vrml97 || format == FileFormat::x3d_classic ||
           format == FileFormat::x3d_xml || format == FileFormat::x3d_json;
}

/// True for glTF in all its containers, including VRM.
[[nodiscard]] constexpr bool is_gltf(FileFormat format) {
    return format == FileFormat::gltf || format == FileFormat::glb || format == FileFormat::vrm;
}

/// True for VRM 0 and VRM 1.
[[nodiscard]] constexpr bool is_vrm(HumanoidKind kind) {
    return kind == HumanoidKind::vrm0 || kind == HumanoidKind::vrm1;
}

}  // namespace vitruvian
