// The pictures of a suite on disk: their paths, and the comparison of new pictures with approved ones.
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

/// Writes `picture` and its difference image, and compares it with the approved picture, which it replaces if
/// `is_approved`. Error "cannot-write".
[[nodiscard]] Result<report::ShotResult> judge_shot(const Shot& shot, const Image& picture,
                                                    const ShotFolders& folders, bool is_approved);

/// Returns the result of a picture that could not be made; removes the picture of an earlier run.
[[nodiscard]] report::ShotResult broken_shot(const Shot& shot, std::string message,
                                             const ShotFolders& folders);

}  // namespace vitruvian
