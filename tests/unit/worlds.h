// Worlds as texts: read, and written again.
#pragma once

#include "model/formats/load.h"
#include "model/formats/vrml/write/world_writer.h"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <utility>

namespace vitruvian::test {

/// Fails the test where the text cannot be read.
[[nodiscard]] inline Document read_world(const std::string& text) {
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "test", {});
    EXPECT_TRUE(document) << document.error().text();
    return document ? std::move(*document) : Document{};
}

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
