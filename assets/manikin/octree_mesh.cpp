// Dual contouring after Ju, Losasso, Schaefer and Warren (2002), with the mean of the edges' crossings as the
// vertex of a cell.
#include "assets/manikin/octree_mesh.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace vitruvian::manikin {
namespace {

constexpr int deepest = 12;

struct Cell {
    std::array<int, 3> corner{};  // in units of the finest grid
    int depth = 0;
    int children = -1;  // index of the first of eight, or -1; bits of the number: x, y, z
    Vec crossings{0.0};
    int crossing_count = 0;
    int vertex = -1;
};

/// A cell, or its mirror image.
struct Place {
    int cell = -1;
    bool mirrored = false;
    bool operator==(const Place&) const = default;
};

using Four = std::array<Place, 4>;

class Octree {
  public:
    Octree(const Field& body, const Cube& cube, const std::function<double(const Vec&)>& cell_size)
        : body_(body), cube_(cube), cell_size_(cell_size) {
        cells_.push_back({});
        cells_[0].children = 1;
        for (int k = 0; k < 8; ++k) cells_.push_back(child_of(cells_[0], k));
        for (int k = 1; k < 8; k += 2) divide(1 + k);
    }

    Surface contour() {
        const auto top = [](int k) { return (k & 1) != 0 ? Place{1 + k, false} : Place{1 + (k ^ 1), true}; };
        for (int k = 1; k < 8; k += 2) inside({1 + k, false});
        for (int axis = 0; axis < 3; ++axis) {
            for (int k = 0; k < 8; ++k) {
                const bool left = axis != 0 && (k & 1) == 0;
                if ((k >> axis & 1) == 0 && !left) across(axis, top(k), top(k | 1 << axis));
            }
            const int b = 1 << (axis + 1) % 3;
            const int c = 1 << (axis + 2) % 3;
            for (int i = axis == 0 ? 1 : 0; i < 2; ++i) {
                const int k = i << axis;
                around(axis, {top(k), top(k | b), top(k | c), top(k | b | c)});
            }
        }
        return finish();
    }

  private:
    [[nodiscard]] static Cell child_of(const Cell& parent, int k) {
        Cell cell;
        cell.depth = parent.depth + 1;
        const int size = 1 << (deepest - cell.depth);
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            cell.corner[a] = parent.corner[a] + (k >> axis & 1) * size;
        }
        return cell;
    }

    [[nodiscard]] Vec place_of(const std::array<int, 3>& grid) const {
        const double unit = cube_.size / (1 << deepest);
        const Vec low = cube_.centre - Vec{cube_.size / 2};
        return low + Vec{grid[0], grid[1], grid[2]} * unit;
    }

    void divide(int index) {
        const Cell cell = at(index);
        const double size = cube_.size / (1 << cell.depth);
        const Vec middle = place_of(cell.corner) + Vec{size / 2};
        if (cell.depth >= deepest || size <= cell_size_(middle) * 1.001) return;
        if (std::abs(body_(middle)) > size * 1.5) return;
        const int first = static_cast<int>(cells_.size());
        at(index).children = first;
        for (int k = 0; k < 8; ++k) cells_.push_back(child_of(cell, k));
        for (int k = 0; k < 8; ++k) divide(first + k);
    }

    [[nodiscard]] Cell& at(int index) { return cells_[static_cast<std::size_t>(index)]; }
    [[nodiscard]] bool is_leaf(const Place& place) { return at(place.cell).children < 0; }

    /// Child `k` as the place shows it, or the place itself where it has none.
    Place child(const Place& place, int k) {
        const int first = at(place.cell).children;
        if (first < 0) return place;
        return {first + (place.mirrored ? k ^ 1 : k), place.mirrored};
    }

    void inside(const Place& place) {
        if (is_leaf(place)) return;
        for (int k = 0; k < 8; ++k) inside(child(place, k));
        for (int axis = 0; axis < 3; ++axis) {
            for (int k = 0; k < 8; ++k) {
                if ((k >> axis & 1) == 0) across(axis, child(place, k), child(place, k | 1 << axis));
            }
            const int b = 1 << (axis + 1) % 3;
            const int c = 1 << (axis + 2) % 3;
            for (int i = 0; i < 2; ++i) {
                const int k = i << axis;
                around(axis,
                       {child(place, k), child(place, k | b), child(place, k | c), child(place, k | b | c)});
            }
        }
    }

    /// The face between two cells, `high` lying further along the axis.
    void across(int axis, const Place& low, const Place& high) {
        if (is_leaf(low) && is_leaf(high)) return;
        const int a = 1 << axis;
        const int b = 1 << (axis + 1) % 3;
        const int c = 1 << (axis + 2) % 3;
        for (const int k : {0, b, c, b | c}) across(axis, child(low, k | a), child(high, k));
        for (const int i : {0, b}) {
            around((axis + 1) % 3,
                   {child(low, a | i), child(low, a | i | c), child(high, i), child(high, i | c)});
        }
        for (const int i : {0, c}) {
            around((axis + 2) % 3,
                   {child(low, a | i), child(high, i), child(low, a | i | b), child(high, i | b)});
        }
    }

    /// The edge along an axis that four cells share: number 0 lies low on both other axes, 1 high on the
    /// next one, 2 high on the one after it.
    void around(int axis, const Four& four) {
        if (std::all_of(four.begin(), four.end(), [&](const Place& p) { return is_leaf(p); })) {
            cross(axis, four);
            return;
        }
        const int b = 1 << (axis + 1) % 3;
        const int c = 1 << (axis + 2) % 3;
        for (const int i : {0, 1 << axis}) {
            around(axis, {child(four[0], i | b | c), child(four[1], i | c), child(four[2], i | b),
                          child(four[3], i)});
        }
    }

    double value(const std::array<int, 3>& grid) {
        const std::uint64_t key = static_cast<std::uint64_t>(grid[0]) << 40U |
                                  static_cast<std::uint64_t>(grid[1]) << 20U |
                                  static_cast<std::uint64_t>(grid[2]);
        const auto found = values_.find(key);
        if (found != values_.end()) return found->second;
        return values_[key] = body_(place_of(grid));
    }

    void cross(int axis, const Four& four) {
        int finest = -1;
        for (int i = 0; i < 4; ++i) {
            const Place& place = four[static_cast<std::size_t>(i)];
            if (place.mirrored) continue;
            if (finest < 0 || at(place.cell).depth > at(four[static_cast<std::size_t>(finest)].cell).depth)
                finest = i;
        }
        const Cell& cell = at(four[static_cast<std::size_t>(finest)].cell);
        const int size = 1 << (deepest - cell.depth);
        std::array<int, 3> low = cell.corner;
        low[static_cast<std::size_t>((axis + 1) % 3)] += (finest & 1) != 0 ? 0 : size;
        low[static_cast<std::size_t>((axis + 2) % 3)] += (finest & 2) != 0 ? 0 : size;
        std::array<int, 3> high = low;
        high[static_cast<std::size_t>(axis)] += size;
        const bool low_in = value(low) < 0.0;
        if (low_in == (value(high) < 0.0)) return;
        const Vec point = crossing(place_of(low), place_of(high), low_in);
        std::vector<Place> face;
        for (const int i : {0, 1, 3, 2}) {
            const Place& place = four[static_cast<std::size_t>(i)];
            if (std::find(face.begin(), face.end(), place) != face.end()) continue;
            face.push_back(place);
            if (place.mirrored) continue;
            at(place.cell).crossings += point;
            ++at(place.cell).crossing_count;
        }
        if (!low_in) std::reverse(face.begin(), face.end());
        if (face.size() >= 3) faces_.push_back(std::move(face));
    }

    [[nodiscard]] Vec crossing(Vec low, Vec high, bool low_in) const {
        for (int i = 0; i < 12; ++i) {
            const Vec middle = (low + high) * 0.5;
            ((body_(middle) < 0.0) == low_in ? low : high) = middle;
        }
        return (low + high) * 0.5;
    }

    Surface finish() {
        Surface surface;
        for (Cell& cell : cells_) {
            if (cell.crossing_count == 0) continue;
            cell.vertex = static_cast<int>(surface.points.size());
            surface.points.push_back(cell.crossings / static_cast<double>(cell.crossing_count));
        }
        const int half = static_cast<int>(surface.points.size());
        for (int i = 0; i < half; ++i)
            surface.points.push_back(mirrored(surface.points[static_cast<std::size_t>(i)]));
        for (const std::vector<Place>& places : faces_) {
            std::array<int, 4> face{-1, -1, -1, -1};
            bool in_middle = false;
            for (std::size_t i = 0; i < places.size(); ++i) {
                in_middle = in_middle || places[i].mirrored;
                face[i] = at(places[i].cell).vertex + (places[i].mirrored ? half : 0);
            }
            surface.faces.push_back(face);
            if (in_middle) continue;
            const std::size_t count = places.size();
            std::array<int, 4> other{-1, -1, -1, -1};
            for (std::size_t i = 0; i < count; ++i) other[i] = face[count - 1 - i] + half;
            surface.faces.push_back(other);
        }
        return surface;
    }

    const Field& body_;
    Cube cube_;
    const std::function<double(const Vec&)>& cell_size_;
    std::vector<Cell> cells_;
    std::unordered_map<std::uint64_t, double> values_;
    std::vector<std::vector<Place>> faces_;
};

/// Back to the surface by Newton's steps, none longer than `reach`.
Vec projected(const Field& body, Vec p, double reach) {
    for (int i = 0; i < 3; ++i) {
        const double d = std::clamp(body(p), -reach, reach);
        if (std::abs(d) < 1e-6) break;
        p -= gradient(body, p) * d;
    }
    return p;
}

}  // namespace

std::vector<std::vector<int>> Surface::neighbours() const {
    std::vector<std::vector<int>> out(points.size());
    const auto join = [&](int a, int b) {
        std::vector<int>& list = out[static_cast<std::size_t>(a)];
        if (std::find(list.begin(), list.end(), b) == list.end()) list.push_back(b);
    };
    for (const std::array<int, 4>& face : faces) {
        const std::size_t count = face[3] < 0 ? 3 : 4;
        for (std::size_t i = 0; i < count; ++i) {
            join(face[i], face[(i + 1) % count]);
            join(face[(i + 1) % count], face[i]);
        }
    }
    for (std::vector<int>& list : out) std::sort(list.begin(), list.end());
    return out;
}

Surface polygonise(const Field& body, const Cube& cube, const std::function<double(const Vec&)>& cell_size) {
    return Octree(body, cube, cell_size).contour();
}

void relax(Surface& surface, const Field& body, int rounds) {
    const std::vector<std::vector<int>> neighbours = surface.neighbours();
    const std::size_t half = surface.half();
    std::vector<Vec> moved(half);
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < half; ++i) {
            const Vec p = surface.points[i];
            Vec mean{0.0};
            for (const int n : neighbours[i]) mean += surface.points[static_cast<std::size_t>(n)];
            mean /= static_cast<double>(neighbours[i].size());
            const double reach = glm::length(mean - p) + 0.002;
            const Vec normal = gradient(body, p);
            const Vec slide = (mean - p) - normal * glm::dot(mean - p, normal);
            moved[i] = projected(body, p + slide * 0.6, reach);
        }
        for (std::size_t i = 0; i < half; ++i) {
            surface.points[i] = moved[i];
            surface.points[half + i] = mirrored(moved[i]);
        }
    }
}

}  // namespace vitruvian::manikin
