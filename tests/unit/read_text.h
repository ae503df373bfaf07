// Reads files given as text.
#pragma once

#include "model/formats/load.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

namespace vitruvian::test {

/// Reads a valid document; fails the test if that is not possible.
[[nodiscard]] inline Document read_bytes(std::span<const std::byte> bytes, const std::string& name = "t",
                                         const std::filesystem::path& folder = {}) {
    Result<Document> document = load_document(bytes, name, folder);
    EXPECT_TRUE(document) << document.error().text();
    if (!document) return {};
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    return std::move(*document);
}

[[nodiscard]] inline Document read_text(const std::string& text, const std::string& name = "t",
                                        const std::filesystem::path& folder = {}) {
    return read_bytes(std::as_bytes(std::span(text)), name, folder);
}

/// A VRML97 world without its header.
[[nodiscard]] inline Document read_body(const std::string& body, const std::filesystem::path& folder = {}) {
    return read_text("#VRML V2.0 utf8\n" + body, "t.wrl", folder);
}

}  // namespace vitruvian::test
