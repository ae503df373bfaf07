// Worlds as text: read, and written again.
#pragma once

#include "model/formats/vrml/write/world_writer.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <utility>

namespace vitruvian::test {

/// All encodings of a world.
inline constexpr std::array world_formats{FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml,
                                          FileFormat::x3d_json};

struct WrittenWorld {
    std::string text;
    EncodedDocument encoded;
};

[[nodiscard]] inline WrittenWorld written_world(const Document& document, FileFormat format,
                                                SaveOptions options = {}) {
    options.format = format;
    Result<EncodedDocument> encoded = write_world(document, options);
    EXPECT_TRUE(encoded) << encoded.error().text();
    WrittenWorld out;
    if (!encoded) return out;
    out.text.assign(reinterpret_cast<const char*>(encoded->bytes.data()), encoded->bytes.size());
    out.encoded = std::move(*encoded);
    return out;
}

}  // namespace vitruvian::test
