// Playback of a clip on a figure: directly if it animates the figure's own nodes, retargeted (remap.h) if it
// targets bones or was made for another rig. The command line, the window and checks use it to pose figures.
#pragma once

#include "model/remap/remap.h"

#include <memory>
#include <optional>

namespace vitruvian {

class ClipPlayer {
  public:
    /// For the figure's own clip `source.document` is `target`; `humanoid` is the target's humanoid for
    /// retargeting, and otherwise ignored. Errors: those of RemapPlan::make, and "remap-no-target-bones" for
    /// -1.
    [[nodiscard]] static Result<ClipPlayer> make(const RemapSource& source, const Document& target,
                                                 int humanoid, const RemapOptions& options = {});

    [[nodiscard]] const std::shared_ptr<const Clip>& clip() const { return clip_; }
    /// The retargeting; null if the clip animates the figure's own nodes.
    [[nodiscard]] const RemapPlan* plan() const { return plan_ ? &*plan_ : nullptr; }

    /// Returns the pose at `seconds` (clamped to the keys): nodes that the clip does not animate are as in
    /// the file, or in the base pose if the clip is retargeted. `skeleton` is that of the target. Displacers
    /// without channels keep their stored weights.
    [[nodiscard]] Pose pose_at(double seconds, const Skeleton& skeleton) const;

  private:
    explicit ClipPlayer(std::shared_ptr<const Clip> clip) : clip_(std::move(clip)) {}

    std::shared_ptr<const Clip> clip_;
    std::optional<RemapPlan> plan_;
};

}  // namespace vitruvian
