// The studio's floor under the figures of a scene.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

/// Returns the studio floor; if a file has its own floor, only that one is shown. Its size follows the
/// figures' standing bounds and does not change with their motion; it is below them also when they move far away.
[[nodiscard]] Floor floor_under(const Stance& stance, const Bounds& standing, const RenderScene& scene,
                                const Show& show);

}  // namespace vitruvian
