// The studio's floor under the figures of a scene.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

/// Where a file brings a floor of its own, that is shown alone. Its size is that of what stands on it, and does not
/// change as that moves.
[[nodiscard]] Floor floor_under(const Stance& stance, const Bounds& standing, const RenderScene& scene,
                                const Show& show);

}  // namespace vitruvian
