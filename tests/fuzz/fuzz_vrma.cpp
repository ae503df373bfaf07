// Clips of bones (VRMA, EXT_skeleton_humanoid), through the detection of formats: see glb_of.h for the layout
// of the input.
#include "model/formats/load.h"
#include "tests/fuzz/glb_of.h"
#include "tests/fuzz/try_document.h"

#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vitruvian;
    const std::vector<std::byte> bytes = fuzz::glb_of(data, size);
    fuzz::try_document(
        load_document(std::span<const std::byte>(bytes), "fuzz.vrma", {}, fuzz::small_limits()), bytes);
    return 0;
}
