// The pictures of a suite on disk: where they are, and what a new one is against the approved one.
#pragma once

#include "app/jobs/suite.h"
#include "app/report/regress_results.h"
#include "model/io/image.h"

#include <filesystem>
#include <functional>

namespace vitruvian {

struct ShotFolders {
    std::filesystem::path approved;
    std::filesystem::path actual;
    std::filesystem::path difference;
};

/// Writes `picture` and what differs, and compares it with the approved one, whose place it takes where it `is_approved`.
/// Error "cannot-write".
[[nodiscard]] Result<report::ShotResult> judge_shot(const Shot& shot, const Image& picture,
                                                    const ShotFolders& folders, bool is_approved);

/// The result of a picture that could not be made; one of an earlier run is removed.
[[nodiscard]] report::ShotResult broken_shot(const Shot& shot, std::string message,
                                             const ShotFolders& folders);

}  // namespace vitruvian
