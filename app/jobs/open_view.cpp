#include "app/jobs/open_view.h"

#include "model/pose/skinning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace vitruvian {
namespace {

constexpr int grid_side = 96;

/// A place in the picture, in cells of the grid, and its distance from the eye along the view.
struct Spot {
    float x, y, distance;
};

class DepthGrid {
  public:
    explicit DepthGrid(const Camera& camera)
        : view_(camera.view()),
          clip_(camera.projection(1.0F, {vec3(-1.0F), vec3(1.0F)})),
          nearest_(static_cast<std::size_t>(grid_side) * grid_side, std::numeric_limits<float>::max()) {}

    [[nodiscard]] Spot spot_of(const vec3& point) const {
        const vec4 seen = view_ * vec4(point, 1.0F);
        const vec4 clip = clip_ * seen;
        const float half = 0.5F * grid_side;
        return {half + half * clip.x / clip.w, half + half * clip.y / clip.w, -seen.z};
    }

    void add(const Spot& a, const Spot& b, const Spot& c) {
        if (!(std::min({a.distance, b.distance, c.distance}) > 0.0F))
            return;  // behind the eye, or not finite
        const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        if (!(std::abs(area) > 0.0F)) return;
        const auto [left, right] = cells(std::minmax({a.x, b.x, c.x}));
        const auto [low, high] = cells(std::minmax({a.y, b.y, c.y}));
        for (int row = low; row <= high; ++row) {
            for (int column = left; column <= right; ++column) {
                const float x = static_cast<float>(column) + 0.5F;
                const float y = static_cast<float>(row) + 0.5F;
                const float of_b = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
                const float of_c = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
                if (of_b < 0.0F || of_c < 0.0F || of_b + of_c > 1.0F) continue;
                float& nearest = nearest_[cell(column, row)];
                nearest = std::min(nearest, a.distance + of_b * (b.distance - a.distance) +
                                                of_c * (c.distance - a.distance));
            }
        }
    }

    [[nodiscard]] bool is_inside(const Spot& spot) const {
        constexpr float size = grid_side;
        return spot.distance > 0.0F && spot.x >= 0.0F && spot.x < size && spot.y >= 0.0F && spot.y < size;
    }
    [[nodiscard]] bool is_open(const Spot& spot, float depth) const {
        return spot.distance <= nearest_[cell(static_cast<int>(spot.x), static_cast<int>(spot.y))] + depth;
    }

  private:
    static std::size_t cell(int column, int row) {
        return static_cast<std::size_t>(row * grid_side + column);
    }
    /// The cells of the grid whose middles are in a range; an empty range if there are none.
    static std::pair<int, int> cells(std::pair<float, float> range) {
        constexpr float last = grid_side - 1;
        return {static_cast<int>(std::ceil(std::clamp(range.first - 0.5F, 0.0F, last + 1.0F))),
                static_cast<int>(std::floor(std::clamp(range.second - 0.5F, -1.0F, last)))};
    }

    mat4 view_;
    mat4 clip_;
    std::vector<float> nearest_;
};

}  // namespace

PosedTriangles posed_triangles(const Document& document, const Skeleton& skeleton, const Pose& pose) {
    PosedTriangles out;
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    for (const MeshInstance& instance : document.meshes) {
        const Mesh& mesh = *instance.mesh;
        if (mesh.topology != Topology::triangles) continue;
        const auto first = static_cast<std::uint32_t>(out.points.size());
        out.points.resize(first + mesh.positions.size());
        skin_positions(instance, world, pose.weights, std::span(out.points).subspan(first), 1);
        for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
            out.corners.push_back(
                {first + mesh.indices[i], first + mesh.indices[i + 1], first + mesh.indices[i + 2]});
    }
    return out;
}

float visible_share(const Camera& camera, std::span<const vec3> points, const PosedTriangles& triangles,
                    float depth) {
    DepthGrid grid(camera);
    std::vector<Spot> spots;
    spots.reserve(triangles.points.size());
    for (const vec3& point : triangles.points) spots.push_back(grid.spot_of(point));
    for (const auto& [a, b, c] : triangles.corners) grid.add(spots[a], spots[b], spots[c]);
    int inside = 0;
    int open = 0;
    for (const vec3& point : points) {
        const Spot spot = grid.spot_of(point);
        if (!grid.is_inside(spot)) continue;
        ++inside;
        open += grid.is_open(spot, depth) ? 1 : 0;
    }
    return inside > 0 ? static_cast<float>(open) / static_cast<float>(inside) : 0.0F;
}

Camera open_view(const Camera& camera, std::span<const vec3> points, const PosedTriangles& triangles,
                 float depth) {
    constexpr float fair = 0.3F;
    constexpr float quarter = 0.5F * std::numbers::pi_v<float>;
    Camera best = camera;
    float most = visible_share(camera, points, triangles, depth);
    // First from the figure's other side, then from beside and behind.
    for (const float turn : {-2.0F * camera.yaw, quarter, -quarter, 2.0F * quarter}) {
        if (most >= fair) break;
        Camera turned = camera;
        turned.orbit(turn, 0.0F);
        const float share = visible_share(turned, points, triangles, depth);
        if (share <= most) continue;
        most = share;
        best = turned;
    }
    return best;
}

}  // namespace vitruvian
