// Scales that are the same along all axes, so that a frame can be turned without skewing what is below it.
#pragma once

#include "model/document/document.h"

#include <functional>

namespace vitruvian {

/// How differently the axes are scaled, of their scale: 0 where they are alike.
[[nodiscard]] float unevenness(const vec3& scale);

/// Above this it is not a rounding of an exporter.
inline constexpr float rounded_scale = 1e-3F;

/// Evens out the rounding of exporters in rests and deltas; skins stay bound where they are. The Error
/// "edit-uneven-scale" names a node whose scale is uneven by more.
[[nodiscard]] Result<void> even_scales(Document& document);

/// The same for the nodes alone for which `is_meant` answers true; those that are uneven by more stay as they are.
void even_scales(Document& document, const std::function<bool(int node)>& is_meant);

}  // namespace vitruvian
