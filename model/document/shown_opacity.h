// What of a surface's opacity is seen.
#pragma once

#include "model/document/material.h"

namespace vitruvian {

/// How opaque the colour is shown, 0 to 1, as the alpha mode has it; a picture's alpha is apart.
[[nodiscard]] inline float shown_opacity(const Material& m) {
    if (m.alpha_mode == AlphaMode::blend) return m.base_color.w;
    return m.alpha_mode == AlphaMode::opaque || m.base_color.w >= m.alpha_cutoff ? 1.0F : 0.0F;
}

}  // namespace vitruvian
