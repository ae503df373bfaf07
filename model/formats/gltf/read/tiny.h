// tinygltf's types in a namespace of our own. Debian's libdraco exports another version of its classes under
// the same names, and the dynamic linker would use whichever it found first for both. Its parser is not
// compiled: it would parse the JSON a second time (see scene.h).
#pragma once

#define TINYGLTF_NO_FS
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define tinygltf vitruvian_tinygltf
#include <tiny_gltf.h>
#undef tinygltf

namespace vitruvian::gltf {

namespace tiny = ::vitruvian_tinygltf;

}  // namespace vitruvian::gltf
