// The files that go beside a saved one (textures, buffers, films, sounds, worlds that it refers to): under
// which names, and what is let through. A stranger's file chooses both, so a name is taken only where it
// harms nobody: nothing that begins with a dot, nothing outside the folder, no other person's file, and an
// ending that says what the bytes are.
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

/// True for the bytes of a picture: what decode_image reads, and the kinds that are shown plain (KTX2 and its
/// like) by their signature.
[[nodiscard]] bool is_picture(std::span<const std::byte> bytes);

/// True for the bytes of a film or a sound, by their signature.
[[nodiscard]] bool is_media(std::span<const std::byte> bytes);

/// True where `name` may be written as it is, below a folder that somebody else knows nothing of: a relative
/// path of plain parts ('/' between them) with an ending that fits `kind`.
[[nodiscard]] bool is_safe_side_name(const std::string& name, SideKind kind);

/// A safe name without folders, made of what is good in `name`; `bytes` give a picture its ending.
[[nodiscard]] std::string safe_side_name(const std::string& name, SideKind kind,
                                         std::span<const std::byte> bytes);

/// What exists at the path of a file to be written.
enum class SidePlace {
    free,   // nothing
    same,   // a file with the same bytes
    own,    // an unmodified file that belongs to this document
    taken,  // something else, or the path leaves the folder
};
/// For `name` below `folder`. `own`: the document's files, by resolved path.
[[nodiscard]] SidePlace place_of(const std::filesystem::path& folder, const std::filesystem::path& name,
                                 std::span<const std::byte> bytes, const std::vector<KnownFile>& own);

/// Adds a file to go beside `out` as `name`, and as nothing else; false where that is not safe, or taken.
[[nodiscard]] bool add_side_file_as(EncodedDocument& out, const SaveOptions& options, const std::string& name,
                                    const std::vector<std::byte>& bytes, SideKind kind);

/// Adds a file to go beside `out`, as `name` where that is safe, free and not `options.file_name`, else under
/// another name, which is noted ("side-file-renamed"). The name as it is, relative to the main file's folder.
[[nodiscard]] std::string add_side_file(EncodedDocument& out, const SaveOptions& options,
                                        const std::string& name, const std::vector<std::byte>& bytes,
                                        SideKind kind);

}  // namespace vitruvian
