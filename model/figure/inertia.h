// A segment's moments of inertia as a shape.
#pragma once

#include "model/document/document.h"

#include <optional>

namespace vitruvian {

/// The solid ellipsoid of the segment's mass that has its moments of inertia: its half axes, as columns, in the axes that
/// the moments are about and in the file's units. nullopt where the file gives no mass or no moments.
[[nodiscard]] std::optional<mat3> inertia_ellipsoid(const Segment& segment);

}  // namespace vitruvian
