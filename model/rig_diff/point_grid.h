// Spatial hash for finding mesh points near a position. Private to model/rig_diff.
#pragma once

#include "model/core/at.h"
#include "model/core/transform.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vitruvian::rig_diff {

/// Points in cells several times larger than the match distance, so that most queries need only one cell.
class PointGrid {
  public:
    PointGrid(const std::vector<vec3>& points, float width)
        : points_(points),
          width_(width),
          keys_(points.size()),
          next_(points.size()),
          first_(std::bit_ceil(std::max<std::size_t>(points.size(), 1)), none) {
        for (std::size_t i = points.size(); i-- > 0;) {
            keys_[i] = key(cell(points[i], 0.0));
            std::uint32_t& first = first_[bucket(keys_[i])];
            next_[i] = first;
            first = static_cast<std::uint32_t>(i);
        }
    }

    /// Calls `visit(index)` for every point within the width of `point`.
    template <class Visit>
    void near(const vec3& point, const Visit& visit) const {
        const Cell low = cell(point, -1.0);
        const Cell high = cell(point, 1.0);
        for (int n = 0; n < 8; ++n) {
            Cell place = low;
            bool is_new = true;  // not the cell of a smaller n
            for (int k = 0; k < 3; ++k) {
                if ((n >> k & 1) == 0) continue;
                is_new = is_new && at(high, k) != at(low, k);
                at(place, k) = at(high, k);
            }
            if (!is_new) continue;
            const std::uint64_t wanted = key(place);
            for (std::uint32_t i = first_[bucket(wanted)]; i != none; i = next_[i]) {
                if (keys_[i] == wanted && glm::distance(points_[i], point) <= width_) visit(i);
            }
        }
    }

  private:
    using Cell = std::array<std::int64_t, 3>;
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// Returns the cell of the position shifted by `shift` widths along each axis.
    [[nodiscard]] Cell cell(const vec3& point, double shift) const {
        constexpr double widths = 8.0;
        Cell out{};
        for (int k = 0; k < 3; ++k)
            at(out, k) =
                std::llround((static_cast<double>(point[k]) / static_cast<double>(width_) + shift) / widths);
        return out;
    }
    static std::uint64_t key(const Cell& cell) {
        std::uint64_t out = 1469598103934665603ULL;
        for (const std::int64_t part : cell)
            out = (out ^ static_cast<std::uint64_t>(part)) * 1099511628211ULL;
        return out;
    }
    [[nodiscard]] std::size_t bucket(std::uint64_t key) const {
        return static_cast<std::size_t>(key ^ key >> 32) & (first_.size() - 1);
    }

    const std::vector<vec3>& points_;
    float width_;
    std::vector<std::uint64_t> keys_;   // for each point
    std::vector<std::uint32_t> next_;   // the next point in the same bucket
    std::vector<std::uint32_t> first_;  // for each bucket
};

}  // namespace vitruvian::rig_diff
