// Reads files into documents: detects the format by content, reads under limits, reports progress, can be
// cancelled.
#pragma once

#include "model/document/document.h"
#include "model/io/file_bytes.h"
#include "model/io/load_options.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace vitruvian {

/// Reads any supported file. Relative references (textures, buffers) are only resolved inside the file's
/// folder and its subfolders.
[[nodiscard]] Result<Document> load_document(const std::filesystem::path& path,
                                             const LoadOptions& options = {});

/// Reads from memory; `name` is used in messages, `folder` for relative references (empty: none allowed). The
/// document keeps the bytes (see source.h). `modified`: modification time of the file that the bytes are
/// from; nullopt: of none.
[[nodiscard]] Result<Document> load_document(const FileBytes& bytes, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const LoadOptions& options = {},
                                             std::optional<std::int64_t> modified = std::nullopt);

/// Reads from memory, with a copy of the bytes.
[[nodiscard]] Result<Document> load_document(std::span<const std::byte> bytes, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const LoadOptions& options = {});

}  // namespace vitruvian
