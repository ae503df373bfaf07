// The files beside a saved one (textures, buffers, movies, sounds, worlds that it refers to): their names,
// and which are allowed. An untrusted file determines both, so a name is only accepted if it is harmless: no
// leading dot, nothing outside the folder, no file that belongs to something else, and a suffix that matches
// the bytes.
#pragma once

#include "model/io/save_options.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {

/// The purpose of a side file.
enum class SideKind { picture, buffer, world, media };

/// Whether the bytes are an image: a format that decode_image reads, or one that is recognised by its
/// signature only (KTX2 and the like).
[[nodiscard]] bool is_picture(std::span<const std::byte> bytes);

/// Whether the bytes are a movie or a sound, by their signature.
[[nodiscard]] bool is_media(std::span<const std::byte> bytes);

/// Whether `name` may be written as it is below any folder: a relative path of plain parts ('/' between them)
/// with a suffix that matches `kind`.
[[nodiscard]] bool is_safe_side_name(const std::string& name, SideKind kind);

/// Returns a safe name without folders, made from the usable parts of `name`; `bytes` determine the suffix of
/// an image.
[[nodiscard]] std::string safe_side_name(const std::string& name, SideKind kind,
                                         std::span<const std::byte> bytes);

/// What exists at the path of a file to be written.
enum class SidePlace {
    free,   // nothing
    same,   // a file with the same bytes
    own,    // an unmodified file that belongs to this document
    taken,  // something else, or the path leaves the folder
};
/// Returns the state of `name` below `folder`. `own`: the document's files, by resolved path.
[[nodiscard]] SidePlace place_of(const std::filesystem::path& folder, const std::filesystem::path& name,
                                 std::span<const std::byte> bytes, const std::vector<KnownFile>& own);

/// Adds a file beside `out` with exactly this name; returns false where it is not safe, or taken.
[[nodiscard]] bool add_side_file_as(EncodedDocument& out, const SaveOptions& options, const std::string& name,
                                    const std::vector<std::byte>& bytes, SideKind kind);

/// Adds a file beside `out`, as `name` if that is safe, free and not `options.file_name`, otherwise under
/// another name, which is noted ("side-file-renamed"). Returns the resulting name, relative to the main
/// file's folder.
[[nodiscard]] std::string add_side_file(EncodedDocument& out, const SaveOptions& options,
                                        const std::string& name, const std::vector<std::byte>& bytes,
                                        SideKind kind);

}  // namespace vitruvian
