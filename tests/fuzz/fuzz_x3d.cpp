// Arbitrary bytes as X3D in XML, or in JSON where they begin with a brace.
#include "model/formats/vrml/read/vrml_reader.h"
#include "tests/fuzz/try_document.h"

#include <span>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vitruvian;
    std::string text(fuzz::text_of(data, size));
    if (!text.starts_with('<') && !text.starts_with('{')) text.insert(0, "<X3D><Scene>");
    fuzz::try_document(read_vrml(text, "fuzz.x3d", fuzz::picture_folder(), fuzz::small_limits()),
                       std::as_bytes(std::span(text)));
    return 0;
}
