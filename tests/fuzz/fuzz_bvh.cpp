// Arbitrary bytes as BVH.
#include "model/formats/bvh/bvh_reader.h"
#include "tests/fuzz/try_document.h"

#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vitruvian;
    fuzz::try_document(read_bvh(fuzz::text_of(data, size), "fuzz.bvh", fuzz::small_limits()),
                       std::as_bytes(std::span(data, size)));
    return 0;
}
