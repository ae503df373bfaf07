// The skin around a joint, and how much of it is left when it is posed.
#pragma once

#include "model/rom/body_surface.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace vitruvian {

/// Triangles of a surface whose vertices all weigh on a joint or on its parent.
struct SkinRegion {
    std::vector<std::uint32_t> triangles;                        // into BodySurface::triangles
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // each once
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rim;    // the directed edges of one triangle alone
    std::vector<int> rim_loop;                                   // of each of these, which loop it is part of
    int loops = 0;
};

/// The region of vertices with a weight over 0.01 on a node that `is_counted` (one entry per node) marks.
[[nodiscard]] SkinRegion make_skin_region(const BodySurface& surface, const std::vector<char>& is_counted);

/// What a region came to.
struct SkinMeasure {
    double volume =
        0.0;  // signed; open regions are closed by a fan from each rim loop's edges to their centroid
    double area = 0.0;
};
[[nodiscard]] SkinMeasure measure_region(const BodySurface& surface, const SkinRegion& region,
                                         std::span<const vec3> points);

/// How many times as long as at rest the edge is that is stretched most; 1 for a region without edges of a
/// length. Edges under a tenth of the region's mean length are passed over, and those only of triangles under a
/// fifth of its mean area.
[[nodiscard]] double longest_stretch(const BodySurface& surface, const SkinRegion& region,
                                     std::span<const vec3> points);

/// Of every vertex of the surface: the area of the triangles around it, as a ratio to that at rest. 1 where
/// there is none.
[[nodiscard]] std::vector<float> area_ratios(const BodySurface& surface, std::span<const vec3> points);

}  // namespace vitruvian
