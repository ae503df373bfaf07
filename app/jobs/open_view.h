// Views of a part of a figure that nothing hides.
#pragma once

#include "model/document/document.h"
#include "model/pose/pose.h"
#include "renderer/camera.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vitruvian {

/// All triangles of a document in a pose, in the world.
struct PosedTriangles {
    std::vector<vec3> points;
    std::vector<std::array<std::uint32_t, 3>> corners;
};
[[nodiscard]] PosedTriangles posed_triangles(const Document& document, const Skeleton& skeleton,
                                             const Pose& pose);

/// Returns the share of the points in a camera's square picture that are in front of all triangles, or behind them by at
/// most `depth`. Of a convex body it is about a half. Roughly, on a small grid.
[[nodiscard]] float visible_share(const Camera& camera, std::span<const vec3> points,
                                  const PosedTriangles& triangles, float depth);

/// Returns the camera if it sees a fair share of the points, else turned about its target to where most are seen.
[[nodiscard]] Camera open_view(const Camera& camera, std::span<const vec3> points,
                               const PosedTriangles& triangles, float depth);

}  // namespace vitruvian
