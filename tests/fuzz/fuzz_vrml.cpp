// Arbitrary bytes as VRML97 or as X3D in its classic encoding.
#include "model/formats/vrml/read/vrml_reader.h"
#include "tests/fuzz/try_document.h"

#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vitruvian;
    fuzz::try_document(
        read_vrml(fuzz::text_of(data, size), "fuzz.wrl", fuzz::picture_folder(), fuzz::small_limits()),
        std::as_bytes(std::span(data, size)));
    return 0;
}
