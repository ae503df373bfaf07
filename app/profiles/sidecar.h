// The profile that a project keeps beside one of its files, FILE.vitruvian.json: what of it is checked in
// another way than elsewhere, and which findings stand as they are, with the reasons.
#pragma once

#include "model/check/profile.h"

#include <filesystem>
#include <optional>

namespace vitruvian {

/// "knight.glb.vitruvian.json" of "knight.glb".
[[nodiscard]] std::filesystem::path profile_path(const std::filesystem::path& file);

/// nullopt where there is none. Errors: read_file's and read_profile's.
[[nodiscard]] Result<std::optional<check::ProjectProfile>> read_sidecar(const std::filesystem::path& file);

/// The profile that `document` is checked by where nobody asks for another: the one beside its file, else the
/// one that fits.
[[nodiscard]] check::Profile profile_of(const Document& document,
                                        const std::optional<check::ProjectProfile>& beside);

/// One more finding is ignored, or one that was is so no longer. The file comes where there was none, and
/// goes where it would say nothing. Errors also "cannot-write".
[[nodiscard]] Result<void> ignore_in_sidecar(const std::filesystem::path& file, const check::Ignore& ignore);
[[nodiscard]] Result<void> restore_in_sidecar(const std::filesystem::path& file, const check::Ignore& ignore);

}  // namespace vitruvian
