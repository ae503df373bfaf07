// Visualisation of a segment's moments of inertia.
#pragma once

#include "model/document/document.h"

#include <optional>

namespace vitruvian {

/// Returns the solid ellipsoid with the segment's mass and moments of inertia: its half axes, as columns, in
/// the axes of the moments and in the file's units. nullopt if the file gives no mass or no moments.
[[nodiscard]] std::optional<mat3> inertia_ellipsoid(const Segment& segment);

}  // namespace vitruvian
