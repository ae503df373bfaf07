// A file's own check profile, FILE.vitruvian.json beside it: thresholds and severities that differ for this
// file, and ignored findings with the reasons.
#pragma once

#include "model/check/profile.h"

#include <filesystem>
#include <optional>

namespace vitruvian {

/// Returns "knight.glb.vitruvian.json" for "knight.glb".
[[nodiscard]] std::filesystem::path profile_path(const std::filesystem::path& file);

/// Returns nullopt if there is none. Errors: as read_file and read_profile.
[[nodiscard]] Result<std::optional<check::ProjectProfile>> read_sidecar(const std::filesystem::path& file);

/// Returns the default profile for checking `document`: the one beside its file, else the one for its
/// standard.
[[nodiscard]] check::Profile profile_of(const Document& document,
                                        const std::optional<check::ProjectProfile>& beside);

/// Adds or removes an ignored finding. Creates the file if needed, and deletes it once it would be empty.
/// Additional error: "cannot-write".
[[nodiscard]] Result<void> ignore_in_sidecar(const std::filesystem::path& file, const check::Ignore& ignore);
[[nodiscard]] Result<void> restore_in_sidecar(const std::filesystem::path& file, const check::Ignore& ignore);

}  // namespace vitruvian
