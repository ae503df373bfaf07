// Which points of a mesh are near a place. Private to model/rig_diff.
#pragma once

#include "model/core/at.h"
#include "model/core/transform.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vitruvian::rig_diff {

/// Points in cells as wide as the distance within which two are the same place.
class PointGrid {
  public:
    PointGrid(const std::vector<vec3>& points, float width) : points_(points), width_(width) {
        cells_.reserve(points.size());
        for (std::uint32_t i = 0; i < points.size(); ++i) cells_.emplace(key(cell(points[i])), i);
    }

    /// Calls `visit(index)` for every point within the width of `point`.
    template <class Visit>
    void near(const vec3& point, const Visit& visit) const {
        const std::array<std::int64_t, 3> middle = cell(point);
        for (int n = 0; n < 27; ++n) {
            const std::array<std::int64_t, 3> place{middle[0] + n % 3 - 1, middle[1] + n / 3 % 3 - 1,
                                                    middle[2] + n / 9 - 1};
            const auto [begin, end] = cells_.equal_range(key(place));
            for (auto it = begin; it != end; ++it) {
                if (glm::distance(points_[it->second], point) <= width_) visit(it->second);
            }
        }
    }

  private:
    [[nodiscard]] std::array<std::int64_t, 3> cell(const vec3& point) const {
        std::array<std::int64_t, 3> out{};
        for (int k = 0; k < 3; ++k) at(out, k) = std::llround(point[k] / width_);
        return out;
    }
    static std::uint64_t key(const std::array<std::int64_t, 3>& c) {
        std::uint64_t out = 1469598103934665603ULL;
        for (const std::int64_t part : c) out = (out ^ static_cast<std::uint64_t>(part)) * 1099511628211ULL;
        return out;
    }

    const std::vector<vec3>& points_;
    float width_;
    std::unordered_multimap<std::uint64_t, std::uint32_t> cells_;
};

}  // namespace vitruvian::rig_diff
