// glTF, GLB and VRM: see glb_of.h for the layout of the input.
#include "model/formats/gltf/read/gltf_reader.h"
#include "tests/fuzz/glb_of.h"
#include "tests/fuzz/try_document.h"

#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vitruvian;
    const std::vector<std::byte> bytes = fuzz::glb_of(data, size);
    fuzz::try_document(read_gltf(bytes, "fuzz.glb", {}, fuzz::small_limits()), bytes);
    return 0;
}
