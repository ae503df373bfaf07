// Uniform scales: a frame with the same scale on all axes can be rotated without shearing its descendants.
#pragma once

#include "model/document/document.h"

#include <functional>

namespace vitruvian {

/// Returns the relative difference between the axes' scales: 0 if uniform.
[[nodiscard]] float unevenness(const vec3& scale);

/// Above this, the difference is not an exporter's rounding.
inline constexpr float rounded_scale = 1e-3F;

/// Makes scales of rests and deltas uniform where they differ by an exporter's rounding; nodes keep their
/// rest positions, skins their binding. Error: "edit-uneven-scale", which names a node whose scale differs by more.
[[nodiscard]] Result<void> even_scales(Document& document);

/// As above, for the nodes selected by `is_meant`; those that differ by more are unchanged.
void even_scales(Document& document, const std::function<bool(int node)>& is_meant);

}  // namespace vitruvian
