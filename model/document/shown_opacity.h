// The effective opacity of a surface.
#pragma once

#include "model/document/material.h"

namespace vitruvian {

/// Returns the opacity of the colour, 0 to 1, after applying the alpha mode; the texture's alpha is not
/// included.
[[nodiscard]] inline float shown_opacity(const Material& m) {
    if (m.alpha_mode == AlphaMode::blend) return m.base_color.w;
    return m.alpha_mode == AlphaMode::opaque || m.base_color.w >= m.alpha_cutoff ? 1.0F : 0.0F;
}

}  // namespace vitruvian
