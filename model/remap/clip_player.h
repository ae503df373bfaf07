// The one way to play a clip on a figure: as it is where it moves the figure's own nodes, carried over (remap.h) where it
// names bones or was made for another rig. The command line, the window and checks pose figures through it.
#pragma once

#include "model/remap/remap.h"

#include <memory>
#include <optional>

namespace vitruvian {

class ClipPlayer {
  public:
    /// `source.document` is `target` itself for a clip of its own; `humanoid` is the target's that a clip is retargeted
    /// to, and does not matter for one that is not. Errors: those of RemapPlan::make, and "remap-no-target-bones" for -1.
    [[nodiscard]] static Result<ClipPlayer> make(const RemapSource& source, const Document& target,
                                                 int humanoid, const RemapOptions& options = {});

    [[nodiscard]] const std::shared_ptr<const Clip>& clip() const { return clip_; }
    /// How it is carried over; null where it moves the figure's own nodes.
    [[nodiscard]] const RemapPlan* plan() const { return plan_ ? &*plan_ : nullptr; }

    /// The figure at `seconds` (clamped to the keys): what the clip does not move stays where the file has it, or where
    /// nothing moves it if the clip is retargeted. `skeleton` is of the target. Displacers that the clip leaves alone
    /// keep their stored weights.
    [[nodiscard]] Pose pose_at(double seconds, const Skeleton& skeleton) const;

  private:
    explicit ClipPlayer(std::shared_ptr<const Clip> clip) : clip_(std::move(clip)) {}

    std::shared_ptr<const Clip> clip_;
    std::optional<RemapPlan> plan_;
};

}  // namespace vitruvian
