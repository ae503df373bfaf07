// Self-intersections of a skin.
#pragma once

#include "model/rom/skin_region.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vitruvian {

/// Motion of a triangle of the surface: two fixed ones, or two that are moved together, cannot start to
/// intersect.
enum class Carried : char { stays, deforms, moves_along };

/// How many pairs of triangles, one of the region and one of anywhere on the surface, run through each other
/// at `points` without sharing a vertex and do not at rest. Triangles that only touch or lie in one plane do
/// not count. Each pair counts once. `carried`: of each of the surface's triangles.
[[nodiscard]] int count_intersections(const BodySurface& surface, const SkinRegion& region,
                                      std::span<const Carried> carried, std::span<const vec3> points);

/// True if the two triangles intersect.
[[nodiscard]] bool triangles_cross(const std::array<vec3, 3>& first, const std::array<vec3, 3>& second);

}  // namespace vitruvian
