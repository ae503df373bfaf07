// The files that each command reads and writes, from its options: those that stay accessible in the sandbox.
#pragma once

#include "app/cli/commands.h"
#include "app/sandbox/sandbox.h"

namespace vitruvian {

[[nodiscard]] Reach reach_of(const InfoOptions& options);
[[nodiscard]] Reach reach_of(const PoseOptions& options);
[[nodiscard]] Reach reach_of(const ScreenshotOptions& options);
[[nodiscard]] Reach reach_of(const CompareOptions& options);
[[nodiscard]] Reach reach_of(const RemapBakeOptions& options);
[[nodiscard]] Reach reach_of(const ConvertOptions& options);
[[nodiscard]] Reach reach_of(const EditOptions& options);
[[nodiscard]] Reach reach_of(const DiffOptions& options);
[[nodiscard]] Reach reach_of(const RomOptions& options);
[[nodiscard]] Reach reach_of(const CheckOptions& options);
[[nodiscard]] Reach reach_of(const RegressOptions& options);
[[nodiscard]] Reach reach_of(const RegressInitOptions& options);

}  // namespace vitruvian
