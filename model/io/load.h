// Files to documents: finds the format by content, reads under limits, reports progress, can be cancelled.
#pragma once

#include "model/document/document.h"
#include "model/io/file_bytes.h"
#include "model/io/file_stamp.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

struct LoadLimits {
    std::size_t max_file_bytes = std::size_t{1} << 30;
    std::size_t max_inflated_bytes = std::size_t{512} << 20;
    /// Encoded pictures: one in a file of its own, and all together beyond the bytes of the file that names them.
    /// A picture over it is left out, with a warning.
    std::size_t max_picture_bytes = std::size_t{128} << 20;
    std::size_t max_pictures_bytes = std::size_t{512} << 20;
    std::size_t max_nodes = 1'000'000;
    std::size_t max_depth = 1000;
    /// What PROTO, USE and Inline may make of a VRML or X3D world beyond what its files spell out: nodes, and
    /// values (numbers, corners, pixels, letters). More is refused with "vrml-expansion-limit".
    std::size_t max_expanded_nodes = 200'000;
    std::size_t max_expanded_values = 16'000'000;
};

struct LoadOptions {
    LoadLimits limits;
    /// 0..1, written by the reader; may be null.
    std::atomic<float>* progress = nullptr;
    /// Set by anybody to stop early with the error code "cancelled"; may be null.
    const std::atomic<bool>* cancel = nullptr;
    /// Gets every file that the one read refers to and that was read with it; may be null.
    std::vector<KnownFile>* files_read = nullptr;
};

/// Reads any supported file. Relative references (textures, buffers) resolve inside the file's folder tree
/// only.
[[nodiscard]] Result<Document> load_document(const std::filesystem::path& path,
                                             const LoadOptions& options = {});

/// The same from memory; `name` is used in messages, `folder` for relative references (empty: none allowed).
/// The document keeps the bytes (see source.h). `modified`: of the file that they are of; nullopt: of none.
[[nodiscard]] Result<Document> load_document(const FileBytes& bytes, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const LoadOptions& options = {},
                                             std::optional<std::int64_t> modified = std::nullopt);

/// The same with a copy of the bytes.
[[nodiscard]] Result<Document> load_document(std::span<const std::byte> bytes, const std::string& name,
                                             const std::filesystem::path& folder,
                                             const LoadOptions& options = {});

/// The whole file, or an Error ("file-not-found", "file-too-large", ...). What was read is remembered in
/// `files_read`, where that is given.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                                       std::size_t max_bytes,
                                                       std::vector<KnownFile>* files_read = nullptr);

/// RFC 3986, 2.1. A '%' without two hexadecimal digits stands for itself: such file names exist.
[[nodiscard]] std::string percent_decoded(const std::string& text);
/// A relative path as a URI: what is not a letter, a digit or one of -._~/ as %XX.
[[nodiscard]] std::string percent_encoded(const std::string& path);

/// `reference` (a relative URI or path from an untrusted file) as a path below `folder`; an Error where it is
/// absolute, has a network scheme, or leaves the folder (also through symbolic links).
[[nodiscard]] Result<std::filesystem::path> resolve_reference(const std::filesystem::path& folder,
                                                              const std::string& reference);

}  // namespace vitruvian
